import { kind } from "../command.ts"
import { type CommentDraft, commentAt, commentDrafts, ensureComment, mayHaveComment } from "./comment-draft.ts"

export const deleteItemComment = kind<CommentDraft>({
  name: "DeleteItemComment",
  draft: commentDrafts,
  needs: "an item",
  isPossible: mayHaveComment,
  async run(model, session, draft) {
    if (!(await ensureComment(model, session, draft))) return
    const { item, user, comment, status, params } = commentAt(model, draft)
    await session.expect(
      {
        operation: "deleteItemComment",
        user: user.reference,
        params,
      },
      { status },
    )
    if (status === 200) item.histories.splice(item.histories.indexOf(comment), 1)
  },
})
