import type { Model, ModelHistory, ModelItem } from "../../../testing/kit/model/model.ts"
import { reads } from "../../../testing/kit/model/people.ts"
import type { KitUser } from "../../../testing/kit/schema.ts"
import { Disagreement, type Session } from "../../../testing/kit/session.ts"
import { itemParams } from "../../../testing/kit/commands/params.ts"

/** Fetches an item's histories, which marks them read for who does, and learns their IDs. */
export async function readHistories(model: Model, session: Session, user: KitUser, item: ModelItem): Promise<void> {
  const isAllowed = reads(model, user.uId, item)
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
