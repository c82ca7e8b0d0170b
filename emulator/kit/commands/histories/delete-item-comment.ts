import { kind } from "../command.ts"
import { type CommentDraft, commentAt, commentDrafts, hasComment } from "./comment-draft.ts"

export const deleteItemComment = kind<CommentDraft>({
  name: "DeleteItemComment",
  draft: commentDrafts,
  needs: "a comment whose ID an answer named",
  isPossible: hasComment,
  async run(model, session, draft) {
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
