import type { Actor } from "../../access/actor.ts"
import { command, nothing } from "../../engine/operation.ts"
import { noPrivileges } from "../../model/error.ts"
import {
  type CommentEntry,
  type CommentedHistory,
  findHistory,
  requireHistory,
} from "../../histories/commented-history.ts"
import { object } from "../../model/input/schemas.ts"
import type { View } from "../../state/view.ts"
import { itemNotFoundAnswer } from "../error-answers.ts"
import { historyPlace } from "../places.ts"
import { commentText, requireComment } from "./post-item-comment.ts"

/** Refuses whoever may not change a comment that is there. One that is missing is refused after the parameters. */
function authorize(view: View, actor: Actor, place: CommentedHistory): CommentEntry {
  const entry = findHistory(view, actor, place)
  const { rights } = entry
  if (rights === undefined || rights.isAuthor || (rights.isAdmin && rights.history.action === null)) return entry
  throw noPrivileges("no privileges to update history")
}

/**
 * Changes a comment: by the author, or an ADMIN of the application. The comment of an action's history is its author's alone.
 * (api.md section 20)
 */
export const updateItemComment = command({
  name: "UpdateItemComment",
  summary: "Change a comment",
  input: () => object({ ...historyPlace(), comment: commentText() }),
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
  answer: nothing,
})
