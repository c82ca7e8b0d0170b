import type { DId, FId, IId } from "../ids.ts"
import type { Item } from "./item.ts"

/**
 * A directed link (model.md section 8.1). The type `link` means that a user created it. `lookup` links come from the lookup field `fId` of
 * the source item or, if `isReverse`, of the target item. `auto` links come from an auto link setting.
 */
export interface Link {
  /** ID of the source item. */
  readonly fromIId: IId
  /** ID of the source item's datastore. */
  readonly fromDId: DId
  /** ID of the target item. */
  readonly toIId: IId
  /** ID of the target item's datastore. */
  readonly toDId: DId
  /** Origin of the link. */
  readonly type: "link" | "lookup" | "auto"
  /** ID of the field that causes a lookup or auto link; null for type `link`. */
  readonly fId: FId | null
  /** Whether this is the reverse link of a lookup field. */
  readonly isReverse: boolean
}

export type ItemRef = Pick<Item, "iId" | "dId">

export const makeLink = (
  from: ItemRef,
  to: ItemRef,
  { type, fId, isReverse }: Pick<Link, "type" | "fId" | "isReverse">,
): Link => ({ fromIId: from.iId, fromDId: from.dId, toIId: to.iId, toDId: to.dId, type, fId, isReverse })

/** Returns a link's primary key. It includes type and field, because several links may connect the same two items. */
export const linkKey = (link: Link): string =>
  `${link.fromIId}>${link.toIId}:${link.type}:${link.fId ?? ""}${link.isReverse ? ":r" : ""}`
