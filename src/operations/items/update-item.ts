import { type Actor, profilePictureUrl } from "../../access/index.ts"
import { type Authorization, type Caller, type IgnoredKeys, process } from "../../engine/index.ts"
import {
  authorizeAction,
  type KeyKind,
  type MainWrite,
  planAction,
  updateOptions,
  type WriteOptions,
  type WriteOutcome,
  writeItem,
} from "../../items/index.ts"
import { nameIn } from "../../model/index.ts"
import { optionalId } from "../../model/input/index.ts"
import type { CrudType, Datastore } from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"
import { answerChanged } from "../answers/items.ts"
import { itemPlace } from "../places.ts"
import { createdBy } from "./create-item.ts"
import type { UpdatedItem } from "./results.ts"

interface ItemActionInput extends WriteOptions {
  readonly actionId?: string | undefined
  readonly itemId?: string | undefined
}

/** Returns the kind of field IDs that an update tries first. It accepts both kinds (api.md section 6.2). */
export const updateKeys = ({ useDisplayId }: WriteOptions, ignored: IgnoredKeys | undefined): KeyKind => ({
  kind: useDisplayId === true ? "display" : "internal",
  ignored,
})

/** Returns a function that runs `planAction` with the action and the item in `input`. */
export const planOf =
  (call: Authorization<Datastore>, input: ItemActionInput, crudType?: CrudType) =>
  (view: View, actor: Actor): MainWrite =>
    planAction(view, actor, {
      datastore: call.in(view).granted,
      actionId: input.actionId,
      crudType,
      iId: input.itemId,
      options: input,
      keys: updateKeys(input, call.caller.ignoredKeys),
    })

export function updatedBy({ engine }: Caller, outcome: WriteOutcome): UpdatedItem {
  const { main, actor } = outcome
  // `Object.assign` is faster than a spread here (CONTRIBUTING.md, "spread").
  return Object.assign(createdBy(outcome), {
    revNo: main.after?.revNo ?? 0,
    history: main.history,
    datastore: main.datastore,
    datastoreName: nameIn(main.datastore.name, engine.state.scalars.settings.lang),
    author: actor.user,
    mediaLink: profilePictureUrl(engine, actor.uId),
  })
}

/** Updates an item by an update action. (api.md section 6.2) */
export const updateItem = process({
  name: "UpdateItem",
  summary: "Updates an item and, on request, related items",
  input: () => ({
    ...itemPlace(),
    actionId: optionalId().describe(
      "The update action, by display ID or a_id; the datastore's default one when absent",
    ),
    ...updateOptions(),
  }),
  place: ["application", "datastore", "actionId"],
  authorize: authorizeAction({ kinds: ["2"], fallback: "2" }),
  defaultAction: "2",
  writesItems: true,
  async execute(call, input): Promise<UpdatedItem> {
    return updatedBy(call.caller, await writeItem(call.caller, "UpdateItem", input, planOf(call, input, "2")))
  },
  answer: (updated, context) => answerChanged(context, updated),
})
