import { kind } from "../command.ts"
import { type CommentDraft, commentAt, commentDrafts, ensureComment, mayHaveComment } from "./comment-draft.ts"

export const updateItemComment = kind<CommentDraft>({
  name: "UpdateItemComment",
  draft: commentDrafts,
  needs: "an item",
  isPossible: mayHaveComment,
  async run(model, session, draft) {
    if (!(await ensureComment(model, session, draft))) return
    const { user, comment, status, params } = commentAt(model, draft)
    await session.expect(
      {
        operation: "updateItemComment",
        user: user.reference,
        params,
        body: { comment: `${draft.comment}!` },
      },
      { status },
    )
    if (status === 200) comment.comment = `${draft.comment}!`
  },
})
