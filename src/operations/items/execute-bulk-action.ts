import * as z from "zod"
import type { Actor } from "../../access/actor.ts"
import { findAction } from "../../access/places.ts"
import { type Authorization, process } from "../../engine/operation.ts"
import { OutcomeUnknown } from "../../engine/outcome-unknown.ts"
import { DomainError, type Finding, invalidParams } from "../../model/error.ts"
import { anyObject, map, object } from "../../model/input/schemas.ts"
import { findRestrictedItems } from "../../items/search/find-items.ts"
import { searchScope } from "../../items/search/scope.ts"
import { conditionList } from "../../items/search/search-input.ts"
import { authorizeAction } from "../../items/writing/enter-action.ts"
import { planAction } from "../../items/writing/plan-action.ts"
import { refusedAction, requireMayRun } from "../../items/writing/actions.ts"
import { resolveValues } from "../../items/writing/resolve-values.ts"
import { createOptions } from "../../items/writing/write-input.ts"
import type { WriteOptions } from "../../items/writing/write-options.ts"
import { checkOptions, writeItem } from "../../items/writing/write-request.ts"
import { byText } from "../../order.ts"
import { withParts } from "../../part.ts"
import type { Action, Datastore } from "../../records/datastore.ts"
import type { Item } from "../../model/records/item.ts"
import type { View } from "../../state/view.ts"
import { datastorePlace } from "../places.ts"
import { updateKeys } from "./update-item.ts"

export interface BulkOutcome {
  readonly matched: number
  readonly processed: number
  /** Items that failed, a WARN when nothing or too much matched, and one for each key that was not granted. */
  readonly findings: readonly Finding[]
  /** False when all that matched was written, or nothing did; a key that was refused is no error. */
  readonly hasError: boolean
}

const DEFAULT_MAX = 100
const HIGHEST_MAX = 300

/**
 * Runs an action on every visible item that fits, those updated longest ago first. Each item is a transaction of its own, with its
 * scripts; one that fails, for whatever reason, is reported and the others go on. (api.md section 18.3)
 */
export const executeBulkAction = process({
  name: "ExecuteBulkAction",
  summary: "Run an action on all matching items",
  input: bulkInput,
  place: ["application", "datastore", "actionId"],
  authorize: authorizeAction({ kinds: ["2", "3", "4"] }),
  errors: { params: { shape: "errorsWithResult" }, values: { shape: "errorsWithResult" } },
  writesItems: true,
  async execute(call, input): Promise<BulkOutcome> {
    const maxItems = input.maxItems ?? DEFAULT_MAX
    const { action, items } = await withParts(() => findTargets(call, input, maxItems))
    const matched = items.length
    if (matched === 0) return { matched, processed: 0, findings: [nothingFound], hasError: false }
    if (matched > maxItems && input.continueProc !== true) {
      return { matched, processed: 0, findings: [tooMany(maxItems)], hasError: true }
    }
    const failures: Finding[] = []
    const refusedKeys = new Map<string, Finding>()
    let processed = 0
    let transactionId: string | undefined
    for (const { iId } of items.slice(0, maxItems)) {
      try {
        const { main, findings } = await runOn(call, { input, action, iId, transactionId })
        transactionId = main.history.transactionId
        for (const warning of findings) refusedKeys.set(warning.description, warning)
        processed += 1
      } catch (error) {
        if (endsAll(error, processed)) throw error
        if (!(error instanceof DomainError)) call.caller.tellBug?.(error)
        failures.push(itemFailed(iId, error))
      }
    }
    const errors = [...(matched > maxItems ? [tooMany(maxItems)] : []), ...failures]
    // The same keys are refused for every item: each is told once.
    return { matched, processed, findings: [...errors, ...refusedKeys.values()], hasError: errors.length > 0 }
  },
})

/**
 * Whether the items that are left are not tried: it is not known what became of this one, or the store can't be reached and nothing
 * was written yet, so that asking again is safe.
 */
const endsAll = (error: unknown, processed: number): boolean =>
  error instanceof OutcomeUnknown ||
  (processed === 0 && error instanceof DomainError && error.refusal.retryAfter !== undefined)

type BulkCall = Authorization<Datastore>
type BulkInput = z.output<ReturnType<typeof bulkInput>>

