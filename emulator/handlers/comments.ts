import { deleteItemComment, postItemComment, updateItemComment } from "../../src/index.ts"
import type { table } from "../contract/table.ts"
import { handler } from "../http/handler.ts"
import { itemPlace } from "./item-place.ts"

export const commentHandlers = {
  postItemComment: handler<typeof table.postItemComment>(async ({ caller, params, body }) => {
    await postItemComment(caller, { ...itemPlace(params), comment: body.comment })
    return null
  }),
  updateItemComment: handler<typeof table.updateItemComment>(async ({ caller, params, body }) => {
    const historyId = params["history-id"] ?? ""
    await updateItemComment(caller, { ...itemPlace(params), historyId, comment: body.comment })
    return null
  }),
  deleteItemComment: handler<typeof table.deleteItemComment>(async ({ caller, params }) => {
    await deleteItemComment(caller, { ...itemPlace(params), historyId: params["history-id"] ?? "" })
    return null
  }),
}
