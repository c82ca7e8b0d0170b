import type { ModelItem } from "../../../testing/kit/model/model.ts"
import { kind } from "../command.ts"
import { itemAt, readerAt } from "../../../testing/kit/commands/pick.ts"
import { type CommentDraft, commentDrafts } from "./comment-draft.ts"
import { readHistories } from "./read-histories.ts"

export const getItemHistories = kind<CommentDraft>({
  name: "GetItemHistories",
  draft: commentDrafts,
  needs: "an item",
  isPossible: (model, draft) => itemAt(model, draft.item) !== undefined,
  run: (model, session, draft) =>
    readHistories(
      model,
      session,
      readerAt(model, draft.user, itemAt(model, draft.item) as ModelItem),
      itemAt(model, draft.item) as ModelItem,
    ),
})
