import type { Actor } from "../../access/actor.ts"
import { type Caller, process } from "../../engine/use-case.ts"
import { enterAction, requireNamed } from "../../items/writing/enter-action.ts"
import { planAction } from "../../items/writing/plan-action.ts"
import type { KeyKind } from "../../items/writing/resolve-values.ts"
import type { WriteOptions } from "../../items/writing/write-options.ts"
import { type WriteOutcome, writeItem } from "../../items/writing/write-request.ts"
import { nameIn } from "../../names.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { History } from "../../records/history.ts"
import type { User } from "../../records/user.ts"
import type { View } from "../../state/view.ts"
import { profilePictureUrl } from "../../users/profile-picture.ts"
import { type CreatedItem, createdBy } from "./create-item.ts"

/** An item to write; application and datastore by display or internal ID. */
export interface ItemToWrite {
  readonly application: string
  readonly datastore: string
  readonly itemId: string
}

export interface UpdateItem extends ItemToWrite, WriteOptions {
  /** An update action; the default one when absent. */
  readonly actionId?: string | undefined
}

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

/** UpdateItem (api.md section 6.2). */
export const updateItem = process({
  enter: enterAction({ kinds: ["2"], fallback: "2" }),
  run: async (entry, input: UpdateItem): Promise<UpdatedItem> => {
    const plan = (view: View, actor: Actor) =>
      planAction(view, actor, {
        datastore: requireNamed(entry.in(view).found),
        actionId: input.actionId,
        crudType: "2",
        iId: input.itemId,
        options: input,
        keys: updateKeys(input),
      })
    return updatedBy(entry.caller, await writeItem(entry.caller, "UpdateItem", input, plan))
  },
})
