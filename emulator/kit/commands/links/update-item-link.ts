import type { ModelItem } from "../../../testing/kit/model/model.ts"
import { reads } from "../../../testing/kit/model/people.ts"
import { kind } from "../command.ts"
import { observe } from "../items/observe.ts"
import { itemAt, readerAt, userAt } from "../../../testing/kit/commands/pick.ts"
import { itemParams } from "../../../testing/kit/commands/params.ts"
import { type LinkDraft, linkDrafts, linkedAt, mayLink } from "./link-draft.ts"

export const updateItemLink = kind<LinkDraft>({
  name: "UpdateItemLink",
  draft: linkDrafts,
  needs: "an item with a link, and another",
  isPossible: (model, draft) =>
    linkedAt(model, draft.from) !== undefined && linkedAt(model, draft.from) !== itemAt(model, draft.to),
  async run(model, session, draft) {
    const [from, to] = [linkedAt(model, draft.from) as ModelItem, itemAt(model, draft.to) as ModelItem]
    const links = [...from.links]
    const old = model.items.get(links[draft.observer % links.length] ?? "") as ModelItem
    const user = readerAt(model, draft.user, from, to, old)
    const isAllowed = mayLink(model, user, from, to) && reads(model, user.uId, old)
    await session.expect(
      {
        operation: "updateItemLink",
        user: user.reference,
        params: itemParams(from),
        body: {
          old_link_datastore_id: old.datastore.dId,
          old_link_item_id: old.iId,
          new_link_datastore_id: to.datastore.dId,
          new_link_item_id: to.iId,
        },
      },
      isAllowed ? { status: 200 } : { status: 404, codes: ["NOT_FOUND"] },
    )
    if (isAllowed) {
      from.links.delete(old.iId)
      from.links.add(to.iId)
    }
    await observe(model, session, userAt(model, draft.observer), from)
  },
})
