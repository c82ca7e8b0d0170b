import { type Action, type Datastore, type ItemDetails, nameIn } from "../../src/index.ts"
import { presentLinkedDatastores } from "./linked-items.ts"
import { presentDetail } from "./values.ts"

/** GetItemDetails in the form its IDs ask for: maps keyed by display IDs, or arrays of internal IDs (api.md section 8). */
export function presentItemDetails(details: ItemDetails) {
  const { item, title, createdBy, updatedBy, linkedItems, ids, lang } = details
  return {
    title,
    rev_no: item.revNo,
    created_at: item.createdAt,
    updated_at: item.updatedAt,
    created_by: createdBy,
    updated_by: updatedBy,
    ...(ids === "display" ? presentByDisplayId(details) : presentByInternalId(details)),
    ...(linkedItems === undefined ? {} : { linked_items: presentLinkedDatastores(linkedItems, ids, lang) }),
  }
}

const mapBy = <T, V>(all: readonly T[], key: (one: T) => string, value: (one: T) => V): Record<string, V> =>
  Object.fromEntries(all.map((one) => [key(one), value(one)]))

const nextStatus = (datastore: Datastore, { setStatus }: Action) =>
  datastore.statuses.find((status) => status.sId === setStatus)

function presentByDisplayId({ datastore, fieldValues, statusActions, itemActions, lang }: ItemDetails) {
  const action = (one: Action) => ({
    action_id: one.displayId,
    a_id: one.aId,
    action_name: nameIn(one.name, lang),
    display_order: one.displayOrder,
    crud_type: one.crudType,
  })
  const idOf = ({ displayId }: { readonly displayId: string }) => displayId
  return {
    field_values: mapBy(
      fieldValues,
      ({ field }) => field.displayId,
      ({ field, value }) => ({
        field_id: field.displayId,
        field_name: nameIn(field.name, lang),
        dataType: field.dataType,
        value: presentDetail(value),
        sizeX: field.layout.sizeX,
        sizeY: field.layout.sizeY,
        col: field.layout.col,
        row: field.layout.row,
      }),
    ),
    status_list: mapBy(datastore.statuses, idOf, (status) => ({
      status_id: status.displayId,
      s_id: status.sId,
      status_name: nameIn(status.name, lang),
    })),
    status_actions: mapBy(statusActions, idOf, (one) => ({
      ...action(one),
      next_status_id: nextStatus(datastore, one)?.displayId ?? "",
    })),
    item_actions: mapBy(itemActions, idOf, action),
    status_order: datastore.statuses.map(idOf),
    status_action_order: statusActions.map(idOf),
    item_action_order: itemActions.map(idOf),
  }
}

function presentByInternalId({ datastore, fieldValues, statusActions, itemActions, lang }: ItemDetails) {
  const action = (one: Action) => ({
    action_id: one.aId,
    a_id: one.aId,
    action_name: nameIn(one.name, lang),
    display_order: one.displayOrder,
    crud_type: one.crudType,
  })
  return {
    field_values: fieldValues.map(({ field, value }) => ({
      field_id: field.fId,
      field_name: nameIn(field.name, lang),
      dataType: field.dataType,
      value: presentDetail(value),
      use_as_search: field.search,
      show_in_list: field.showList,
      display_id: field.displayId,
    })),
    status_list: datastore.statuses.map((status) => ({
      status_id: status.sId,
      status_name: nameIn(status.name, lang),
      sort_id: status.sortId,
    })),
    status_actions: statusActions.map((one) => ({
      ...action(one),
      next_status_id: nextStatus(datastore, one)?.sId ?? "",
    })),
    item_actions: itemActions.map((one) => ({
      ...action(one),
      ...(one.description === "" ? {} : { description: one.description }),
    })),
    status_order: datastore.statuses.map(({ sId }) => sId),
    status_action_order: statusActions.map(({ aId }) => aId),
    item_action_order: itemActions.map(({ aId }) => aId),
  }
}
