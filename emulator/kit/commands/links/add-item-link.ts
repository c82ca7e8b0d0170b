import type { ModelItem } from "../../model/model.ts"
import { kind } from "../command.ts"
import { itemParams, observe } from "../items/observe.ts"
import { itemAt, userAt } from "../pick.ts"
import { hasTwoItems, type LinkDraft, linkDrafts, mayLink } from "./link-draft.ts"

export const addItemLink = kind<LinkDraft>({
  name: "AddItemLink",
  draft: linkDrafts,
  isPossible: hasTwoItems,
  async run(model, session, draft) {
    const [from, to] = [itemAt(model, draft.from) as ModelItem, itemAt(model, draft.to) as ModelItem]
    const user = userAt(model, draft.user)
    const isAllowed = mayLink(model, user, from, to)
    await session.expect(
      {
        operation: "addItemLink",
        user: user.reference,
        params: itemParams(from),
        body: { link_datastore_id: to.datastore.dId, link_item_id: to.iId },
      },
      isAllowed ? { status: 200 } : { status: 404, codes: ["NOT_FOUND"] },
    )
    if (isAllowed) from.links.add(to.iId)
    await observe(model, session, userAt(model, draft.observer), from)
    await observe(model, session, userAt(model, draft.observer), to)
  },
})
