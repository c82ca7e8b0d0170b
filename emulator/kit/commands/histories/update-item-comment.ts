import { kind } from "../command.ts"
import { type CommentDraft, commentAt, commentDrafts, hasComment } from "./comment-draft.ts"

export const updateItemComment = kind<CommentDraft>({
  name: "UpdateItemComment",
  draft: commentDrafts,
  needs: "a comment whose ID an answer named",
  isPossible: hasComment,
  async run(model, session, draft) {
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
