import { type Actor, causesOfPlace, findApplication, findDatastore } from "../../access/index.ts"
import { type Authorized, type IgnoredKeys, process } from "../../engine/index.ts"
import {
  type ActionPlace,
  checkActionRole,
  type MainWrite,
  noCreateAction,
  readValues,
  requireAction,
  updateOptions,
  type WriteOptions,
  type WriteOutcome,
  writeItem,
} from "../../items/index.ts"
import { defined } from "../../model/index.ts"
import { optionalId } from "../../model/input/index.ts"
import type { Datastore } from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"
import { answerWritten } from "../answers/items.ts"
import { datastorePlace } from "../places.ts"
import type { CreatedItem } from "./results.ts"

/** Application and datastore of a new item, by display or internal ID. */
export interface CreatePlace {
  readonly application: string
  readonly datastore: string
}

export interface CreateItem extends CreatePlace, WriteOptions {
  /** ID of the create action. Default: the datastore's default create action. */
  readonly actionId?: string | undefined
}

export const noCreatePlace = {
  code: "INVALID_PARAMS",
  error:
    "no available actions to create new item in the database. you should check settings or check if you are in your current workspace[{current-workspace}]",
} as const

/** Authorizes the creation of items. A missing or hidden datastore is reported as a missing create action (errors.md section 4). */
export function authorizeCreate(
  view: View,
  actor: Actor,
  place: ActionPlace & { readonly application: string },
): Datastore {
  const datastore = findCreatePlace(view, actor, place)
  if (datastore === undefined) throw noCreateAction(actor, "place", causesOfPlace(view, actor, place))
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
  ignored: IgnoredKeys | undefined,
): MainWrite {
  const action = requireAction(actor, datastore, { reference: input.actionId, crudType: "1" })
  const resolved = readValues(view, actor, { datastore, action }, input, { kind: "display", ignored })
  return { datastore, action, target: null, resolved }
}

export function createdBy({ main, findings, item, preResult, asResult }: WriteOutcome): CreatedItem {
  const { iId, historyId } = main.history
  return {
    itemId: iId,
    historyId,
    findings,
    ...defined({ item, preResult, asResult }),
  }
}

/** Creates an item by a create action. (api.md section 6.1) */
export const createItem = process({
  name: "CreateItem",
  summary: "Creates an item and, on request, related items",
  input: () => ({
    ...datastorePlace(),
    actionId: optionalId().describe(
      "The create action, by display ID or a_id; the datastore's default one when absent",
    ),
    ...updateOptions(),
  }),
  place: ["application", "datastore", "actionId"],
  authorize: authorizeCreate,
  defaultAction: "1",
  errors: { place: noCreatePlace },
  writesItems: true,
  async execute(call, input): Promise<CreatedItem> {
    const resultKeys = input.returnDisplayId === true ? "display" : "internal"
    const planWrite = (view: View) => plan(view, call.in(view), input, call.caller.ignoredKeys)
    return createdBy(await writeItem(call.caller, "CreateItem", input, planWrite, { resultKeys }))
  },
  answer: (created, context) => answerWritten(context, created),
})
