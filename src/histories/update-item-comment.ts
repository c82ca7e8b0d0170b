import { requireDatastore } from "../access/places.ts"
import { noPrivileges } from "../error.ts"
import { command } from "../use-case.ts"
import { type CommentedHistory, requireHistory } from "./commented-history.ts"
import { requireComment } from "./post-item-comment.ts"

export interface UpdateItemComment extends CommentedHistory {
  readonly comment: string
}

/**
 * UpdateItemComment (api.md section 20): by the author, or an ADMIN of the application. The comment of an action's history
 * is its author's alone.
 */
export const updateItemComment = command<UpdateItemComment, void>("UpdateItemComment", (tx, actor, input) => {
  requireDatastore(tx, actor, input)
  requireComment(input.comment)
  const { history, isAuthor, isAdmin } = requireHistory(tx, actor, input)
  if (!isAuthor && !(isAdmin && history.action === null)) throw noPrivileges("no privileges to update history")
  tx.patch("histories", history.historyId, {
    comment: input.comment,
    updatedAt: tx.now,
    updatedBy: actor.uId,
    isUpdated: true,
  })
})
