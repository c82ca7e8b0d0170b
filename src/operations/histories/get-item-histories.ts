import type * as z from "zod"
import { type Actor, profilePictureUrl, requireDatastore, requireVisibleItem } from "../../access/index.ts"
import { type AnswerContext, type Authorized, command } from "../../engine/index.ts"
import { listHistories, listUnread, passesFilter } from "../../items/index.ts"
import { type IId, type Instant, invalidParams, type Lang, type Names, readInstant } from "../../model/index.ts"
import { optionalBoolean, optionalInt, optionalString } from "../../model/input/index.ts"
import type { Datastore, History, User } from "../../model/records/index.ts"
import type { Tx } from "../../state/index.ts"
import { itemNotFoundAnswer } from "../error-answers.ts"
import { anyItem } from "../places.ts"

const historiesInput = () => ({
  ...anyItem(),
  fromIndex: optionalInt("Number of newest entries to skip. Default 0"),
  toIndex: optionalInt("End position, exclusive; at most 100 entries. Default 30"),
  fromDatetime: optionalString("Only entries from this instant on, ISO 8601"),
  toDatetime: optionalString("Only entries up to this instant, ISO 8601"),
  excludeActions: optionalBoolean("True: omits entries of actions. Default false"),
  excludeComments: optionalBoolean("True: omits comments. Default false"),
})

type HistoriesInput = z.output<z.ZodObject<ReturnType<typeof historiesInput>>>

export interface HistoryEntry {
  readonly history: History
  /** Whether the user had not read the entry before this call. */
  readonly isUnread: boolean
  /** User who made the entry. Undefined if the user was deleted. */
  readonly author: User | undefined
  /** URL of the author's picture. */
  readonly mediaLink: string
  /** Current name of the action that made the entry. Null if the action was deleted. */
  readonly actionName: Names | null
}

export interface ItemHistories {
  readonly datastore: Datastore
  readonly lang: Lang
  /** Number of the item's entries that the user had not read before this call. Includes entries that the request filters out. */
  readonly unread: number
  /** Requested entries, newest first. */
  readonly histories: readonly HistoryEntry[]
}

const MAX_ENTRIES = 100
const DEFAULT_TO_INDEX = 30

/** Returns an item's history and marks the returned entries as read by the caller, which changes the world. (api.md section 20) */
export const getItemHistories = command({
  name: "GetItemHistories",
  summary: "Returns an item's histories, newest first, and marks these histories as read",
  isRead: true,
  input: historiesInput,
  place: ["application", "datastore"],
  authorize: requireDatastore,
  errors: { target: itemNotFoundAnswer },
  execute: histories,
  answer: (result, context) => answerHistories(context, result),
})

function histories(
  tx: Tx,
  { principal: actor, granted: datastore }: Authorized<Datastore>,
  input: HistoriesInput,
): ItemHistories {
  const window = readWindow(input)
  const item = requireVisibleItem(tx, actor, datastore, input.itemId)
  const unread = listUnread(tx, actor.uId, item.iId)
  const unreadIds = new Set(unread.map(({ historyId }) => historyId))
  const entries = newestFirst(listHistories(tx, item.iId))
    .filter((history) => passesFilter(history, input) && isWithin(history, window))
    .slice(window.fromIndex, window.toIndex)
  markRead(tx, actor, item.iId, entries)
  return {
    datastore,
    lang: tx.settings.lang,
    unread: unread.length,
    histories: entries.map((history) => ({
      history,
      isUnread: unreadIds.has(history.historyId),
      author: tx.get("users", history.uId),
      mediaLink: profilePictureUrl(tx, history.uId),
      actionName: datastore.actions.find(({ aId }) => aId === history.action?.aId)?.name ?? null,
    })),
  }
}

const newestFirst = (histories: History[]): History[] =>
  histories.sort((left, right) =>
    left.createdAt === right.createdAt ? right.ordinal - left.ordinal : left.createdAt < right.createdAt ? 1 : -1,
  )

interface Window {
  readonly fromIndex: number
  readonly toIndex: number
  readonly from: Instant | undefined
  readonly to: Instant | undefined
}

function readWindow({ fromIndex = 0, toIndex = DEFAULT_TO_INDEX, fromDatetime, toDatetime }: HistoriesInput): Window {
  const from = Math.max(0, fromIndex)
  return {
    fromIndex: from,
    toIndex: Math.max(0, Math.min(toIndex, from + MAX_ENTRIES)),
    from: requireInstant("from_datetime", fromDatetime),
    to: requireInstant("to_datetime", toDatetime),
  }
}

function requireInstant(name: string, text: string | undefined): Instant | undefined {
  if (text === undefined || text === "") return undefined
  const instant = readInstant(text)
  if (instant === undefined) throw invalidParams(`${name}: expected an ISO 8601 instant, received ${text}`)
  return instant
}

const isWithin = ({ createdAt }: History, { from, to }: Window): boolean =>
  (from === undefined || createdAt >= from) && (to === undefined || createdAt <= to)

/** Marks history entries as read by the actor. Skips the actor's own entries, which always count as read. */
function markRead(tx: Tx, { uId }: Actor, iId: IId, entries: readonly History[]): void {
  const marked = tx.get("readMarks", `${iId}:${uId}`)?.historyIds ?? []
  const known = new Set(marked)
  const fresh = entries.filter((history) => history.uId !== uId && !known.has(history.historyId))
  if (fresh.length === 0) return
  tx.put("readMarks", { iId, uId, historyIds: [...marked, ...fresh.map(({ historyId }) => historyId)] })
}

const answerHistories = (context: AnswerContext, { unread, histories }: ItemHistories) => ({
  unread,
  histories: histories.map(({ history, isUnread, actionName }) => ({
    historyId: history.historyId,
    itemId: history.iId,
    comment: history.comment,
    createdAt: history.createdAt,
    updatedAt: history.updatedAt,
    user: context.user(history.uId),
    action: actionName === null ? null : context.name(actionName),
    isComment: history.action === null,
    isUnread,
  })),
})
