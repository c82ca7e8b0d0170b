import * as z from "zod"
import { findAction } from "../../access/index.ts"
import { type Authorization, OutcomeUnknown, process } from "../../engine/index.ts"
import {
  anyCondition,
  authorizeAction,
  causeOfUnknownAction,
  conditionList,
  createOptions,
  findItems,
  readValues,
  refusedAction,
  searchScope,
  type WriteOptions,
  writeItem,
} from "../../items/index.ts"
import { byText, DomainError, type Finding, invalidParams } from "../../model/index.ts"
import { anyObject, map, optionalBoolean, optionalInt } from "../../model/input/index.ts"
import type { Action, Datastore, Item } from "../../model/records/index.ts"
import { datastorePlace } from "../places.ts"
import { planOf, updateKeys } from "./update-item.ts"

export interface BulkOutcome {
  readonly matched: number
  readonly processed: number
  /** Errors of failed items and of refused access keys. Also contains a warning if no items or too many items matched. */
  readonly findings: readonly Finding[]
  /** True if an item failed or too many items matched. Refused access keys do not count. */
  readonly hasError: boolean
}

const DEFAULT_MAX = 100
const MAX_ITEMS = 300

/**
 * Runs an action on all matching items that the caller may see, least recently updated first. Each item and its scripts have their own
 * transaction. A failed item is reported, and the others are still processed. (api.md section 18.3)
 */
export const executeBulkAction = process({
  name: "ExecuteBulkAction",
  summary: "Runs an action on all items that match the conditions",
  input: bulkInput,
  place: ["application", "datastore", "actionId"],
  authorize: authorizeAction({ kinds: ["2", "3", "4"] }),
  errors: { params: { shape: "errorsWithResult" }, values: { shape: "errorsWithResult" } },
  writesItems: true,
  async execute(call, input): Promise<BulkOutcome> {
    const maxItems = input.maxItems ?? DEFAULT_MAX
    const { action, items } = await findTargets(call, input, maxItems)
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
        if (!(error instanceof DomainError)) call.caller.reportBug?.(error)
        failures.push(itemFailed(iId, error))
      }
    }
    const errors = [...(matched > maxItems ? [tooMany(maxItems)] : []), ...failures]
    // All items refuse the same access keys, so each key is reported once.
    return { matched, processed, findings: [...errors, ...refusedKeys.values()], hasError: errors.length > 0 }
  },
})

/**
 * Returns whether an error ends the whole operation. It does if the item's outcome is unknown. It also does if the store is unavailable
 * before the first write, because the caller can then safely retry.
 */
const endsAll = (error: unknown, processed: number): boolean =>
  error instanceof OutcomeUnknown ||
  (processed === 0 && error instanceof DomainError && error.refusal.retryAfter !== undefined)

type BulkCall = Authorization<Datastore>
type BulkInput = z.output<z.ZodObject<ReturnType<typeof bulkInput>>>

function bulkInput() {
  const { changes, comment, useDisplayId, accessKeyUpdates, asParams } = createOptions()
  return {
    ...datastorePlace(),
    actionId: z.string().describe("The update, delete or copy action, by display ID or a_id"),
    conditions: conditionList().describe("Conditions of the items; at least one must restrict them").optional(),
    useOrCondition: anyCondition(),
    item: anyObject().describe("Values for all of the items, by display ID or f_id of the field").optional(),
    changes,
    itemRevisions: map(z.int()).describe("Expected revisions by item ID; items without one are forced").optional(),
    comment,
    maxItems: optionalInt("Maximum number of items: a multiple of 10 up to 300. Default 100"),
    useDisplayId,
    continueProc: optionalBoolean(
      "True: processes the first items if more than the maximum match; false: none. Default false",
    ),
    accessKeyUpdates,
    asParams,
  }
}

async function findTargets(call: BulkCall, input: BulkInput, maxItems: number) {
  const { engine } = call.caller
  const view = engine.view()
  const { principal: actor, granted: datastore } = call.in(view)
  const action = requireBulkAction(datastore, input.actionId)
  if (!Number.isInteger(maxItems) || maxItems < 10 || maxItems > MAX_ITEMS || maxItems % 10 !== 0) {
    throw invalidParams(`max_items: expected a multiple of 10 from 10 to ${MAX_ITEMS}, received ${maxItems}`)
  }
  readValues(view, actor, { datastore, action }, input, updateKeys(input, call.caller.ignoredKeys))
  const scope = searchScope(view, actor, datastore, engine)
  const items = await findItems(scope, input.conditions ?? [], {
    useOrCondition: input.useOrCondition === true,
    mustRestrict: true,
  })
  return { action, items: items.toSorted(longestUntouchedFirst) }
}

/** Finds the action to run. Throws INVALID_PARAMS if it is unknown or a create action (errors.md section 6). */
function requireBulkAction(datastore: Datastore, reference: string): Action {
  const action = findAction(datastore, reference)
  if (action === undefined) {
    throw invalidParams(refusedAction(datastore, reference), { causes: [causeOfUnknownAction(datastore, reference)] })
  }
  if (action.crudType === "1") throw invalidParams("a create action can't run on existing items")
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
  const plan = planOf(call, { ...options, actionId: action.aId, itemId: iId })
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

/** Creates the finding for a failed item, with the code of its first error or SYSTEM_ERROR if unexpected (errors.md section 2). */
const itemFailed = (iId: string, error: unknown): Finding => ({
  description: "error occurred when execute action",
  error: "Error",
  errorCode: error instanceof DomainError ? (error.refusal.findings?.[0]?.errorCode ?? error.code) : "SYSTEM_ERROR",
  errorLevel: "ERROR",
  referenceId: iId,
})
