import { command } from "../../engine/use-case.ts"
import { noPrivileges } from "../../error.ts"
import { type CommentedHistory, findHistory, requireHistory } from "../../histories/commented-history.ts"

/** DeleteItemComment (api.md section 20): by the author, or an ADMIN of the application; the history of an action stays. */
export const deleteItemComment = command("DeleteItemComment", {
  enter: findHistory,
  run(tx, { actor, found }, place: CommentedHistory): void {
    const { history, isAuthor, isAdmin } = requireHistory(tx, actor, found, place)
    const { historyId, iId } = history
    if (history.action !== null || !(isAuthor || isAdmin)) throw noPrivileges("no privileges to delete history")
    tx.remove("histories", historyId)
    for (const mark of tx.list("readMarks", "readMarksByItem", iId)) {
      if (!mark.historyIds.includes(historyId)) continue
      const historyIds = mark.historyIds.filter((id) => id !== historyId)
      tx.patch("readMarks", `${mark.iId}:${mark.uId}`, { historyIds: Object.freeze(historyIds) })
    }
  },
})
