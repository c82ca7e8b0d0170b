import { defaultAction, type ModelItem } from "../../../testing/kit/model/model.ts"
import { copy, rename } from "../../../testing/kit/model/writes.ts"
import type { KitAction } from "../../../testing/kit/schema.ts"
import { kind } from "../command.ts"
import { datastoreOf, itemAt, readerAt, resolvedItem, userAt } from "../../../testing/kit/commands/pick.ts"
import { itemParams } from "../../../testing/kit/commands/params.ts"
import { observe } from "./observe.ts"
import { datastoresWith, type WriteDraft, writeDrafts } from "../../../testing/kit/commands/items/write-draft.ts"

export const copyItem = kind<WriteDraft>({
  name: "CopyItem",
  draft: (schema) =>
    writeDrafts(
      schema,
      datastoresWith(schema, "4", (action) => action.status === null),
    ),
  needs: "an item in the datastore",
  isPossible: (model, draft) => itemAt(model, draft.item, draft.datastore) !== undefined,
  async run(model, session, draft) {
    const datastore = datastoreOf(model, draft.datastore)
    const item = itemAt(model, draft.item, draft.datastore) as ModelItem
    const user = readerAt(model, draft.user, item)
    const action = defaultAction(datastore, "4") as KitAction
    const body = { item: resolvedItem(model, datastore, draft.body.item ?? {}) }
    const write = copy(model, user.uId, datastore, item.iId, action, body)
    const answer = await session.expect(
      {
        operation: "executeAction",
        user: user.reference,
        params: { ...itemParams(item), "action-id": action.displayId },
        body: { ...body, use_display_id: true },
      },
      write.prediction,
    )
    if (write.item === null) return
    rename(model, write.item, answer.body.item_id)
    await observe(model, session, userAt(model, draft.observer), write.item)
  },
})
