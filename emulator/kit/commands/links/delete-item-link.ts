import type { ModelItem } from "../../../testing/kit/model/model.ts"
import { kind } from "../command.ts"
import { observe } from "../items/observe.ts"
import { readerAt, userAt } from "../../../testing/kit/commands/pick.ts"
import { changeLink, type LinkDraft, linkDrafts, linkedAt } from "./link-draft.ts"

export const deleteItemLink = kind<LinkDraft>({
  name: "DeleteItemLink",
  draft: linkDrafts,
  needs: "an item with a link",
  isPossible: (model, draft) => linkedAt(model, draft.from) !== undefined,
  async run(model, session, draft) {
    const from = linkedAt(model, draft.from) as ModelItem
    const links = [...from.links]
    const to = model.items.get(links[draft.to % links.length] ?? "") as ModelItem
    const user = readerAt(model, draft.user, from, to)
    if (await changeLink(model, session, "deleteItemLink", [user, from, to])) from.links.delete(to.iId)
    await observe(model, session, userAt(model, draft.observer), from)
  },
})
