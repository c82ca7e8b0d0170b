import { command, nothing } from "../../engine/operation.ts"
import { noPrivileges } from "../../model/error.ts"
import { findHistory, requireHistory } from "../../histories/commented-history.ts"
import { object } from "../../model/input/schemas.ts"
import { itemNotFoundAnswer } from "../error-answers.ts"
import { historyPlace } from "../places.ts"

/** Deletes a comment: by the author, or an ADMIN of the application. The history of an action stays. (api.md section 20) */
export const deleteItemComment = command({
  name: "DeleteItemComment",
  summary: "Delete a comment",
  input: () => object(historyPlace()),
  place: ["application", "datastore", "itemId", "historyId"],
  authorize: findHistory,
  errors: { target: itemNotFoundAnswer, privilege: { shape: "errorText", error: "no privileges to delete history" } },
  execute(tx, { principal, granted }, place): void {
    const { history, isAuthor, isAdmin } = requireHistory(tx, principal, granted, place)
    const { historyId, iId } = history
    if (history.action !== null || !(isAuthor || isAdmin)) throw noPrivileges("no privileges to delete history")
    tx.remove("histories", historyId)
    for (const mark of tx.list("readMarks", "readMarksByItem", iId)) {
      if (!mark.historyIds.includes(historyId)) continue
      const historyIds = mark.historyIds.filter((id) => id !== historyId)
      tx.patch("readMarks", `${mark.iId}:${mark.uId}`, { historyIds: Object.freeze(historyIds) })
    }
  },
  answer: nothing,
})
