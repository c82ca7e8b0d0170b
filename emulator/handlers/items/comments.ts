import {
  deleteItemComment,
  postItemComment,
  refuseForeignComment,
  runUseCase,
  updateItemComment,
} from "../../../src/index.ts"
import type { table } from "../../contract/table.ts"
import { type Handler, handler } from "../../http/handler.ts"
import { itemPlace } from "./item-place.ts"

const historyPlace = (params: Readonly<Record<string, string>>) => ({
  ...itemPlace(params),
  historyId: params["history-id"] ?? "",
})

export const commentHandlers = {
  postItemComment: handler<typeof table.postItemComment>(async ({ caller, params, body }) => {
    await runUseCase(caller, postItemComment, { ...itemPlace(params), comment: body.comment })
    return null
  }),
  updateItemComment: {
    forbid: ({ view, actor, params }) => refuseForeignComment(view, actor, historyPlace(params)),
    run: async ({ caller, params, body }) => {
      await runUseCase(caller, updateItemComment, { ...historyPlace(params), comment: body.comment })
      return null
    },
  } satisfies Handler<typeof table.updateItemComment>,
  deleteItemComment: handler<typeof table.deleteItemComment>(async ({ caller, params }) => {
    await runUseCase(caller, deleteItemComment, historyPlace(params))
    return null
  }),
}