function bulkInput() {
  const { changes, comment, useDisplayId, accessKeyUpdates, asParams } = createOptions()
  return object({
    ...datastorePlace(),
    actionId: z.string().describe("The update, delete or copy action, by display ID or a_id"),
    conditions: conditionList().describe("Which items; at least one condition has to restrict something").optional(),
    useOrCondition: z
      .boolean()
      .describe("True: one condition is enough; false: all have to fit. Default false")
      .optional(),
    item: anyObject().describe("Values for all of the items, by display ID or f_id of the field").optional(),
    changes,
    itemRevisions: map(z.int())
      .describe("Revisions to compare, by ID of the item; items that are not named are forced")
      .optional(),
    comment,
    maxItems: z.int().describe("The most items: a multiple of 10 up to 300. Default 100").optional(),
    useDisplayId,
    continueProc: z
      .boolean()
      .describe("True: when more items match than the maximum, the first ones are done; false: none. Default false")
      .optional(),
    accessKeyUpdates,
    asParams,
  })
}

function findTargets(call: BulkCall, input: BulkInput, maxItems: number) {
  const { engine } = call.caller
  const view = engine.view()
  const { principal: actor, granted: datastore } = call.in(view)
  const action = requireBulkAction(datastore, input.actionId)
  if (action.statusId !== null) requireMayRun(view, actor, datastore, action)
  if (!Number.isInteger(maxItems) || maxItems < 10 || maxItems > HIGHEST_MAX || maxItems % 10 !== 0) {
    throw invalidParams(`max_items must be a multiple of 10 up to ${HIGHEST_MAX}`)
  }
  checkOptions(view, actor, datastore, resolveValues(datastore, input, updateKeys(input)), input)
  const scope = searchScope(view, actor, datastore, engine, input)
  const items = findRestrictedItems(scope, input.conditions ?? [], input.useOrCondition === true)
  return { action, items: items.sort(longestUntouchedFirst) }
}

/** An action that is unknown or of the wrong kind is one more bad parameter of a bulk action (errors.md section 6). */
function requireBulkAction(datastore: Datastore, reference: string): Action {
  const action = findAction(datastore, reference)
  if (action === undefined) throw invalidParams(refusedAction(datastore, reference))
  if (action.crudType === "1") throw invalidParams("a create action can't be run on items")
  return action
}

const longestUntouchedFirst = (left: Item, right: Item): number =>
  byText(left.updatedAt, right.updatedAt) || byText(left.iId, right.iId)

interface BulkRun {
  readonly input: BulkInput
  readonly action: Action
  readonly iId: string
  readonly transactionId: string | undefined
}

function runOn(call: BulkCall, { input, action, iId, transactionId }: BulkRun) {
  const { item, changes, comment, useDisplayId, accessKeyUpdates, asParams } = input
  const revNo = input.itemRevisions?.[iId]
  const options: WriteOptions = {
    item,
    changes,
    comment,
    useDisplayId,
    accessKeyUpdates,
    asParams,
    revNo,
    isForceUpdate: revNo === undefined,
  }
  const plan = (view: View, actor: Actor) =>
    planAction(view, actor, {
      datastore: call.in(view).granted,
      actionId: action.aId,
      iId,
      options,
      keys: updateKeys(options),
    })
  return writeItem(call.caller, "ExecuteBulkAction", options, plan, { transactionId })
}

const nothingFound: Finding = Object.freeze({
  description: "target was not found.",
  error: "",
  errorCode: "NOT_FOUND",
  errorLevel: "WARN",
  referenceId: "",
})

const tooMany = (maxItems: number): Finding => ({
  description: `the number of items has reached max_items ${maxItems}`,
  errorCode: "INVALID_SETTINGS",
  errorLevel: "WARN",
  referenceId: "",
})

/** The code is that of the first thing wrong with the item; what is no refusal is a failure of ours (errors.md section 2). */
const itemFailed = (iId: string, error: unknown): Finding => ({
  description: "error occurred when execute action",
  error: "Error",
  errorCode: error instanceof DomainError ? (error.refusal.findings?.[0]?.errorCode ?? error.code) : "SYSTEM_ERROR",
  errorLevel: "ERROR",
  referenceId: iId,
})
