import fc from "fast-check"
import type { Model, ModelHistory, ModelItem } from "../../model/model.ts"
import { isApplicationAdmin, reads } from "../../model/people.ts"
import type { KitSchema } from "../../schema.ts"
import { itemParams } from "../items/observe.ts"
import { itemAt, userAt } from "../pick.ts"

export interface CommentDraft {
  readonly user: number
  readonly item: number
  readonly comment: string
  readonly history: number
}

export const commentDrafts = (schema: KitSchema): fc.Arbitrary<CommentDraft> | string =>
  schema.datastores.length === 0
    ? "the workspace has no datastores"
    : fc.record({
        user: fc.nat(20),
        item: fc.nat(40),
        comment: fc.constantFrom("seen", "please check", "<i>done</i>"),
        history: fc.nat(10),
      })

const knownComments = (item: ModelItem | undefined) =>
  (item?.histories ?? []).filter((history) => history.isComment && history.id !== null)

export const hasComment = (model: Model, draft: CommentDraft): boolean =>
  knownComments(itemAt(model, draft.item)).length > 0

/** A comment to change or delete, and the status that answers who asks for it: only authors and ADMINs may. */
export function commentAt(model: Model, draft: CommentDraft) {
  const item = itemAt(model, draft.item) as ModelItem
  const user = userAt(model, draft.user)
  const comments = knownComments(item)
  const comment = comments[draft.history % comments.length] as ModelHistory
  const isAllowed = comment.author === user.uId || isApplicationAdmin(model, user.uId, item.datastore.application)
  const status = !reads(model, user.uId, item) ? 404 : isAllowed ? 200 : 403
  return { item, user, comment, status, params: { ...itemParams(item), "history-id": comment.id ?? "" } }
}
