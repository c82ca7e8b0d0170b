import fc from "fast-check"
import type { Model, ModelHistory, ModelItem } from "../../model/model.ts"
import { isApplicationAdmin, reads } from "../../model/people.ts"
import type { KitSchema } from "../../schema.ts"
import { userAt } from "../pick.ts"
import { itemParams } from "../places.ts"

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

const knownComments = (item: ModelItem) => item.histories.filter((history) => history.isComment && history.id !== null)

const commentedItems = (model: Model): ModelItem[] =>
  [...model.items.values()].filter((item) => knownComments(item).length > 0)

export const hasComment = (model: Model): boolean => commentedItems(model).length > 0

/** A comment to change or delete, and the status that answers who asks for it: only authors and ADMINs may. */
export function commentAt(model: Model, draft: CommentDraft) {
  const items = commentedItems(model)
  const item = items[draft.item % items.length] as ModelItem
  const user = userAt(model, draft.user)
  const comments = knownComments(item)
  const comment = comments[draft.history % comments.length] as ModelHistory
  const isAllowed = comment.author === user.uId || isApplicationAdmin(model, user.uId, item.datastore.application)
  const status = !reads(model, user.uId, item) ? 404 : isAllowed ? 200 : 403
  return { item, user, comment, status, params: { ...itemParams(item), "history-id": comment.id ?? "" } }
}
