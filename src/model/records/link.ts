import type { DId, FId, IId } from "../ids.ts"
import type { Item } from "./item.ts"

/**
 * A directed pair of items (model.md section 8.1). `link` stands for itself; `lookup` is kept by the dslookup field `fId`
 * of the "from" item (or, with `isReverse`, of the "to" item), `auto` by an auto link setting.
 */
export interface Link {
  /** ID of the item that it leads from. */
  readonly fromIId: IId
  /** ID of that item's datastore. */
  readonly fromDId: DId
  /** ID of the item that it leads to. */
  readonly toIId: IId
  /** ID of that item's datastore. */
  readonly toDId: DId
  /** What made it. */
  readonly type: "link" | "lookup" | "auto"
  /** The field that keeps a lookup or auto link. */
  readonly fId: FId | null
  /** Whether it leads back from what a lookup field names. */
  readonly isReverse: boolean
}

/** An end of a link. */
export type Linked = Pick<Item, "iId" | "dId">

export const makeLink = (
  from: Linked,
  to: Linked,
  { type, fId, isReverse }: Pick<Link, "type" | "fId" | "isReverse">,
): Link => ({ fromIId: from.iId, fromDId: from.dId, toIId: to.iId, toDId: to.dId, type, fId, isReverse })

/** The key of a link in the table `links`: the same pair may be linked by hand and by several fields. */
export const linkKey = (link: Link): string =>
  `${link.fromIId}>${link.toIId}:${link.type}:${link.fId ?? ""}${link.isReverse ? ":r" : ""}`
