import { requireVisibleItem } from "../../access/items.ts"
import { requireDatastore } from "../../access/places.ts"
import { command } from "../../engine/use-case.ts"
import { invalidParams } from "../../error.ts"
import type { CommentedItem } from "../../histories/commented-history.ts"
import type { HistoryId } from "../../ids.ts"

export interface PostItemComment extends CommentedItem {
  readonly comment: string
}

/** PostItemComment (api.md section 20): unread for everybody else who sees the item. The item itself stays as it is. */
export const postItemComment = command("PostItemComment", {
  enter: requireDatastore,
  run(tx, { actor, found: datastore }, input: PostItemComment): HistoryId {
    requireComment(input.comment)
    const item = requireVisibleItem(tx, actor, datastore, input.itemId)
    const { historyId } = tx.put("histories", {
      historyId: tx.newId(),
      iId: item.iId,
      dId: item.dId,
      uId: actor.uId,
      comment: input.comment,
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
})

export function requireComment(comment: string): void {
  if (comment === "") throw invalidParams("comment must not be empty")
}
