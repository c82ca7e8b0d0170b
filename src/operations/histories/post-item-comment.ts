import * as z from "zod"
import { requireVisibleItem } from "../../access/items.ts"
import { requireDatastore } from "../../access/places.ts"
import { command } from "../../engine/operation.ts"
import { invalidParams } from "../../model/error.ts"
import type { HistoryId } from "../../model/ids.ts"
import { object } from "../../model/input/schemas.ts"
import { itemNotFoundAnswer } from "../error-answers.ts"
import { itemPlace } from "../places.ts"

/** A comment that was posted. */
export interface PostedCommentAnswer {
  /** ID of its entry in the history. */
  readonly historyId: HistoryId
}

/** Comments on an item: unread for everybody else who sees the item, which itself stays as it is. (api.md section 20) */
export const postItemComment = command({
  name: "PostItemComment",
  summary: "Comment on an item",
  input: () => object({ ...itemPlace(), comment: commentText() }),
  place: ["application", "datastore"],
  authorize: requireDatastore,
  errors: { target: itemNotFoundAnswer },
  execute(tx, { principal: actor, granted: datastore }, { itemId, comment }): HistoryId {
    requireComment(comment)
    const item = requireVisibleItem(tx, actor, datastore, itemId)
    const { historyId } = tx.put("histories", {
      historyId: tx.newId(),
      iId: item.iId,
      dId: item.dId,
      uId: actor.uId,
      comment,
      createdAt: tx.now,
      updatedAt: tx.now,
      updatedBy: null,
      isUpdated: false,
      action: null,
      transactionId: tx.newId(),
      ordinal: tx.nextOrdinal(),
    })
    return historyId
  },
  answer: (historyId): PostedCommentAnswer => ({ historyId }),
})

export const commentText = () => z.string().describe("Text of the comment")

export function requireComment(comment: string): void {
  if (comment === "") throw invalidParams("comment must not be empty")
}
