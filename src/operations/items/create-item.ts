import type { Actor } from "../../access/actor.ts"
import { findApplication, findDatastore } from "../../access/places.ts"
import { type Authorized, process } from "../../engine/operation.ts"
import type { Finding } from "../../model/error.ts"
import type { HistoryId, IId } from "../../model/ids.ts"
import { object, optionalId } from "../../model/input/schemas.ts"
import { type ActionPlace, checkActionRole } from "../../items/writing/enter-action.ts"
import type { ItemResult } from "../../items/writing/item-result.ts"
import { noCreateAction, requireAction } from "../../items/writing/actions.ts"
import { resolveValues } from "../../items/writing/resolve-values.ts"
import { updateOptions } from "../../items/writing/write-input.ts"
import type { WriteOptions } from "../../items/writing/write-options.ts"
import { checkOptions, type MainWrite, type WriteOutcome, writeItem } from "../../items/writing/write-request.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { View } from "../../state/view.ts"
import { answerWritten } from "../answers/items.ts"
import { datastorePlace } from "../places.ts"

/** Where an item is made; display or internal IDs. */
export interface CreatePlace {
  readonly application: string
  readonly datastore: string
}

export interface CreateItem extends CreatePlace, WriteOptions {
  /** A create action; the default one when absent. */
  readonly actionId?: string | undefined
}

export interface CreatedItem {
  readonly itemId: IId
  readonly historyId: HistoryId
  /** Failed related entries and refused keys; empty on full success. */
  readonly findings: readonly Finding[]
  /** With `returnItemResult`. */
  readonly item?: ItemResult
  readonly preResult?: { readonly result: unknown }
  readonly asResult?: { readonly result: unknown }
}

/** What is missing or not shown is answered in the service's own words. */
export const noCreatePlace = {
  code: "INVALID_PARAMS",
  error:
    "no available actions to create new item in the database. you should check settings or check if you are in your current workspace[{current-workspace}]",
} as const

/**
 * Lets in who may create there. What is missing or not shown is answered like a missing create action (errors.md section 4).
 */
export function enterCreate(
  view: View,
  actor: Actor,
  place: ActionPlace & { readonly application: string },
): Datastore {
  const datastore = findCreatePlace(view, actor, place)
  if (datastore === undefined) throw noCreateAction(actor, "place")
  checkActionRole(view, actor, datastore, place, { kinds: ["1"], fallback: "1" })
  return datastore
}

function findCreatePlace(
  view: View,
  actor: Actor,
  { application: named, datastore }: ActionPlace,
): Datastore | undefined {
  const application = named === undefined ? undefined : findApplication(view, actor, named)
  if (application === undefined) return undefined
  return findDatastore(view, actor, datastore, { application })
}

function plan(
  view: View,
  { principal: actor, granted: datastore }: Authorized<Datastore>,
  input: CreateItem,
): MainWrite {
  const action = requireAction(actor, datastore, { reference: input.actionId, crudType: "1" })
  const resolved = resolveValues(datastore, input, { kind: "display" })
  checkOptions(view, actor, datastore, resolved, input)
  return { datastore, action, target: null, resolved }
}

/** What is answered when an item was made. */
export function createdBy({ main, findings, item, preResult, asResult }: WriteOutcome): CreatedItem {
  const { iId, historyId } = main.history
  return {
    itemId: iId,
    historyId,
    findings,
    ...(item === undefined ? {} : { item }),
    ...(preResult === undefined ? {} : { preResult }),
    ...(asResult === undefined ? {} : { asResult }),
  }
}

/** Makes an item by a create action. (api.md section 6.1) */
export const createItem = process({
  name: "CreateItem",
  summary: "Create an item, with related items when given",
  input: () =>
    object({
      ...datastorePlace(),
      actionId: optionalId().describe(
        "The create action, by display ID or a_id; the datastore's default one when absent",
      ),
      ...updateOptions(),
    }),
  place: ["application", "datastore", "actionId"],
  authorize: enterCreate,
  errors: { place: noCreatePlace },
  writesItems: true,
  async execute(call, input): Promise<CreatedItem> {
    const resultKeys = input.returnDisplayId === true ? "display" : "internal"
    const settle = (view: View) => plan(view, call.in(view), input)
    return createdBy(await writeItem(call.caller, "CreateItem", input, settle, { resultKeys }))
  },
  answer: (created, context) => answerWritten(context, created),
})
