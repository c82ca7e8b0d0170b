import type { ParsedInputOf } from "../../engine/index.ts"
import type { Sort } from "../../items/index.ts"
import type { Acting, GetItemDetails, OperationInput, Placing } from "../../operations/index.ts"
import type { deleteItem, executeBulkAction } from "../../operations/list.ts"
import type { ChangedItemIn, ExecutedActionIn, ItemDetailsIn, ItemListIn, WrittenItemIn } from "./answers.ts"
import type { ConditionIn } from "./conditions.ts"
import type {
  ActionsIn,
  AnyTypes,
  ApplicationIn,
  DatastoreIn,
  DatastoreTypes,
  Narrower,
  PlaceIn,
  TypesOf,
  WorldTypes,
} from "./schema.ts"
import type { ChangedValues, ChangeIn, KeysIn, NewValues, OptionsIn } from "./writes.ts"

interface At<A, D> {
  /** Display ID of the application. */
  readonly application: A
  /** Display ID of the datastore. */
  readonly datastore: D
}

interface Around<A, D> {
  /** Display ID of the application. Default: all applications are searched for the datastore. */
  readonly application?: A | undefined
  /** Display ID of the datastore. */
  readonly datastore: D
}

interface CreatingBy<N> {
  /** Display ID of a create action. Default: the datastore's default create action. */
  readonly actionId?: N | undefined
}

interface Drawn<N> {
  /** ID of the new item, issued by CreateNewItemID. */
  readonly itemId: string
  /** Display ID of a create action. */
  readonly actionId: N
}

/** The operations always set `useDisplayId`, because the schema names fields by display ID. */
type ByDisplayId = Narrower<{ readonly useDisplayId: true }>

interface RunBy<N> {
  /** Display ID of the action to run. */
  readonly actionId: N
}

interface OnNothing {
  /** Omit for create actions. */
  readonly itemId?: string | undefined
}

interface OnItem {
  /** ID of the item. */
  readonly itemId: string
}

export type CreateItemIn<S extends WorldTypes, A, D, N> = At<A, D> &
  OptionsIn<S, A, D> &
  CreatingBy<N> &
  NewValues<TypesOf<S, A, D>, N>

export type CreateItemWithItemIDIn<S extends WorldTypes, A, D, N> = At<A, D> &
  OptionsIn<S, A, D> &
  Drawn<N> &
  ByDisplayId &
  NewValues<TypesOf<S, A, D>, N>

export interface UpdateItemIn<S extends WorldTypes, A, D>
  extends At<A, D>,
    OptionsIn<S, A, D>,
    ChangedValues<TypesOf<S, A, D>> {
  /** ID of the item. */
  readonly itemId: string
  /** Display ID of an update action. Default: the datastore's default update action. */
  readonly actionId?: ActionsIn<TypesOf<S, A, D>, "update">["ids"] | undefined
}

export type ExecuteActionIn<S extends WorldTypes, A, D, N> = At<A, D> &
  OptionsIn<S, A, D> &
  RunBy<N> &
  (N extends ActionsIn<TypesOf<S, A, D>, "new">["ids"]
    ? OnNothing & NewValues<TypesOf<S, A, D>, N>
    : OnItem & ChangedValues<TypesOf<S, A, D>>)

export interface ExecuteBulkActionIn<S extends WorldTypes, A, D>
  extends Omit<
      ParsedInputOf<typeof executeBulkAction>,
      "application" | "datastore" | "actionId" | "conditions" | "item" | "changes" | "accessKeyUpdates"
    >,
    At<A, D>,
    ChangedValues<TypesOf<S, A, D>> {
  /** Display ID of an update, delete or copy action. */
  readonly actionId: ActionsIn<TypesOf<S, A, D>, "update" | "delete" | "copy">["ids"]
  /** Conditions that select the items (model.md section 11). Default: all items. */
  readonly conditions?: readonly ConditionIn<TypesOf<S, A, D>>[] | undefined
  /** New values as a list, applied after the values in `item`. */
  readonly changes?: readonly ChangeIn<TypesOf<S, A, D>>[] | undefined
  /** Access keys to add to or remove from the items. */
  readonly accessKeyUpdates?: KeysIn<S, A> | undefined
}

export interface DeleteItemIn<S extends WorldTypes, A, D>
  extends Omit<ParsedInputOf<typeof deleteItem>, "application" | "datastore" | "actionId" | "targetDatastores">,
    At<A, D> {
  /** Display ID of a delete action. Default: the datastore's default delete action. */
  readonly actionId?: ActionsIn<TypesOf<S, A, D>, "delete">["ids"] | undefined
  /** Display IDs of the datastores whose linked items are also deleted, if `deleteLinkedItems` is true. */
  readonly targetDatastores?: readonly DatastoreIn<S, A>[] | undefined
}

export interface DeleteItemByConditionsIn<S extends WorldTypes, A, D> extends Around<A, D> {
  /** Conditions that select the items (model.md section 11). */
  readonly conditions: readonly ConditionIn<TypesOf<S, A, D>>[]
}

export interface SortIn<D extends DatastoreTypes> extends Omit<Sort, "id"> {
  /** Display ID of a field, or the name of a system column. */
  readonly id: (keyof D["values"] & string) | "i_id" | "created_at" | "updated_at" | "title"
}

export interface ItemListInputIn<S extends WorldTypes, A, D>
  extends Omit<OperationInput<"itemList">, "application" | "datastore" | "conditions" | "sortFields">,
    Around<A, D> {
  /** Conditions that select the items (model.md section 11). Default: all items. */
  readonly conditions?: readonly ConditionIn<TypesOf<S, A, D>>[] | undefined
  /** Sort order. Default: newest items first. */
  readonly sortFields?: readonly SortIn<TypesOf<S, A, D>>[] | undefined
}

