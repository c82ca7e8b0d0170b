import { operations } from "../../../src/inside.ts"
import { table } from "../../contract/table.ts"
import { handle } from "../../http/handle.ts"
import { datastorePlace, itemPlace } from "./item-place.ts"

const historyPlace = (params: Readonly<Record<string, string>>) => ({
  ...itemPlace(params),
  historyId: params["history-id"] ?? "",
})

export const commentHandlers = {
  postItemComment: handle(table.postItemComment, operations.postItemComment, {
    where: datastorePlace,
    input: ({ params, body }) => ({ ...itemPlace(params), comment: body.comment }),
    present: () => null,
  }),
  updateItemComment: handle(table.updateItemComment, operations.updateItemComment, {
    where: historyPlace,
    input: ({ body }, where) => ({ ...where, comment: body.comment }),
    present: () => null,
  }),
  deleteItemComment: handle(table.deleteItemComment, operations.deleteItemComment, {
    where: historyPlace,
    input: (_, where) => where,
    present: () => null,
  }),
}
