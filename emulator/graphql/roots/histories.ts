import { profilePictureUrl } from "../../../src/access/index.ts"
import { nameIn } from "../../../src/model/index.ts"
import { deleteItemComment } from "../../../src/operations/list.ts"
import { presentItemHistory, table } from "../../api/index.ts"
import { NO_ERROR, root } from "../root.ts"

/** Roots on item histories and comments (graphql.md section 3.10). */
export const historiesRoots = {
  getHistories: root(table.getItemHistories),
  postNewItemHistory: root(table.postItemComment, {
    answer: (history, { view, lang, uId }) => {
      const datastore = view.expect("datastores", history.dId)
      return {
        history_id: history.historyId,
        item_history: presentItemHistory({
          history,
          datastore,
          datastoreName: nameIn(datastore.name, lang),
          author: view.expect("users", uId),
          mediaLink: profilePictureUrl(view, uId),
        }),
      }
    },
  }),
  postUpdateItemHistory: root(table.updateItemComment, { answer: () => NO_ERROR }),
  archiveItemHistory: root(deleteItemComment, {
    toWire: () => ({ archive_actions: true }),
    answer: () => NO_ERROR,
  }),
}
