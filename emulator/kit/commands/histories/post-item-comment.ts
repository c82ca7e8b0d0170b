import type { ModelItem } from "../../../testing/kit/model/model.ts"
import { kind } from "../command.ts"
import { itemAt, readerAt } from "../../../testing/kit/commands/pick.ts"
import { type CommentDraft, commentDrafts, postComment } from "./comment-draft.ts"
import { readHistories } from "./read-histories.ts"

export const postItemComment = kind<CommentDraft>({
  name: "PostItemComment",
  draft: commentDrafts,
  needs: "an item",
  isPossible: (model, draft) => itemAt(model, draft.item) !== undefined,
  async run(model, session, draft) {
    const item = itemAt(model, draft.item) as ModelItem
    const user = readerAt(model, draft.user, item)
    if (!(await postComment(model, session, { user, item, comment: draft.comment }))) return
    if (draft.history % 4 !== 3) await readHistories(model, session, user, item)
  },
})
