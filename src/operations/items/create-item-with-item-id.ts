import * as z from "zod"
import { type Authorized, type ParsedInputOf, process } from "../../engine/operation.ts"
import { type DomainError, invalidParams } from "../../model/error.ts"
import { type IId, isInternalId } from "../../model/ids.ts"
import { anyObject, object } from "../../model/input/schemas.ts"
import { isTaken } from "../../items/writing/remove-item.ts"
import { requireAction } from "../../items/writing/actions.ts"
import { type KeyKind, resolveValues } from "../../items/writing/resolve-values.ts"
import { updateOptions } from "../../items/writing/write-input.ts"
import { checkOptions, type MainWrite, writeItem } from "../../items/writing/write-request.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { View } from "../../state/view.ts"
import { answerWritten } from "../answers/items.ts"
import { datastorePlace } from "../places.ts"
import { type CreatedItem, createdBy, enterCreate, noCreatePlace } from "./create-item.ts"

const badId = (itemId: string, why: string): DomainError => invalidParams(`item_id ${itemId} ${why}`)

/** Makes an item under an ID that attachments were uploaded for before. (api.md section 6.3) */
export const createItemWithItemID = process({
  name: "CreateItemWithItemID",
  summary: "Create an item under an ID chosen before",
  input: () =>
    object({
      ...datastorePlace(),
      itemId: z.string().describe("ID of the new item: 24 hex characters that no item has or had"),
      actionId: z.string().describe("The create action, by display ID with useDisplayId, else by a_id"),
      ...updateOptions(),
      item: anyObject().describe("Values by field, keyed by display ID with useDisplayId, else by f_id").optional(),
      useDisplayId: z
        .boolean()
        .describe(
          "True: the action and the keys of fields are display IDs; false: internal ones. The other kind is refused",
        )
        .optional(),
    }),
  place: ["application", "datastore", "actionId"],
  authorize: enterCreate,
  errors: { place: noCreatePlace },
  writesItems: true,
  async execute(call, input): Promise<CreatedItem> {
    const settle = (view: View) => plan(view, call.in(view), input)
    return createdBy(await writeItem(call.caller, "CreateItemWithItemID", input, settle))
  },
  answer: (created, context) => answerWritten(context, created),
})

function plan(
  view: View,
  { principal: actor, granted: datastore }: Authorized<Datastore>,
  input: ParsedInputOf<typeof createItemWithItemID>,
): MainWrite {
  const { itemId, actionId, useDisplayId } = input
  const keys: KeyKind = { kind: useDisplayId === true ? "display" : "internal", strict: true }
  const action = requireAction(actor, datastore, { reference: actionId, crudType: "1", only: keys.kind })
  if (!isInternalId(itemId)) throw badId(itemId, "is not an item ID: expected 24 lower-case hex characters")
  if (isTaken(view, itemId)) throw badId(itemId, "is taken: an item has or had it")
  const resolved = resolveValues(datastore, input, keys)
  checkOptions(view, actor, datastore, resolved, input)
  return { datastore, action, target: null, resolved, iId: itemId as IId }
}
