import type { Actor } from "../../access/actor.ts"
import type { Caller } from "../../engine/caller.ts"
import { process } from "../../engine/operation.ts"
import { object, optionalId } from "../../model/input/schemas.ts"
import { authorizeAction } from "../../items/writing/enter-action.ts"
import { planAction } from "../../items/writing/plan-action.ts"
import type { KeyKind } from "../../items/writing/resolve-values.ts"
import { updateOptions } from "../../items/writing/write-input.ts"
import type { WriteOptions } from "../../items/writing/write-options.ts"
import { type WriteOutcome, writeItem } from "../../items/writing/write-request.ts"
import { nameIn } from "../../model/names.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { History } from "../../records/history.ts"
import type { User } from "../../model/records/user.ts"
import type { View } from "../../state/view.ts"
import { profilePictureUrl } from "../../users/profile-picture.ts"
import { answerChanged } from "../answers/items.ts"
import { itemPlace } from "../places.ts"
import { type CreatedItem, createdBy } from "./create-item.ts"

export interface UpdatedItem extends CreatedItem {
  readonly revNo: number
  /** The entry. */
  readonly history: History
  /** The datastore. */
  readonly datastore: Datastore
  /** In the world's language. */
  readonly datastoreName: string
  /** Who wrote it; undefined where they are gone. */
  readonly author: User
  /** Of the author's picture. */
  readonly mediaLink: string
}

/** Field keys of updates: either kind, internal IDs first unless `useDisplayId` says otherwise (api.md section 6.2). */
export const updateKeys = ({ useDisplayId }: WriteOptions): KeyKind => ({
  kind: useDisplayId === true ? "display" : "internal",
})

/** What is answered when an item was changed or copied. */
export function updatedBy({ engine }: Caller, outcome: WriteOutcome): UpdatedItem {
  const { main, actor } = outcome
  // Not a spread: performance.md, "spread".
  return Object.assign(createdBy(outcome), {
    revNo: main.after?.revNo ?? 0,
    history: main.history,
    datastore: main.datastore,
    datastoreName: nameIn(main.datastore.name, engine.state.scalars.settings.lang),
    author: actor.user,
    mediaLink: profilePictureUrl(engine, actor.uId),
  })
}

/** Changes an item by an update action. (api.md section 6.2) */
export const updateItem = process({
  name: "UpdateItem",
  summary: "Update an item, with related items when given",
  input: () =>
    object({
      ...itemPlace(),
      actionId: optionalId().describe(
        "The update action, by display ID or a_id; the datastore's default one when absent",
      ),
      ...updateOptions(),
    }),
  place: ["application", "datastore", "actionId"],
  authorize: authorizeAction({ kinds: ["2"], fallback: "2" }),
  writesItems: true,
  async execute(call, input): Promise<UpdatedItem> {
    const plan = (view: View, actor: Actor) =>
      planAction(view, actor, {
        datastore: call.in(view).granted,
        actionId: input.actionId,
        crudType: "2",
        iId: input.itemId,
        options: input,
        keys: updateKeys(input),
      })
    return updatedBy(call.caller, await writeItem(call.caller, "UpdateItem", input, plan))
  },
  answer: (updated, context) => answerChanged(context, updated),
})
