import type { Actor } from "../../access/actor.ts"
import { command } from "../../engine/use-case.ts"
import { noPrivileges } from "../../error.ts"
import {
  type CommentEntry,
  type CommentedHistory,
  findHistory,
  requireHistory,
} from "../../histories/commented-history.ts"
import type { View } from "../../state/view.ts"
import { requireComment } from "./post-item-comment.ts"

export interface UpdateItemComment extends CommentedHistory {
  readonly comment: string
}

/** Refuses whoever may not change a comment that is there. One that is missing is refused after the parameters. */
function enter(view: View, actor: Actor, place: CommentedHistory): CommentEntry {
  const entry = findHistory(view, actor, place)
  const { rights } = entry
  if (rights === undefined || rights.isAuthor || (rights.isAdmin && rights.history.action === null)) return entry
  throw noPrivileges("no privileges to update history")
}

/**
 * UpdateItemComment (api.md section 20): by the author, or an ADMIN of the application. The comment of an action's history
 * is its author's alone.
 */
export const updateItemComment = command("UpdateItemComment", {
  enter,
  run(tx, { actor, found }, input: UpdateItemComment): void {
    requireComment(input.comment)
    const { history } = requireHistory(tx, actor, found, input)
    tx.patch("histories", history.historyId, {
      comment: input.comment,
      updatedAt: tx.now,
      updatedBy: actor.uId,
      isUpdated: true,
    })
  },
})
