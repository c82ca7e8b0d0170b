import fc from "fast-check"
import type { Model, ModelHistory, ModelItem } from "../model/model.ts"
import { isApplicationAdmin, seesDatastore, seesItem } from "../model/people.ts"
import type { KitSchema, KitUser } from "../schema.ts"
import { Disagreement, type Session } from "../session.ts"
import { itemAt, itemParams, kind, userAt } from "./command.ts"

interface CommentDraft {
  readonly user: number
  readonly item: number
  readonly comment: string
  readonly history: number
}

const drafts = (schema: KitSchema): fc.Arbitrary<CommentDraft> | string =>
  schema.datastores.length === 0
    ? "the workspace has no datastores"
    : fc.record({
        user: fc.nat(20),
        item: fc.nat(40),
        comment: fc.constantFrom("seen", "please check", "<i>done</i>"),
        history: fc.nat(10),
      })

const sees = (model: Model, user: KitUser, item: ModelItem): boolean =>
  seesDatastore(model, user.uId, item.datastore) && seesItem(model, user.uId, item)

export const postItemComment = kind<CommentDraft>({
  name: "PostItemComment",
  draft: drafts,
  isPossible: (model, draft) => itemAt(model, draft.item) !== undefined,
  async run(model, session, draft) {
    const item = itemAt(model, draft.item) as ModelItem
    const user = userAt(model, draft.user)
    const isAllowed = sees(model, user, item)
    await session.expect(
      {
        operation: "postItemComment",
        user: user.reference,
        params: itemParams(item),
        body: { comment: draft.comment },
      },
      isAllowed ? { status: 200 } : { status: 404 },
    )
    if (!isAllowed) return
    item.histories.push({ author: user.uId, isComment: true, comment: draft.comment, readBy: new Set(), id: null })
    if (draft.history % 2 === 0) await readHistories(model, session, user, item)
  },
})

export const getItemHistories = kind<CommentDraft>({
  name: "GetItemHistories",
  draft: drafts,
  isPossible: (model, draft) => itemAt(model, draft.item) !== undefined,
  run: (model, session, draft) =>
    readHistories(model, session, userAt(model, draft.user), itemAt(model, draft.item) as ModelItem),
})

/** Fetches an item's histories, which marks them read for who does, and learns their IDs. */
async function readHistories(model: Model, session: Session, user: KitUser, item: ModelItem): Promise<void> {
  const isAllowed = sees(model, user, item)
  const answer = await session.expect(
    {
      operation: "getItemHistories",
      user: user.reference,
      params: itemParams(item),
      query: { from_index: "0", to_index: "100" },
    },
    isAllowed ? { status: 200 } : { status: 404 },
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
      `getItemHistories of ${item.iId} as ${user.reference}: unread ${answer.body.unread} [${shown}], expected ${unread} [${wanted}]`,
    )
  }
  for (const [at, history] of expected.entries()) {
    history.readBy.add(user.uId)
    history.id = answered[at]?.history_id ?? null
  }
}

const knownComments = (item: ModelItem | undefined) =>
  (item?.histories ?? []).filter((history) => history.isComment && history.id !== null)

export const deleteItemComment = kind<CommentDraft>({
  name: "DeleteItemComment",
  draft: drafts,
  isPossible: (model, draft) => knownComments(itemAt(model, draft.item)).length > 0,
  async run(model, session, draft) {
    const item = itemAt(model, draft.item) as ModelItem
    const user = userAt(model, draft.user)
    const comments = knownComments(item)
    const comment = comments[draft.history % comments.length] as ModelHistory
    const isAllowed = comment.author === user.uId || isApplicationAdmin(model, user.uId, item.datastore.application)
    const status = !sees(model, user, item) ? 404 : isAllowed ? 200 : 403
    await session.expect(
      {
        operation: "deleteItemComment",
        user: user.reference,
        params: { ...itemParams(item), "history-id": comment.id ?? "" },
      },
      { status },
    )
    if (status === 200) item.histories.splice(item.histories.indexOf(comment), 1)
  },
})

export const updateItemComment = kind<CommentDraft>({
  name: "UpdateItemComment",
  draft: drafts,
  isPossible: (model, draft) => knownComments(itemAt(model, draft.item)).length > 0,
  async run(model, session, draft) {
    const item = itemAt(model, draft.item) as ModelItem
    const user = userAt(model, draft.user)
    const comments = knownComments(item)
    const comment = comments[draft.history % comments.length] as ModelHistory
    const isAllowed = comment.author === user.uId || isApplicationAdmin(model, user.uId, item.datastore.application)
    const status = !sees(model, user, item) ? 404 : isAllowed ? 200 : 403
    await session.expect(
      {
        operation: "updateItemComment",
        user: user.reference,
        params: { ...itemParams(item), "history-id": comment.id ?? "" },
        body: { comment: `${draft.comment}!` },
      },
      { status },
    )
    if (status === 200) comment.comment = `${draft.comment}!`
  },
})
