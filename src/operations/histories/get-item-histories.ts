import * as z from "zod"
import type { Actor } from "../../access/actor.ts"
import { requireVisibleItem } from "../../access/items.ts"
import { requireDatastore } from "../../access/places.ts"
import { readInstant } from "../../model/calendar/instants.ts"
import type { AnswerContext } from "../../engine/answer-context.ts"
import { type Authorized, command } from "../../engine/operation.ts"
import { invalidParams } from "../../model/error.ts"
import { type HistoryFilter, listUnread, passesFilter } from "../../histories/unread.ts"
import type { IId, Instant } from "../../model/ids.ts"
import { object } from "../../model/input/schemas.ts"
import type { Lang, Names } from "../../model/names.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { History } from "../../records/history.ts"
import type { User } from "../../model/records/user.ts"
import type { Tx } from "../../state/tx.ts"
import type { View } from "../../state/view.ts"
import { profilePictureUrl } from "../../users/profile-picture.ts"
import type { HistoriesAnswer, HistoryAnswer } from "../answers/item-answers.ts"
import { itemNotFoundAnswer } from "../error-answers.ts"
import { anyItem } from "../places.ts"

interface GetItemHistories extends HistoryFilter {
  readonly itemId: string
  /** Positions in the newest-first list: from `fromIndex`, 0 when absent, to before `toIndex`, 30 when absent; at most 100. */
  readonly fromIndex?: number | undefined
  readonly toIndex?: number | undefined
  /** Only entries made between these, both included; ISO 8601. */
  readonly fromDatetime?: string | undefined
  readonly toDatetime?: string | undefined
}

/** An entry of a history with what the answer says about it. */
export interface HistoryEntry {
  /** The entry. */
  readonly history: History
  /** As it was before this call. */
  readonly isUnread: boolean
  /** Who wrote it; undefined where they are gone. */
  readonly author: User | undefined
  /** The author's picture. */
  readonly mediaLink: string
  /** Name of the action as it is now; null when it is gone. */
  readonly actionName: Names | null
}

export interface ItemHistories {
  /** The datastore. */
  readonly datastore: Datastore
  /** The world's language, which names are shown in. */
  readonly lang: Lang
  /** Everything unread of the item before this call, whatever was asked for. */
  readonly unread: number
  /** Newest first. */
  readonly histories: readonly HistoryEntry[]
}

const MOST_ENTRIES = 100
const DEFAULT_TO_INDEX = 30

/** The history of an item. The entries of the answer become read for the caller, which changes the world. (api.md section 20) */
export const getItemHistories = command({
  name: "GetItemHistories",
  summary: "The history of an item, newest first; what is answered becomes read",
  input: () =>
    object({
      ...anyItem(),
      fromIndex: z.int().describe("How many of the newest entries to leave out. Default 0").optional(),
      toIndex: z.int().describe("Where the entries end, exclusive; at most 100 at a time. Default 30").optional(),
      fromDatetime: z.string().describe("Only entries from this instant on, ISO 8601").optional(),
      toDatetime: z.string().describe("Only entries up to this instant, ISO 8601").optional(),
      excludeActions: z.boolean().describe("True: entries of actions are left out. Default false").optional(),
      excludeComments: z.boolean().describe("True: entries that are comments are left out. Default false").optional(),
    }),
  place: ["application", "datastore"],
  authorize: requireDatastore,
  errors: { target: itemNotFoundAnswer },
  execute: histories,
  answer: (result, context) => answerHistories(context, result),
})

function histories(
  tx: Tx,
  { principal: actor, granted: datastore }: Authorized<Datastore>,
  input: GetItemHistories,
): ItemHistories {
  const window = readWindow(input)
  const item = requireVisibleItem(tx, actor, datastore, input.itemId)
  const unread = listUnread(tx, actor.uId, item.iId)
  const unreadIds = new Set(unread.map(({ historyId }) => historyId))
  const shown = listHistories(tx, item.iId)
    .filter((history) => passesFilter(history, input) && isWithin(history, window))
    .slice(window.fromIndex, window.toIndex)
  markRead(tx, actor, item.iId, shown)
  return {
    datastore,
    lang: tx.settings.lang,
    unread: unread.length,
    histories: shown.map((history) => ({
      history,
      isUnread: unreadIds.has(history.historyId),
      author: tx.get("users", history.uId),
      mediaLink: profilePictureUrl(tx, history.uId),
      actionName: datastore.actions.find(({ aId }) => aId === history.action?.aId)?.name ?? null,
    })),
  }
}

/** The histories of an item, newest first. */
export const listHistories = (view: View, iId: IId): History[] =>
  view
    .list("histories", "historiesByItem", iId)
    .sort((left, right) =>
      left.createdAt === right.createdAt ? right.ordinal - left.ordinal : left.createdAt < right.createdAt ? 1 : -1,
    )

interface Window {
  readonly fromIndex: number
  readonly toIndex: number
  readonly from: Instant | undefined
  readonly to: Instant | undefined
}

function readWindow({ fromIndex = 0, toIndex = DEFAULT_TO_INDEX, fromDatetime, toDatetime }: GetItemHistories): Window {
  const from = Math.max(0, fromIndex)
  return {
    fromIndex: from,
    toIndex: Math.max(0, Math.min(toIndex, from + MOST_ENTRIES)),
    from: requireInstant("from_datetime", fromDatetime),
    to: requireInstant("to_datetime", toDatetime),
  }
}

function requireInstant(name: string, text: string | undefined): Instant | undefined {
  if (text === undefined || text === "") return undefined
  const instant = readInstant(text)
  if (instant === undefined) throw invalidParams(`${name} is not an ISO 8601 instant: ${text}`)
  return instant
}

const isWithin = ({ createdAt }: History, { from, to }: Window): boolean =>
  (from === undefined || createdAt >= from) && (to === undefined || createdAt <= to)

/** What the caller wrote counts as read anyway and needs no mark. */
function markRead(tx: Tx, { uId }: Actor, iId: IId, shown: readonly History[]): void {
  const marked = tx.get("readMarks", `${iId}:${uId}`)?.historyIds ?? []
  const known = new Set(marked)
  const fresh = shown.filter((history) => history.uId !== uId && !known.has(history.historyId))
  if (fresh.length === 0) return
  tx.put("readMarks", { iId, uId, historyIds: [...marked, ...fresh.map(({ historyId }) => historyId)] })
}

const answerHistories = (context: AnswerContext, { unread, histories }: ItemHistories): HistoriesAnswer => ({
  unread,
  histories: histories.map(
    ({ history, isUnread, actionName }): HistoryAnswer => ({
      historyId: history.historyId,
      itemId: history.iId,
      comment: history.comment,
      createdAt: history.createdAt,
      updatedAt: history.updatedAt,
      user: context.user(history.uId),
      action: actionName === null ? null : context.name(actionName),
      isComment: history.action === null,
      isUnread,
    }),
  ),
})
