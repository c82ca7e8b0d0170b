import type { Actor } from "../../access/actor.ts"
import { command } from "../../engine/use-case.ts"
import { noPrivileges } from "../../error.ts"
import { type CommentedHistory, findHistory, requireHistory } from "../../histories/commented-history.ts"
import type { View } from "../../state/view.ts"
import { requireComment } from "./post-item-comment.ts"

export interface UpdateItemComment extends CommentedHistory {
  readonly comment: string
}

/** Refuses whoever may not change a comment that is there; comes before faulty parameters (errors.md section 2). */
export function refuseForeignComment(view: View, actor: Actor, place: CommentedHistory): void {
  const found = findHistory(view, actor, place)
  if (found === undefined || found.isAuthor || (found.isAdmin && found.history.action === null)) return
  throw noPrivileges("no privileges to update history")
}

/**
 * UpdateItemComment (api.md section 20): by the author, or an ADMIN of the application. The comment of an action's history
 * is its author's alone.
 */
export const updateItemComment = command<UpdateItemComment, void>("UpdateItemComment", (tx, actor, input) => {
  refuseForeignComment(tx, actor, input)
  requireComment(input.comment)
  const { history } = requireHistory(tx, actor, input)
  tx.patch("histories", history.historyId, {
    comment: input.comment,
    updatedAt: tx.now,
    updatedBy: actor.uId,
    isUpdated: true,
  })
})
