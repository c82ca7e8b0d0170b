import fc from "fast-check"
import type { Model, ModelItem } from "../../model/model.ts"
import type { KitSchema, KitUser } from "../../schema.ts"
import type { Session } from "../../session.ts"
import { type AnyKind, type CommandKind, kind } from "../command.ts"
import { itemAt, readerAt } from "../pick.ts"

interface ItemDraft {
  readonly user: number
  readonly item: number
  /** Path `APP/DS` of the item's datastore; default: any datastore. */
  readonly datastore?: string
}

export interface ItemRun<D> {
  readonly model: Model
  readonly session: Session
  readonly draft: D
  readonly item: ModelItem
  readonly user: KitUser
}

interface ItemKind<D> extends Pick<CommandKind<D>, "name" | "draft" | "needs"> {
  /** Whether the command can run on the item. Default: on every item. */
  readonly fits?: (item: ModelItem) => boolean
  readonly run: (run: ItemRun<D>) => Promise<void>
}

/** Defines a command that runs on an existing item. */
export const itemKind = <D extends ItemDraft>({ fits = () => true, run, ...definition }: ItemKind<D>): AnyKind =>
  kind<D>({
    needs: "an item",
    ...definition,
    isPossible(model, draft) {
      const item = itemAt(model, draft.item, draft.datastore)
      return item !== undefined && fits(item)
    },
    run(model, session, draft) {
      const item = itemAt(model, draft.item, draft.datastore) as ModelItem
      return run({ model, session, draft, item, user: readerAt(model, draft.user, item) })
    },
  })

export const draftsOf = <D>(schema: KitSchema, drafts: { [K in keyof D]: fc.Arbitrary<D[K]> }) =>
  schema.datastores.length === 0 ? "the workspace has no datastores" : fc.record(drafts)
