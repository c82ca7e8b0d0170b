import type {
  ActionsFacts,
  DidFacts,
  ExecutedActionAnswer,
  FollowUpFacts,
  ItemFacts,
  ListedFacts,
  RevisionFacts,
  WriteFacts,
} from "../../operations/index.ts"
import type { DatastoreTypes } from "./schema.ts"

/** The properties of an item whose types depend on the datastore's schema. */
interface KnownOf<D extends DatastoreTypes> {
  /** Display ID of the item's status; null if the datastore has no statuses. */
  readonly status: [D["statuses"]] extends [never] ? null : D["statuses"]
  /** Values of the fields that the user may read, by display ID. */
  readonly values: D["values"]
}

/** An item in readable form (model.md section 5.7). */
export interface ItemIn<D extends DatastoreTypes> extends ItemFacts, KnownOf<D> {}

/** An item, together with the items of its lookup fields and its linked items. */
export interface LedItemIn<D extends DatastoreTypes> extends ItemFacts, FollowUpFacts, KnownOf<D> {}

/** An item with the actions that the user may run on it. */
export interface ItemDetailsIn<D extends DatastoreTypes> extends LedItemIn<D>, ActionsFacts {}

export interface ListedItemIn<D extends DatastoreTypes> extends ItemFacts, ListedFacts, KnownOf<D> {}

export interface ItemListIn<D extends DatastoreTypes> {
  /** The items of the page, in the requested order. */
  readonly items: readonly ListedItemIn<D>[]
  /** Number of matching items on all pages; 0 if the count is omitted, -1 if counting timed out. */
  readonly totalItems: number
}

interface WithItem<D extends DatastoreTypes> {
  /** The item after the write, if `returnItemResult` is true. */
  readonly item?: ItemIn<D>
}

/** Result of a write that creates an item. */
export interface WrittenItemIn<D extends DatastoreTypes> extends WriteFacts, WithItem<D> {}

/** Result of a write that changes or copies an item. */
export interface ChangedItemIn<D extends DatastoreTypes> extends WriteFacts, RevisionFacts, WithItem<D> {}

/** Result of an action. `logs` contains the lines that the action's scripts logged. */
export type ExecutedActionIn<D extends DatastoreTypes> =
  | (DidFacts<"create"> & WrittenItemIn<D>)
  | (DidFacts<"update" | "copy"> & ChangedItemIn<D>)
  | Extract<ExecutedActionAnswer, { readonly did: "delete" }>
