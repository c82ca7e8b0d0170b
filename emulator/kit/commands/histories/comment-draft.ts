import fc from "fast-check"
import type { Model, ModelHistory, ModelItem } from "../../../testing/kit/model/model.ts"
import { isApplicationAdmin, reads } from "../../../testing/kit/model/people.ts"
import type { KitSchema, KitUser } from "../../../testing/kit/schema.ts"
import type { Session } from "../../../testing/kit/session.ts"
import { itemAt, userAt } from "../../../testing/kit/commands/pick.ts"
import { itemParams } from "../../../testing/kit/commands/params.ts"
import { readHistories } from "./read-histories.ts"

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

/** Whether there is a comment to change or delete, or an item to comment on first. */
export const mayHaveComment = (model: Model): boolean => model.items.size > 0

/** Where no answer has named a comment yet, somebody who may says something, and reads what was said. */
export async function ensureComment(model: Model, session: Session, draft: CommentDraft): Promise<boolean> {
  if (commentedItems(model).length > 0) return true
  const item = itemAt(model, draft.item) as ModelItem
  const user = [...model.users.values()].find(({ uId }) => reads(model, uId, item))
  if (user === undefined) return false
  await postComment(model, session, { user, item, comment: draft.comment })
  await readHistories(model, session, user, item)
  return true
}

/** Says something, and expects to be heard by those who read the item. */
export async function postComment(
  model: Model,
  session: Session,
  { user, item, comment }: { readonly user: KitUser; readonly item: ModelItem; readonly comment: string },
): Promise<boolean> {
  const isAllowed = reads(model, user.uId, item)
  await session.expect(
    { operation: "postItemComment", user: user.reference, params: itemParams(item), body: { comment } },
    isAllowed ? { status: 200 } : { status: 404 },
  )
  if (isAllowed) item.histories.push({ author: user.uId, isComment: true, comment, readBy: new Set(), id: null })
  return isAllowed
}

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
