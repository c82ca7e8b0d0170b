import fc from "fast-check"
import type { ModelItem } from "../../../testing/kit/model/model.ts"
import { remove } from "../../../testing/kit/model/writes.ts"
import { kind } from "../command.ts"
import { itemAt, readerAt, userAt } from "../../../testing/kit/commands/pick.ts"
import { itemParams } from "../../../testing/kit/commands/params.ts"
import { observe } from "./observe.ts"

interface DeleteDraft {
  readonly user: number
  readonly observer: number
  readonly item: number
}

export const deleteItem = kind<DeleteDraft>({
  name: "DeleteItem",
  draft: (schema) =>
    schema.datastores.length === 0
      ? "the workspace has no datastores"
      : fc.record({ user: fc.nat(20), observer: fc.nat(20), item: fc.nat(40) }),
  needs: "an item",
  isPossible: (model, draft) => itemAt(model, draft.item) !== undefined,
  async run(model, session, draft) {
    const item = itemAt(model, draft.item) as ModelItem
    const user = readerAt(model, draft.user, item)
    const others = [...model.items.values()].filter((other) => other !== item && other.links.has(item.iId))
    const prediction = remove(model, user.uId, item.datastore, item.iId)
    await session.expect(
      { operation: "deleteItem", user: user.reference, params: itemParams(item), body: {} },
      prediction,
    )
    await observe(model, session, userAt(model, draft.observer), item)
    for (const other of others.slice(0, 1)) await observe(model, session, userAt(model, draft.observer), other)
  },
})
