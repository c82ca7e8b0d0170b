import type { ParsedInputOf } from "../../engine/operation.ts"
import type { ItemList } from "../../items/reading/list-items.ts"
import type { Sort } from "../../items/search/order.ts"
import type { Acting } from "../../operations/index.ts"
import type { deleteItem } from "../../operations/items/delete-item.ts"
import type { executeBulkAction } from "../../operations/items/execute-bulk-action.ts"
import type { GetItemDetails } from "../../operations/items/get-item-details.ts"
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

/** Where an item is or is made. */
interface At<A, D> {
  /** Display ID of the application. */
  readonly application: A
  /** Display ID of the datastore. */
  readonly datastore: D
}

/** The same where the application may be left out. */
interface Around<A, D> {
  /** Display ID of the application; absent: any that has the datastore. */
  readonly application?: A | undefined
  /** Display ID of the datastore. */
  readonly datastore: D
}

interface CreatingBy<N> {
  /** A create action; the default one when absent. */
  readonly actionId?: N | undefined
}

interface Drawn<N> {
  /** ID of the new item, as CreateNewItemID answered it. */
  readonly itemId: string
  /** A create action. */
  readonly actionId: N
}

/** Fields are named by display ID. */
type ByDisplayId = Narrower<{ readonly useDisplayId: true }>

interface RunBy<N> {
  /** The action to run. */
  readonly actionId: N
}

interface OnNothing {
  /** Create actions take no item. */
  readonly itemId?: string | undefined
}

interface OnItem {
  /** ID of the item. */
  readonly itemId: string
}

/** What CreateItem takes in a schema. */
export type CreateItemIn<S extends WorldTypes, A, D, N> = At<A, D> &
  OptionsIn<S, A, D> &
  CreatingBy<N> &
  NewValues<TypesOf<S, A, D>, N>

/** What CreateItemWithItemID takes in a schema, whose names are display IDs. */
export type CreateItemWithItemIDIn<S extends WorldTypes, A, D, N> = At<A, D> &
  OptionsIn<S, A, D> &
  Drawn<N> &
  ByDisplayId &
  NewValues<TypesOf<S, A, D>, N>

/** What UpdateItem takes in a schema. */
export interface UpdateItemIn<S extends WorldTypes, A, D>
  extends At<A, D>,
    OptionsIn<S, A, D>,
    ChangedValues<TypesOf<S, A, D>> {
  /** ID of the item. */
  readonly itemId: string
  /** An update action; the default one when absent. */
  readonly actionId?: ActionsIn<TypesOf<S, A, D>, "update">["ids"] | undefined
}

/** What ExecuteAction takes in a schema; create actions ask for their values. */
export type ExecuteActionIn<S extends WorldTypes, A, D, N> = At<A, D> &
  OptionsIn<S, A, D> &
  RunBy<N> &
  (N extends ActionsIn<TypesOf<S, A, D>, "new">["ids"]
    ? OnNothing & NewValues<TypesOf<S, A, D>, N>
    : OnItem & ChangedValues<TypesOf<S, A, D>>)

/** What ExecuteBulkAction takes in a schema. */
export interface ExecuteBulkActionIn<S extends WorldTypes, A, D>
  extends Omit<
      ParsedInputOf<typeof executeBulkAction>,
      "application" | "datastore" | "actionId" | "conditions" | "item" | "changes" | "accessKeyUpdates"
    >,
    At<A, D>,
    ChangedValues<TypesOf<S, A, D>> {
  /** An update, delete or copy action. */
  readonly actionId: ActionsIn<TypesOf<S, A, D>, "update" | "delete" | "copy">["ids"]
  /** What items must fit (model.md section 11); all without any. */
  readonly conditions?: readonly ConditionIn<TypesOf<S, A, D>>[] | undefined
  /** New values as a list, after those of `item`. */
  readonly changes?: readonly ChangeIn<TypesOf<S, A, D>>[] | undefined
  /** Keys to give to the items. */
  readonly accessKeyUpdates?: KeysIn<S, A> | undefined
}

/** What DeleteItem takes in a schema. */
export interface DeleteItemIn<S extends WorldTypes, A, D>
  extends Omit<ParsedInputOf<typeof deleteItem>, "application" | "datastore" | "actionId" | "targetDatastores">,
    At<A, D> {
  /** A delete action; the default one when absent. */
  readonly actionId?: ActionsIn<TypesOf<S, A, D>, "delete">["ids"] | undefined
  /** With `deleteLinkedItems`: display IDs of the datastores whose linked items go, too. */
  readonly targetDatastores?: readonly DatastoreIn<S, A>[] | undefined
}

/** What DeleteItemByConditions takes in a schema. */
export interface DeleteItemByConditionsIn<S extends WorldTypes, A, D> extends Around<A, D> {
  /** What items must fit (model.md section 11). */
  readonly conditions: readonly ConditionIn<TypesOf<S, A, D>>[]
}

