import type { ItemFacts } from "../../answers/item.ts"
import type {
  ActionsFacts,
  DidFacts,
  ExecutedActionAnswer,
  LedFacts,
  ListedFacts,
  RevisionFacts,
  WriteFacts,
} from "../../operations/answers/item-answers.ts"
import type { DatastoreTypes } from "./schema.ts"

/** What is known of an item by its datastore. */
interface KnownOf<D extends DatastoreTypes> {
  /** Display ID of the status; null in a datastore without statuses. */
  readonly status: [D["statuses"]] extends [never] ? null : D["statuses"]
  /** By display ID, of the fields that the reader is answered. */
  readonly values: D["values"]
}

/** An item as people read it (model.md section 5.7). */
export interface ItemIn<D extends DatastoreTypes> extends ItemFacts, KnownOf<D> {}

/** An item with what it leads to. */
export interface LedItemIn<D extends DatastoreTypes> extends ItemFacts, LedFacts, KnownOf<D> {}

/** An item with what the reader may do to it. */
export interface ItemDetailsIn<D extends DatastoreTypes> extends LedItemIn<D>, ActionsFacts {}

/** An item of a list. */
export interface ListedItemIn<D extends DatastoreTypes> extends ItemFacts, ListedFacts, KnownOf<D> {}

/** A page of items. */
export interface ItemListIn<D extends DatastoreTypes> {
  /** In the order that was asked for. */
  readonly items: readonly ListedItemIn<D>[]
  /** All that fit, before paging; 0 when omitted, -1 when the count timed out. */
  readonly totalItems: number
}

interface WithItem<D extends DatastoreTypes> {
  /** With `returnItemResult`: the item as it is now. */
  readonly item?: ItemIn<D>
}

/** An item that was made. */
export interface WrittenItemIn<D extends DatastoreTypes> extends WriteFacts, WithItem<D> {}

/** An item that was changed or copied. */
export interface ChangedItemIn<D extends DatastoreTypes> extends WriteFacts, RevisionFacts, WithItem<D> {}

/** What an action did; `logs` are the lines of its scripts' loggers. */
export type ExecutedActionIn<D extends DatastoreTypes> =
  | (DidFacts<"create"> & WrittenItemIn<D>)
  | (DidFacts<"update" | "copy"> & ChangedItemIn<D>)
  | Extract<ExecutedActionAnswer, { readonly did: "delete" }>
