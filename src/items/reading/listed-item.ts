import { countUnread, type HistoryFilter } from "../../histories/unread.ts"
import type { DId, IId, PId } from "../../model/ids.ts"
import { listLinksFrom } from "../../state/links.ts"
import type { Item } from "../../model/records/item.ts"
import { listVisibleTargets } from "./linked-datastores.ts"
import { type LookupItems, readValues } from "./linked-item.ts"
import type { ListValues, Reading } from "./reading.ts"

/** What an item links to, as IDs (`item_links` of api.md section 17.1): visible items only, each once. */
export interface ItemLinks {
  readonly datastores: readonly {
    readonly dId: DId
    readonly items: readonly { readonly iId: IId; readonly type: "lookup" | "link" }[]
  }[]
}

/** An item of a list (model.md section 5.3). */
export interface ListedItem {
  readonly item: Item
  readonly pId: PId
  readonly title: string
  /** Unread histories of the reader. */
  readonly unread: number
  readonly values: ListValues
  readonly links?: ItemLinks
  readonly lookupItems?: LookupItems
}

export interface ListItemOptions {
  readonly links: boolean
  readonly lookups: boolean
  readonly unread: HistoryFilter
}

export function readListItem(reading: Reading, item: Item, options: ListItemOptions): ListedItem {
  const { view, actor } = reading
  const { pId, title } = reading.columnsOf(item.dId)
  return {
    item,
    pId,
    title: title(item),
    unread: countUnread(view, actor.uId, item.iId, options.unread),
    ...readValues(reading, item, options.lookups ? [] : null),
    ...(options.links ? { links: readItemLinks(reading, item.iId) } : undefined),
  }
}

/** A pair of items linked by a lookup field and by hand counts as a lookup. */
function readItemLinks(reading: Reading, iId: IId): ItemLinks {
  const lookups = new Set(
    listLinksFrom(reading.view, iId)
      .filter(({ type }) => type === "lookup")
      .map(({ toIId }) => toIId),
  )
  return {
    datastores: [...listVisibleTargets(reading, iId)].map(([{ dId }, items]) => ({
      dId,
      items: items.map((item) => ({ iId: item.iId, type: lookups.has(item.iId) ? "lookup" : "link" })),
    })),
  }
}