/** What a list can be sorted by. */
export interface SortIn<D extends DatastoreTypes> extends Omit<Sort, "id"> {
  /** Display ID of a field, or the name of a system column. */
  readonly id: (keyof D["values"] & string) | "i_id" | "created_at" | "updated_at" | "title"
}

/** What ItemList takes in a schema. */
export interface ItemListInputIn<S extends WorldTypes, A, D>
  extends Omit<ItemList, "application" | "datastore" | "conditions" | "sortFields">,
    Around<A, D> {
  /** What items must fit (model.md section 11); all without any. */
  readonly conditions?: readonly ConditionIn<TypesOf<S, A, D>>[] | undefined
  /** Newest first without any. */
  readonly sortFields?: readonly SortIn<TypesOf<S, A, D>>[] | undefined
}

/** What GetItemDetails takes in a schema. */
export interface GetItemDetailsIn<A, D> extends Omit<GetItemDetails, "application" | "datastore">, Around<A, D> {}

type Default<S extends WorldTypes, A, D> = TypesOf<S, A, D>["defaultCreate"] & ActionsIn<TypesOf<S, A, D>, "new">["ids"]

/** Operations whose fields, actions and answers are those of the datastore. */
interface OnItems<S extends WorldTypes> {
  /** Make an item by a create action. */
  createItem<
    A extends ApplicationIn<S>,
    D extends DatastoreIn<S, A>,
    N extends ActionsIn<TypesOf<S, A, D>, "new">["ids"] = Default<S, A, D>,
  >(input: CreateItemIn<S, A, D, N>): Promise<WrittenItemIn<TypesOf<S, A, D>>>
  /** Make an item under an ID that was drawn before. */
  createItemWithItemID<
    A extends ApplicationIn<S>,
    D extends DatastoreIn<S, A>,
    N extends ActionsIn<TypesOf<S, A, D>, "new">["ids"],
  >(input: CreateItemWithItemIDIn<S, A, D, N>): Promise<WrittenItemIn<TypesOf<S, A, D>>>
  /** Change an item by an update action. */
  updateItem<A extends ApplicationIn<S>, D extends DatastoreIn<S, A>>(
    input: UpdateItemIn<S, A, D>,
  ): Promise<ChangedItemIn<TypesOf<S, A, D>>>
  /** Run an action of any kind. */
  executeAction<A extends ApplicationIn<S>, D extends DatastoreIn<S, A>, N extends ActionsIn<TypesOf<S, A, D>>["ids"]>(
    input: ExecuteActionIn<S, A, D, N>,
  ): Promise<ExecutedActionIn<TypesOf<S, A, D>>>
  /** Run an action on every visible item that fits. */
  executeBulkAction<A extends ApplicationIn<S>, D extends DatastoreIn<S, A>>(
    input: ExecuteBulkActionIn<S, A, D>,
  ): ReturnType<Acting["executeBulkAction"]>
  /** Delete an item, and items linked to it where that is asked for. */
  deleteItem<A extends ApplicationIn<S>, D extends DatastoreIn<S, A>>(
    input: DeleteItemIn<S, A, D>,
  ): ReturnType<Acting["deleteItem"]>
  /** Delete every visible item that fits. */
  deleteItemByConditions<
    A extends ApplicationIn<S> = ApplicationIn<S>,
    D extends DatastoreIn<S, A> = DatastoreIn<S, A>,
  >(input: DeleteItemByConditionsIn<S, A, D>): ReturnType<Acting["deleteItemByConditions"]>
  /** An item with everything the reader can see of it and do to it. */
  getItemDetails<A extends ApplicationIn<S> = ApplicationIn<S>, D extends DatastoreIn<S, A> = DatastoreIn<S, A>>(
    input: GetItemDetailsIn<A, D>,
  ): Promise<ItemDetailsIn<TypesOf<S, A, D>>>
  /** The visible items that fit, sorted and paged. */
  itemList<A extends ApplicationIn<S> = ApplicationIn<S>, D extends DatastoreIn<S, A> = DatastoreIn<S, A>>(
    input: ItemListInputIn<S, A, D>,
  ): Promise<ItemListIn<TypesOf<S, A, D>>>
}

interface Anywhere {
  /** Display ID of the application; absent: any that has the datastore. */
  readonly application?: string | undefined
}

/** Wherever else a datastore is named, it is one that there is. */
export type Placed<S extends WorldTypes, F> = F extends (...given: infer P) => infer R
  ? P extends [infer I extends { readonly datastore: string }]
    ? (input: I & ("application" extends keyof I ? unknown : Anywhere) & PlaceIn<S>) => R
    : F
  : F

/**
 * Every operation as one user, in a schema that `hexarium types` wrote: applications, datastores, fields, options, actions, statuses,
 * groups and relations are those that there are, and answers hold values of their types (types.md).
 */
export type ActingIn<S extends WorldTypes> = OnItems<S> & {
  readonly [N in Exclude<keyof Acting, keyof OnItems<S>>]: Placed<S, Acting[N]>
}

/** `Acting`, or what is known of it by a schema. */
export type ActingOf<S extends AnyTypes> = S extends WorldTypes ? ActingIn<S> : Acting
