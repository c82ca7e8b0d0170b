import type { HistoryId, IId, Instant, UId } from "../../src/model/index.ts"
import type { History, Item } from "../../src/model/records/index.ts"
import { type Change, isItemsTable, itemsTable, type View } from "../../src/state/index.ts"

/** A write to an item, or a comment on it, that the hub reports to users who see the item (hub.md section 2). */
export interface ItemEvent {
  /** Version of the world after the write. */
  readonly version: number
  /** The item after the write; the last state of a deleted item. */
  readonly item: Item
  readonly at: Instant
  /** The author; null for a deletion without an author. */
  readonly uId: UId | null
  /** Empty for a deletion without an action. */
  readonly historyId: HistoryId | ""
  readonly comment: string
  /** The action that ran; null for a comment; `deletion` if the item was deleted without an action. */
  readonly action: History["action"] | "deletion"
  /** Whether the request asked to notify the author, too. */
  readonly notifiesSender: boolean
}

/** Returns whether the author's own connections get an event. Clients show a comment only when its event arrives. */
export const isForAuthor = ({ action, notifiesSender }: ItemEvent): boolean => notifiesSender || action === null

/** Imports replace items without notifications. */
const WITHOUT_EVENTS = "ImportItems"

/**
 * Returns the events of a change, in the order of the writes. `view` is the view after the change. Histories that were restored together
 * with their datastore cause no events.
 */
export function itemEventsOf(
  { sequence, at, actor, operation, notifiesSender, patches }: Change,
  view: View,
): ItemEvent[] {
  const added: History[] = []
  const removed = new Map<IId, Item>()
  const newDatastores = new Set<string>()
  for (const { table, id, before, after } of patches) {
    if (table === "histories") {
      if (before === undefined) added.push(after as History)
    } else if (table === "datastores") {
      if (before === undefined) newDatastores.add(id)
    } else if (after === undefined && isItemsTable(table)) removed.set(id as IId, before as Item)
  }
  const shared = { version: sequence, notifiesSender }
  const events: ItemEvent[] = []
  const reported = new Set<IId>()
  for (const { iId, dId, uId, historyId, comment, action, createdAt } of added) {
    const item = removed.get(iId) ?? view.get(itemsTable(dId), iId)
    if (item === undefined || newDatastores.has(dId)) continue
    if (action?.operation === "3") reported.add(iId)
    events.push({ ...shared, item, at: createdAt, uId, historyId, comment, action })
  }
  if (operation === WITHOUT_EVENTS) return events
  for (const item of removed.values()) {
    if (reported.has(item.iId)) continue
    events.push({ ...shared, item, at, uId: actor, historyId: "", comment: "", action: "deletion" })
  }
  return events
}
