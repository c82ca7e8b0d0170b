import type { Actor } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { type CommentEntry, type CommentedHistory, findHistory, requireHistory } from "../../items/index.ts"
import { noPrivileges } from "../../model/index.ts"
import type { View } from "../../state/index.ts"
import { itemNotFoundAnswer } from "../error-answers.ts"
import { historyPlace } from "../places.ts"
import { commentText, requireComment } from "./post-item-comment.ts"

/** Throws if the actor may not change the comment. A missing comment is reported later, after the parameters are validated. */
function authorize(view: View, actor: Actor, place: CommentedHistory): CommentEntry {
  const entry = findHistory(view, actor, place)
  const { rights } = entry
  if (rights === undefined || rights.isAuthor || (rights.isAdmin && rights.history.action === null)) return entry
  throw noPrivileges("no privileges to update history")
}

/**
 * Changes a comment. Requires its author or an ADMIN of the application. A comment that is part of an action's history entry requires the
 * author. (api.md section 20)
 */
export const updateItemComment = command({
  name: "UpdateItemComment",
  summary: "Changes a comment",
  input: () => ({ ...historyPlace(), comment: commentText() }),
  place: ["application", "datastore", "itemId", "historyId"],
  authorize,
  errors: { target: itemNotFoundAnswer, privilege: { shape: "errorText", error: "no privileges to update history" } },
  execute(tx, { principal, granted }, input): void {
    requireComment(input.comment)
    const { history } = requireHistory(tx, principal, granted, input)
    tx.patch("histories", history.historyId, {
      comment: input.comment,
      updatedAt: tx.now,
      updatedBy: principal.uId,
      isUpdated: true,
    })
  },
})
