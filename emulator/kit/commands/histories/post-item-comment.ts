import type { ModelItem } from "../../model/model.ts"
import { reads } from "../../model/people.ts"
import { kind } from "../command.ts"
import { itemAt, readerAt } from "../pick.ts"
import { itemParams } from "../places.ts"
import { type CommentDraft, commentDrafts } from "./comment-draft.ts"
import { readHistories } from "./read-histories.ts"

export const postItemComment = kind<CommentDraft>({
  name: "PostItemComment",
  draft: commentDrafts,
  needs: "an item",
  isPossible: (model, draft) => itemAt(model, draft.item) !== undefined,
  async run(model, session, draft) {
    const item = itemAt(model, draft.item) as ModelItem
    const user = readerAt(model, draft.user, item)
    const isAllowed = reads(model, user.uId, item)
    await session.expect(
      {
        operation: "postItemComment",
        user: user.reference,
        params: itemParams(item),
        body: { comment: draft.comment },
      },
      isAllowed ? { status: 200 } : { status: 404 },
    )
    if (!isAllowed) return
    item.histories.push({ author: user.uId, isComment: true, comment: draft.comment, readBy: new Set(), id: null })
    if (draft.history % 4 !== 3) await readHistories(model, session, user, item)
  },
})
