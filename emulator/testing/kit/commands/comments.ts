import fc from "fast-check"
import type { Model, ModelHistory, ModelItem } from "../model/model.ts"
import { isApplicationAdmin, reads } from "../model/people.ts"
import type { KitSchema, KitUser } from "../schema.ts"
import { Disagreement, type Session } from "../session.ts"
import { type AnyKind, kind } from "./command.ts"
import { draftsOf, itemKind } from "./items/item-command.ts"
import { itemParams } from "./params.ts"
import { itemAt, userAt } from "./pick.ts"

interface CommentDraft {
  readonly user: number
  readonly item: number
  readonly comment: string
  readonly history: number
}

const commentDrafts = (schema: KitSchema) =>
  draftsOf<CommentDraft>(schema, {
    user: fc.nat(20),
    item: fc.nat(40),
    comment: fc.constantFrom("seen", "please check", "<i>done</i>"),
    history: fc.nat(10),
  })

const knownComments = (item: ModelItem) => item.histories.filter((history) => history.isComment && history.id !== null)

const commentedItems = (model: Model): ModelItem[] =>
  [...model.items.values()].filter((item) => knownComments(item).length > 0)

async function ensureComment(model: Model, session: Session, draft: CommentDraft): Promise<boolean> {
  if (commentedItems(model).length > 0) return true
  const item = itemAt(model, draft.item) as ModelItem
  const user = [...model.users.values()].find(({ uId }) => reads(model, uId, item))
  if (user === undefined) return false
  await postComment(model, session, user, item, draft.comment)
  await readHistories(model, session, user, item)
  return true
}

async function postComment(model: Model, session: Session, user: KitUser, item: ModelItem, comment: string) {
  const isAllowed = reads(model, user.uId, item)
  await session.expect(
    { operation: "postItemComment", user: user.reference, params: itemParams(item), body: { comment } },
    { status: isAllowed ? 200 : 404 },
  )
  if (isAllowed) item.histories.push({ author: user.uId, isComment: true, comment, readBy: new Set(), id: null })
  return isAllowed
}

/** Requests an item's histories as the user, which marks them as read. The model copies the history IDs from the response. */
async function readHistories(model: Model, session: Session, user: KitUser, item: ModelItem): Promise<void> {
  const isAllowed = reads(model, user.uId, item)
  const answer = await session.expect(
    {
      operation: "getItemHistories",
      user: user.reference,
      params: itemParams(item),
      query: { from_index: "0", to_index: "100" },
    },
    { status: isAllowed ? 200 : 404 },
  )
  if (!isAllowed) return
  const isUnread = (history: ModelHistory) => history.author !== user.uId && !history.readBy.has(user.uId)
  const unread = item.histories.filter(isUnread).length
  const expected = [...item.histories].reverse().slice(0, 100)
  const answered: { history_id: string; comment: string; is_unread: boolean }[] = answer.body.histories
  const shown = answered.map((history) => `${history.comment}/${history.is_unread}`).join()
  const wanted = expected.map((history) => `${history.comment}/${isUnread(history)}`).join()
  if (answer.body.unread !== unread || shown !== wanted) {
    throw new Disagreement(
      `getItemHistories of ${item.iId} as ${user.reference}: expected unread ${unread} and the entries [${wanted}], received unread ${answer.body.unread} and the entries [${shown}]`,
    )
  }
  for (const [at, history] of expected.entries()) {
    history.readBy.add(user.uId)
    history.id = answered[at]?.history_id ?? null
  }
}

export const PostItemComment = itemKind<CommentDraft>({
  name: "PostItemComment",
  draft: commentDrafts,
  async run({ model, session, draft, item, user }) {
    const isDone = await postComment(model, session, user, item, draft.comment)
    if (isDone && draft.history % 4 !== 3) await readHistories(model, session, user, item)
  },
})

/** Defines a command that changes an existing comment. Only the comment's author and ADMINs may do so. */
const commentKind = (
  name: string,
  operation: "updateItemComment" | "deleteItemComment",
  bodyOf: (comment: string) => { readonly comment: string } | undefined,
  apply: (item: ModelItem, comment: ModelHistory, draft: CommentDraft) => void,
): AnyKind =>
  kind<CommentDraft>({
    name,
    draft: commentDrafts,
    needs: "an item",
    isPossible: (model) => model.items.size > 0,
    async run(model, session, draft) {
      if (!(await ensureComment(model, session, draft))) return
      const items = commentedItems(model)
      const item = items[draft.item % items.length] as ModelItem
      const user = userAt(model, draft.user)
      const comments = knownComments(item)
      const comment = comments[draft.history % comments.length] as ModelHistory
      const isAllowed = comment.author === user.uId || isApplicationAdmin(model, user.uId, item.datastore.application)
      const status = !reads(model, user.uId, item) ? 404 : isAllowed ? 200 : 403
      const params = { ...itemParams(item), "history-id": comment.id ?? "" }
      await session.expect({ operation, user: user.reference, params, body: bodyOf(draft.comment) }, { status })
      if (status === 200) apply(item, comment, draft)
    },
  })

export const UpdateItemComment = commentKind(
  "UpdateItemComment",
  "updateItemComment",
  (comment) => ({ comment: `${comment}!` }),
  (_, comment, draft) => {
    comment.comment = `${draft.comment}!`
  },
)

export const DeleteItemComment = commentKind(
  "DeleteItemComment",
  "deleteItemComment",
  () => undefined,
  (item, comment) => void item.histories.splice(item.histories.indexOf(comment), 1),
)

export const GetItemHistories = itemKind<CommentDraft>({
  name: "GetItemHistories",
  draft: commentDrafts,
  run: ({ model, session, item, user }) => readHistories(model, session, user, item),
})
