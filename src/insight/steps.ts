import { keyHolders, nameOfHolder, nameOfUser, namesOfRoles, seesItem, sightOf } from "../access/index.ts"
import { statusText } from "../items/index.ts"
import {
  type CheckKind,
  causesText,
  type DomainError,
  type ExplainedStep,
  explainCheck,
  type FactName,
  type Facts,
  type FactValue,
  type StepExplanation,
  sectionOf,
} from "../model/index.ts"
import { listFacts, rolesFor } from "./facts.ts"
import type { Scope } from "./scope.ts"
import { CHECK_ORDER, progressOf, type Slot, STEP_OF, stepOf } from "./slots.ts"

/** Explains the steps that a request has reached. `refusal` is null for an accepted request. */
export function explainSteps(scope: Scope, refusal: DomainError | null): StepExplanation[] {
  const end = refusal === null ? CHECK_ORDER.length : progressOf(refusal)
  const passed = CHECK_ORDER.slice(0, end).flatMap((slot) => {
    const check = PASSED[slot](scope)
    return check === undefined ? [] : [passedStep(STEP_OF(slot), check)]
  })
  return refusal === null ? passed : [...passed, failedStep(scope, refusal)]
}

interface Check {
  readonly kind: CheckKind
  readonly facts: Facts
}

const passedStep = (step: ExplainedStep, { kind, facts }: Check): StepExplanation => ({
  step,
  passed: true,
  ...explainCheck(kind, facts),
  facts: listFacts(facts),
  kind,
})

function failedStep(scope: Scope, refusal: DomainError): StepExplanation {
  const { causes = [] } = refusal.refusal
  const [first] = causes
  const facts: Partial<Record<FactName, FactValue>> = scope.actor === null ? {} : { user: nameOfUser(scope.actor.user) }
  for (const cause of causes) {
    for (const [name, value] of Object.entries(cause.facts) as [FactName, FactValue][]) {
      const known = cause === first ? undefined : facts[name]
      if (known === undefined) facts[name] = value
      else facts[name] = [...new Set([known, value].flat().map(String))]
    }
  }
  if (facts.roles !== undefined) Object.assign(facts, rolesFor(scope))
  return {
    step: stepOf(refusal),
    passed: false,
    says: causesText(causes) ?? textOf(refusal),
    facts: listFacts(unlistSingle(facts)),
    section: first === undefined ? "errors.md section 2" : sectionOf(first),
    ...(causes.length === 1 && first !== undefined && { kind: first.kind }),
  }
}

/** A merged fact whose values were all equal is one value. Lists of names stay lists. */
const LISTS: readonly FactName[] = [
  "roles",
  "groups",
  "keys",
  "action_roles",
  "datastore_roles",
  "field_roles",
  "item_keys",
  "statuses",
]

const unlistSingle = (facts: Facts): Facts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => {
      const isList = typeof value !== "object" || value.length !== 1 || LISTS.includes(name as FactName)
      return [name, isList ? value : value[0]]
    }),
  )

/** Returns the findings of a refusal without causes as one text. */
function textOf(refusal: DomainError): string {
  const texts = refusal.findings.map(({ description, error }) =>
    [description, error].filter((text) => text !== undefined && text !== "").join(": "),
  )
  return [...new Set(texts)].join("; ") || refusal.text || refusal.code
}

/** One explainer for each check. Undefined if the operation has no such check. */
const PASSED: Readonly<Record<Slot, (scope: Scope) => Check | undefined>> = {
  token: ({ actor }) =>
    actor === null
      ? { kind: "user_needless", facts: {} }
      : { kind: "user_known", facts: { user: nameOfUser(actor.user) } },

  place(scope) {
    const { view, datastore, operation, input } = scope
    if (datastore !== undefined && scope.actor !== null) {
      const { displayId, pId, roles } = datastore
      const facts = { ...rolesFor(scope), datastore: displayId, datastore_roles: namesOfRoles(view, pId, roles) }
      return { kind: "datastore_shown", facts }
    }
    const named = (operation?.place ?? []).flatMap((name) => {
      const value = input[name]
      return typeof value === "string" && value !== "" ? [`${name} ${value}`] : []
    })
    return { kind: "place_found", facts: named.length === 0 ? {} : { value: named } }
  },

  privilege(scope) {
    const { view, action, actor, datastore } = scope
    if (actor === null) return undefined
    if (action === undefined || datastore === undefined)
      return { kind: "operation_allowed", facts: { user: nameOfUser(actor.user) } }
    const { displayId, roles } = action
    const facts = { ...rolesFor(scope), action: displayId, action_roles: namesOfRoles(view, datastore.pId, roles) }
    return { kind: "action_allowed", facts }
  },

  parameters: () => ({ kind: "parameters_valid", facts: {} }),

  target({ view, actor, item, datastore }) {
    if (item === undefined || datastore === undefined || actor === null || !seesItem(actor, item)) return undefined
    const holders = keyHolders(view, datastore.wId, item)
    const { reasons } = sightOf(view, actor.user, datastore.wId, item, holders)
    const value = reasons.map((reason) => {
      if (reason.kind === "user") return "their own key"
      if (reason.kind === "role") return `role ${reason.role.displayId}`
      const { group, member } = reason
      return `group ${group.displayId}${member.gId === group.gId ? "" : ` below ${member.displayId}`}`
    })
    const facts = { user: nameOfUser(actor.user), item: item.iId, item_keys: holders.map(nameOfHolder), value }
    return { kind: "item_shown", facts }
  },

  status({ action, datastore, item }) {
    if (item === undefined || datastore === undefined || action === undefined || action.statusId === null)
      return undefined
    const statuses = [statusText(datastore, action.statusId)]
    const facts = { action: action.displayId, item: item.iId, statuses, status: statusText(datastore, item.statusId) }
    return { kind: "status_offered", facts }
  },

  conflict({ operation, item, input }) {
    if (item === undefined || operation?.writesItems !== true || !("revNo" in operation.input().shape)) return undefined
    const kind = input.isForceUpdate === true ? "revision_forced" : "revision_equal"
    return { kind, facts: { item: item.iId, revision: item.revNo } }
  },

  script: ({ action, operation }) =>
    operation?.writesItems === true && action?.preScript?.enabled === true
      ? { kind: "script_passed", facts: { action: action.displayId } }
      : undefined,

  values: ({ operation }) => (operation?.writesItems === true ? { kind: "values_valid", facts: {} } : undefined),
}
