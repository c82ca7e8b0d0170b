import type { ModelItem } from "../../model/model.ts"
import { kind } from "../command.ts"
import { observe } from "../items/observe.ts"
import { itemAt, userAt } from "../pick.ts"
import { changeLink, type LinkDraft, linkDrafts } from "./link-draft.ts"

export const deleteItemLink = kind<LinkDraft>({
  name: "DeleteItemLink",
  draft: linkDrafts,
  isPossible: (model, draft) => (itemAt(model, draft.from)?.links.size ?? 0) > 0,
  async run(model, session, draft) {
    const from = itemAt(model, draft.from) as ModelItem
    const links = [...from.links]
    const to = model.items.get(links[draft.to % links.length] ?? "") as ModelItem
    const user = userAt(model, draft.user)
    if (await changeLink(model, session, "deleteItemLink", [user, from, to])) from.links.delete(to.iId)
    await observe(model, session, userAt(model, draft.observer), from)
  },
})
