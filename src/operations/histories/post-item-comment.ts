import * as z from "zod"
import { requireDatastore, requireVisibleItem } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { invalidParams } from "../../model/index.ts"
import type { History } from "../../model/records/index.ts"
import { itemNotFoundAnswer } from "../error-answers.ts"
import { itemPlace } from "../places.ts"

/** Adds a comment to an item without changing the item. The comment is unread for all others who can see the item. (api.md section 20) */
export const postItemComment = command({
  name: "PostItemComment",
  summary: "Adds a comment to an item",
  input: () => ({ ...itemPlace(), comment: commentText() }),
  place: ["application", "datastore"],
  authorize: requireDatastore,
  errors: { target: itemNotFoundAnswer },
  execute(tx, { principal: actor, granted: datastore }, { itemId, comment }): History {
    requireComment(comment)
    const item = requireVisibleItem(tx, actor, datastore, itemId)
    return tx.put("histories", {
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
  },
  answer: ({ historyId }) => ({ historyId }),
})

export const commentText = () => z.string().describe("Text of the comment")

export function requireComment(comment: string): void {
  if (comment === "") throw invalidParams("comment must not be empty")
}