export interface GetItemDetailsIn<A, D> extends Omit<GetItemDetails, "application" | "datastore">, Around<A, D> {}

type Default<S extends WorldTypes, A, D> = TypesOf<S, A, D>["defaultCreate"] & ActionsIn<TypesOf<S, A, D>, "new">["ids"]

interface OnItems<S extends WorldTypes> {
  /**
   * Creates an item with a create action.
   *
   * @example
   * ```ts
   * const { itemId } = await bob.createItem({ application: "SHOP", datastore: "Orders", item: { Total: 12 } })
   * ```
   */
  createItem<
    A extends ApplicationIn<S>,
    D extends DatastoreIn<S, A>,
    N extends ActionsIn<TypesOf<S, A, D>, "new">["ids"] = Default<S, A, D>,
  >(input: CreateItemIn<S, A, D, N>): Promise<WrittenItemIn<TypesOf<S, A, D>>>
  /** Creates an item with an ID that CreateNewItemID issued. */
  createItemWithItemID<
    A extends ApplicationIn<S>,
    D extends DatastoreIn<S, A>,
    N extends ActionsIn<TypesOf<S, A, D>, "new">["ids"],
  >(input: CreateItemWithItemIDIn<S, A, D, N>): Promise<WrittenItemIn<TypesOf<S, A, D>>>
  /**
   * Updates an item with an update action.
   *
   * @example
   * ```ts
   * const order = { application: "SHOP", datastore: "Orders", itemId }
   * const { revNo } = await bob.getItemDetails(order)
   * await bob.updateItem({ ...order, revNo, item: { Total: 15 } })
   * ```
   */
  updateItem<A extends ApplicationIn<S>, D extends DatastoreIn<S, A>>(
    input: UpdateItemIn<S, A, D>,
  ): Promise<ChangedItemIn<TypesOf<S, A, D>>>
  /**
   * Runs an action of any kind.
   *
   * @example
   * ```ts
   * await bob.executeAction({
   *   application: "SHOP",
   *   datastore: "Orders",
   *   itemId,
   *   actionId: "Pay",
   *   isForceUpdate: true, // or the item's revNo
   * })
   * ```
   */
  executeAction<A extends ApplicationIn<S>, D extends DatastoreIn<S, A>, N extends ActionsIn<TypesOf<S, A, D>>["ids"]>(
    input: ExecuteActionIn<S, A, D, N>,
  ): Promise<ExecutedActionIn<TypesOf<S, A, D>>>
  /**
   * Runs an action on every visible item that matches the conditions.
   *
   * @example
   * ```ts
   * await bob.executeBulkAction({
   *   application: "SHOP",
   *   datastore: "Orders",
   *   actionId: "Pay",
   *   conditions: [{ id: "Total", searchValue: [10, null] }], // from 10 on
   * })
   * ```
   */
  executeBulkAction<A extends ApplicationIn<S>, D extends DatastoreIn<S, A>>(
    input: ExecuteBulkActionIn<S, A, D>,
  ): ReturnType<Acting["executeBulkAction"]>
  /**
   * Deletes an item and, if requested, the items linked to it.
   *
   * @example
   * ```ts
   * await bob.deleteItem({ application: "SHOP", datastore: "Orders", itemId })
   * ```
   */
  deleteItem<A extends ApplicationIn<S>, D extends DatastoreIn<S, A>>(
    input: DeleteItemIn<S, A, D>,
  ): ReturnType<Acting["deleteItem"]>
  /** Deletes every visible item that matches the conditions. */
  deleteItemByConditions<
    A extends ApplicationIn<S> = ApplicationIn<S>,
    D extends DatastoreIn<S, A> = DatastoreIn<S, A>,
  >(input: DeleteItemByConditionsIn<S, A, D>): ReturnType<Acting["deleteItemByConditions"]>
  /**
   * Returns an item with the values that the user may read and the actions that the user may run on it.
   *
   * @example
   * ```ts
   * const { title, values, status } = await bob.getItemDetails({ datastore: "Orders", itemId })
   * ```
   */
  getItemDetails<A extends ApplicationIn<S> = ApplicationIn<S>, D extends DatastoreIn<S, A> = DatastoreIn<S, A>>(
    input: GetItemDetailsIn<A, D>,
  ): Promise<ItemDetailsIn<TypesOf<S, A, D>>>
  /**
   * Returns the visible items that match the conditions, sorted and paged.
   *
   * @example
   * ```ts
   * const { items, totalItems } = await bob.itemList({
   *   datastore: "Orders",
   *   conditions: [{ id: "Status", searchValue: ["open"] }],
   *   sortFields: [{ id: "Total", order: "desc" }],
   *   page: 1,
   *   perPage: 20,
   * })
   * ```
   */
  itemList<A extends ApplicationIn<S> = ApplicationIn<S>, D extends DatastoreIn<S, A> = DatastoreIn<S, A>>(
    input: ItemListInputIn<S, A, D>,
  ): Promise<ItemListIn<TypesOf<S, A, D>>>
}

/** All operations, run as one user. The schema (types.md), which `hexarium types` generated, determines the types of inputs and results. */
export interface ActingIn<S extends WorldTypes> extends OnItems<S>, Placing<PlaceIn<S>> {}

/** `ActingIn` if there is a schema, otherwise `Acting`. */
export type ActingOf<S extends AnyTypes> = S extends WorldTypes ? ActingIn<S> : Acting
