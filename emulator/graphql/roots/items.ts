import { actorOfCaller } from "../../../src/engine/index.ts"
import type { ItemListResult } from "../../../src/items/index.ts"
import { type Finding, invalidParams, presentFindings } from "../../../src/model/index.ts"
import { isObject } from "../../../src/model/input/index.ts"
import { deleteItemByConditions, getItemDetails, itemList } from "../../../src/operations/list.ts"
import { presentFieldDefinition, presentUpdatedItem, table } from "../../api/index.ts"
import { ClientItems } from "../items/client-items.ts"
import { presentDetails } from "../items/details.ts"
import { clientType } from "../items/near.ts"
import { presentCreatedResult, presentResult } from "../items/results.ts"
import { conditionOf, type GetItemsParameters, listingOf, type SearchCondition } from "../items/search.ts"
import { readSelection } from "../items/selection.ts"
import { NO_ERROR, type RootCall, root, SUCCESS } from "../root.ts"

interface ItemsArguments {
  readonly getItemsParameters: GetItemsParameters
}

const selectionOf = ({ select_fields: fields, select_fields_lookup: ofLookups }: GetItemsParameters) =>
  readSelection(fields, ofLookups)

const actorOf = ({ view, uId }: Pick<RootCall, "view" | "uId">) => actorOfCaller(view, { uId })

interface ListCall extends Pick<RootCall, "args" | "view" | "uId"> {
  readonly input: { readonly includeLookups?: boolean | undefined }
}

function itemsOf({ items, totalItems, ids, numbers }: ItemListResult, call: ListCall) {
  const { getItemsParameters: parameters } = call.args as unknown as ItemsArguments
  const form = { ids, numbers, lookups: call.input.includeLookups === true, selection: selectionOf(parameters) }
  const presented = new ClientItems(call.view, actorOf(call), form)
  return { items: items.map((item) => presented.listed(item)), totalItems }
}

/** Returns the fields of a list, with the data types that the client knows. */
function fieldsOf({ fields, datastore, ids, lang }: ItemListResult, call: ListCall) {
  const { view } = call
  const actor = actorOf(call)
  return Object.fromEntries(
    fields.map((field) => [
      ids === "display" ? field.displayId : field.fId,
      { ...presentFieldDefinition(field, lang), dataType: clientType(view, actor, datastore.pId, field) },
    ]),
  )
}

interface KeyUpdates {
  readonly groups_to_publish?: unknown
  readonly Groups_to_publish?: unknown
}

/** Returns the properties that are the same for all writes of items and whose names differ from the REST request. */
function writeOf({ access_key_updates: keys, history, comment }: WriteParameters): object {
  const said = comment ?? (isObject(history) ? history.comment : undefined)
  return {
    ...(said === undefined ? {} : { comment: said }),
    ...(keys && {
      access_key_updates: { ...keys, groups_to_publish: keys.groups_to_publish ?? keys.Groups_to_publish },
    }),
  }
}

interface WriteParameters {
  readonly access_key_updates?: KeyUpdates | null
  readonly comment?: string | null
  readonly history?: object | null
}

interface UpdateArguments {
  readonly ItemActionParameters?: WriteParameters | null
  readonly itemUpdatePayload?: WriteParameters | null
}

/** Returns the parameters of an update, which has two arguments for them. */
function updateOf({ ItemActionParameters: parameters, itemUpdatePayload: payload }: UpdateArguments): object {
  const given = parameters ?? payload
  if (!given || (parameters && payload))
    throw invalidParams("expected one of the arguments ItemActionParameters and itemUpdatePayload")
  return writeOf(given)
}

/** Returns the warnings of a write that succeeded. */
const remarksOf = (findings: readonly Finding[]) => (findings.length === 0 ? null : presentFindings(findings))

/** Roots that read and write items (graphql.md section 3.8). */
export const itemsRoots = {
  datastoreGetDatastoreItems: root(itemList, {
    toWire({ getItemsParameters: parameters }: ItemsArguments) {
      selectionOf(parameters)
      return listingOf(parameters)
    },
    answer: itemsOf,
  }),
  itemWithSearch: root(itemList, {
    toWire({ getItemsParameters: parameters }: ItemsArguments) {
      if (!parameters.datastore_id) throw invalidParams("getItemsParameters.datastore_id is required")
      selectionOf(parameters)
      return listingOf(parameters)
    },
    answer(result, call) {
      const { getItemsParameters: parameters } = call.args as unknown as ItemsArguments
      const fields = parameters.include_fields_data === true ? fieldsOf(result, call) : null
      return { ...itemsOf(result, call), fields, errors: null }
    },
  }),
  datastoreCreateItemID: root(table.createNewItemID),
  datastoreCreateNewItem: root(table.createItem, {
    toWire: ({ newItemActionParameters }: { readonly newItemActionParameters: WriteParameters }) =>
      writeOf(newItemActionParameters),
    answer: ({ findings, historyId, itemId, item }, call) => ({
      error: remarksOf(findings),
      history_id: historyId,
      item_id: itemId,
      item: presentCreatedResult(call.view, actorOf(call), item),
    }),
  }),
  datastoreUpdateItem: root(table.updateItem, {
    toWire: updateOf,
    answer: (updated, call) => ({
      ...presentUpdatedItem({ ...updated, item: null }),
      item: presentResult(call.view, actorOf(call), updated.item),
    }),
  }),
  datastoreExecuteItemAction: root(table.executeAction, {
    toWire: ({ itemActionParameters }: { readonly itemActionParameters: WriteParameters }) =>
      writeOf(itemActionParameters),
    answer: (executed, call) => ({
      error: remarksOf(executed.findings),
      item_id: executed.did === "delete" ? call.args.itemId : executed.itemId,
      item: executed.did === "delete" ? null : presentResult(call.view, actorOf(call), executed.item),
    }),
  }),
  datastoreDeleteItem: root(table.deleteItem, { answer: () => NO_ERROR }),
  datastoreDeleteDatastoreItems: root(deleteItemByConditions, {
    toWire: ({ deleteItemsParameters: given }: { readonly deleteItemsParameters?: DeleteItemsParameters | null }) => ({
      conditions: (given?.conditions ?? []).map((condition, at) => conditionOf(condition, `conditions[${at}]`)),
      exact_matches_any: true,
    }),
    answer: () => SUCCESS,
  }),
  getDatastoreItemDetails: root(getItemDetails, {
    toWire: ({ datastoreItemDetailParams: given }: DetailsArguments, call) => ({
      ids: given?.use_display_id === true || given?.format === "map" ? "display" : "internal",
      include_lookups: true,
      include_linked_items: given?.include_linked_items === true && call.selects("linked_items"),
    }),
    answer(details, call) {
      const { datastoreItemDetailParams: given } = call.args as unknown as DetailsArguments
      const numbers = given?.return_number_value === true ? "number" : "text"
      const form = { numbers, lookups: given?.include_lookups === true } as const
      return presentDetails(call.view, actorOf(call), details, form)
    },
  }),
}

interface DeleteItemsParameters {
  readonly conditions?: readonly SearchCondition[] | null
}

interface DetailsArguments {
  readonly datastoreItemDetailParams?: {
    readonly include_lookups?: boolean | null
    readonly include_linked_items?: boolean | null
    readonly use_display_id?: boolean | null
    readonly return_number_value?: boolean | null
    readonly format?: string | null
  } | null
}
