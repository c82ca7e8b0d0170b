import { defaultAction, type ModelItem } from "../../../testing/kit/model/model.ts"
import { update } from "../../../testing/kit/model/writes.ts"
import { kind } from "../command.ts"
import { datastoreOf, itemAt, readerAt, resolvedBody } from "../../../testing/kit/commands/pick.ts"
import { itemParams } from "../../../testing/kit/commands/params.ts"
import { afterUpdate } from "./after-update.ts"
import { revisionOf, type WriteDraft, writableDatastores, writeDrafts } from "../../../testing/kit/commands/items/write-draft.ts"

export const updateItem = kind<WriteDraft>({
  name: "UpdateItem",
  draft: (schema) => writeDrafts(schema, writableDatastores(schema)),
  needs: "an item in the datastore",
  isPossible: (model, draft) => itemAt(model, draft.item, draft.datastore) !== undefined,
  async run(model, session, draft) {
    const datastore = datastoreOf(model, draft.datastore)
    const item = itemAt(model, draft.item, draft.datastore) as ModelItem
    const user = readerAt(model, draft.user, item)
    const body = { ...resolvedBody(model, datastore, draft.body), ...revisionOf(draft, item), use_display_id: true }
    const write = update(model, user.uId, datastore, item.iId, defaultAction(datastore, "2"), body)
    const answer = await session.expect(
      { operation: "updateItem", user: user.reference, params: itemParams(item), body },
      write.prediction,
    )
    await afterUpdate(model, session, draft, item, write, answer.body)
  },
})
