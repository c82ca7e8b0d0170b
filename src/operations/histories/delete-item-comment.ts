import type { Actor } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { type CommentEntry, type CommentedHistory, findHistory, requireHistory } from "../../items/index.ts"
import { noPrivileges } from "../../model/index.ts"
import { optionalBoolean } from "../../model/input/index.ts"
import type { View } from "../../state/index.ts"
import { itemNotFoundAnswer } from "../error-answers.ts"
import { historyPlace } from "../places.ts"

/** Throws if the actor may not delete the comment. A missing comment is reported later, after the parameters are validated. */
function authorize(view: View, actor: Actor, place: CommentedHistory): CommentEntry {
  const entry = findHistory(view, actor, place)
  const { rights } = entry
  if (rights === undefined || rights.isAuthor || rights.isAdmin) return entry
  throw noPrivileges("no privileges to delete history")
}

/**
 * Deletes a comment. Requires its author or an ADMIN of the application. Refuses history entries of actions, or archives them if
 * `archiveActions` is true. (api.md section 20)
 */
export const deleteItemComment = command({
  name: "DeleteItemComment",
  summary: "Deletes a comment",
  input: () => ({
    ...historyPlace(),
    archiveActions: optionalBoolean(
      "True: archives an entry of an action, which removes the entry from all responses. Default false: refuses the entry",
    ),
  }),
  place: ["application", "datastore", "itemId", "historyId"],
  authorize,
  errors: { target: itemNotFoundAnswer, privilege: { shape: "errorText", error: "no privileges to delete history" } },
  execute(tx, { principal, granted }, place): void {
    const { history } = requireHistory(tx, principal, granted, place)
    const { historyId, iId } = history
    const isAction = history.action !== null
    if (isAction && place.archiveActions !== true) throw noPrivileges("no privileges to delete history")
    if (isAction) tx.patch("histories", historyId, { isArchived: true })
    else tx.remove("histories", historyId)
    for (const mark of tx.list("readMarks", "readMarksByItem", iId)) {
      if (!mark.historyIds.includes(historyId)) continue
      const historyIds = mark.historyIds.filter((id) => id !== historyId)
      tx.patch("readMarks", `${mark.iId}:${mark.uId}`, { historyIds: Object.freeze(historyIds) })
    }
  },
})
