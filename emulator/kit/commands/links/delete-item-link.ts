import type { ModelItem } from "../../model/model.ts"
import { kind } from "../command.ts"
import { itemParams, observe } from "../items/observe.ts"
import { itemAt, userAt } from "../pick.ts"
import { type LinkDraft, linkDrafts, mayLink } from "./link-draft.ts"

export const deleteItemLink = kind<LinkDraft>({
  name: "DeleteItemLink",
  draft: linkDrafts,
  isPossible: (model, draft) => (itemAt(model, draft.from)?.links.size ?? 0) > 0,
  async run(model, session, draft) {
    const from = itemAt(model, draft.from) as ModelItem
    const links = [...from.links]
    const to = model.items.get(links[draft.to % links.length] ?? "") as ModelItem
    const user = userAt(model, draft.user)
    const isAllowed = mayLink(model, user, from, to)
    await session.expect(
      {
        operation: "deleteItemLink",
        user: user.reference,
        params: itemParams(from),
        body: { link_datastore_id: to.datastore.dId, link_item_id: to.iId },
      },
      isAllowed ? { status: 200 } : { status: 404, codes: ["NOT_FOUND"] },
    )
    if (isAllowed) from.links.delete(to.iId)
    await observe(model, session, userAt(model, draft.observer), from)
  },
})
