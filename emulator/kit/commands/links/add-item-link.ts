import type { ModelItem } from "../../../testing/kit/model/model.ts"
import { kind } from "../command.ts"
import { observe } from "../items/observe.ts"
import { itemAt, readerAt, userAt } from "../../../testing/kit/commands/pick.ts"
import { changeLink, hasTwoItems, type LinkDraft, linkDrafts } from "./link-draft.ts"

export const addItemLink = kind<LinkDraft>({
  name: "AddItemLink",
  draft: linkDrafts,
  needs: "two items",
  isPossible: hasTwoItems,
  async run(model, session, draft) {
    const [from, to] = [itemAt(model, draft.from) as ModelItem, itemAt(model, draft.to) as ModelItem]
    const user = readerAt(model, draft.user, from, to)
    if (await changeLink(model, session, "addItemLink", [user, from, to])) from.links.add(to.iId)
    await observe(model, session, userAt(model, draft.observer), from)
    await observe(model, session, userAt(model, draft.observer), to)
  },
})
