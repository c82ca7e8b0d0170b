import * as z from "zod"
import { type Authorized, type IgnoredKeys, type ParsedInputOf, process } from "../../engine/index.ts"
import {
  isTaken,
  type KeyKind,
  type MainWrite,
  readValues,
  requireAction,
  updateOptions,
  writeItem,
} from "../../items/index.ts"
import { type DomainError, type IId, invalidParams, isInternalId } from "../../model/index.ts"
import { anyObject, optionalBoolean } from "../../model/input/index.ts"
import type { Datastore } from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"
import { answerWritten } from "../answers/items.ts"
import { datastorePlace } from "../places.ts"
import { authorizeCreate, createdBy, noCreatePlace } from "./create-item.ts"
import type { CreatedItem } from "./results.ts"

const badId = (itemId: string, why: string): DomainError => invalidParams(`item_id ${itemId} ${why}`)

/** Creates an item with a given ID. Files may have been uploaded for this ID before. (api.md section 6.3) */
export const createItemWithItemID = process({
  name: "CreateItemWithItemID",
  summary: "Creates an item with an ID that the request gives",
  input: () => ({
    ...datastorePlace(),
    itemId: z.string().describe("ID of the new item: 24 hex characters that no item has or had"),
    actionId: z.string().describe("The create action, by display ID with useDisplayId, else by a_id"),
    ...updateOptions(),
    item: anyObject().describe("Values by field, keyed by display ID with useDisplayId, else by f_id").optional(),
    useDisplayId: optionalBoolean(
      "True: the action and the keys of fields are display IDs; false: internal ones. The other kind is refused",
    ),
  }),
  place: ["application", "datastore", "actionId"],
  authorize: authorizeCreate,
  errors: { place: noCreatePlace },
  writesItems: true,
  async execute(call, input): Promise<CreatedItem> {
    const planWrite = (view: View) => plan(view, call.in(view), input, call.caller.ignoredKeys)
    return createdBy(await writeItem(call.caller, "CreateItemWithItemID", input, planWrite))
  },
  answer: (created, context) => answerWritten(context, created),
})

function plan(
  view: View,
  { principal: actor, granted: datastore }: Authorized<Datastore>,
  input: ParsedInputOf<typeof createItemWithItemID>,
  ignored: IgnoredKeys | undefined,
): MainWrite {
  const { itemId, actionId, useDisplayId } = input
  const keys: KeyKind = { kind: useDisplayId === true ? "display" : "internal", strict: true, ignored }
  const action = requireAction(actor, datastore, { reference: actionId, crudType: "1", only: keys.kind })
  if (!isInternalId(itemId)) throw badId(itemId, "must have 24 lower-case hex characters")
  if (isTaken(view, itemId)) throw badId(itemId, "is already used or was used before")
  const resolved = readValues(view, actor, { datastore, action }, input, keys)
  return { datastore, action, target: null, resolved, iId: itemId as IId }
}
