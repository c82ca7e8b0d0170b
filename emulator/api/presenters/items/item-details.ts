import { type Lang, nameIn } from "../../../../src/model/index.ts"
import type { Action } from "../../../../src/model/records/index.ts"
import type { ItemDetails } from "../../../../src/operations/index.ts"
import type { WireDetailsByDisplayId, WireDetailsByInternalId } from "../../contract/item-shapes/details.ts"
import { presentLinkedDatastores } from "./linked-items.ts"
import { presentDetail } from "./values.ts"

/** Builds the response of GetItemDetails (api.md section 8) without the slow spread syntax (CONTRIBUTING.md, "spread"). */
export function presentItemDetails(details: ItemDetails): WireDetailsByDisplayId | WireDetailsByInternalId {
  const { item, title, createdBy, updatedBy, linkedItems, ids, lang } = details
  const head = {
    title,
    rev_no: item.revNo,
    created_at: item.createdAt,
    updated_at: item.updatedAt,
    created_by: createdBy,
    updated_by: updatedBy,
  }
  const linked = linkedItems && presentLinkedDatastores(linkedItems, ids, lang)
  return ids === "display"
    ? Object.assign(head, presentByDisplayId(details), { linked_items: linked })
    : Object.assign(head, presentByInternalId(details), { linked_items: linked })
}

type Body<D> = Omit<D, "title" | "rev_no" | "linked_items" | `${"created" | "updated"}_${"at" | "by"}`>

const describeAction = (action: Action, id: string, lang: Lang) => ({
  action_id: id,
  a_id: action.aId,
  action_name: nameIn(action.name, lang),
  display_order: action.displayOrder,
  crud_type: action.crudType,
})

const nextStatus = ({ datastore: { statuses } }: ItemDetails, { setStatus }: Action) =>
  statuses.find(({ sId }) => sId === setStatus)

const byDisplayId = <T extends { readonly displayId: string }, V>(all: readonly T[], describe: (one: T) => V) =>
  Object.fromEntries(all.map((one) => [one.displayId, describe(one)]))

const idOf = ({ displayId }: { readonly displayId: string }) => displayId

function presentByDisplayId(details: ItemDetails): Body<WireDetailsByDisplayId> {
  const { fieldValues, datastore, statusActions, itemActions, lang } = details
  return {
    field_values: Object.fromEntries(
      fieldValues.map(({ field, value }) => [
        field.displayId,
        {
          field_id: field.displayId,
          field_name: nameIn(field.name, lang),
          dataType: field.dataType,
          value: presentDetail(value),
          sizeX: field.layout.sizeX,
          sizeY: field.layout.sizeY,
          col: field.layout.col,
          row: field.layout.row,
        },
      ]),
    ),
    status_list: byDisplayId(datastore.statuses, ({ displayId, sId, name }) => ({
      status_id: displayId,
      s_id: sId,
      status_name: nameIn(name, lang),
    })),
    status_actions: byDisplayId(statusActions, (action) =>
      Object.assign(describeAction(action, action.displayId, lang), {
        next_status_id: nextStatus(details, action)?.displayId ?? "",
      }),
    ),
    item_actions: byDisplayId(itemActions, (action) => describeAction(action, action.displayId, lang)),
    status_order: datastore.statuses.map(idOf),
    status_action_order: statusActions.map(idOf),
    item_action_order: itemActions.map(idOf),
  }
}

function presentByInternalId(details: ItemDetails): Body<WireDetailsByInternalId> {
  const { fieldValues, datastore, statusActions, itemActions, lang } = details
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
    status_list: datastore.statuses.map(({ sId, name, sortId }) => ({
      status_id: sId,
      status_name: nameIn(name, lang),
      sort_id: sortId,
    })),
    status_actions: statusActions.map((action) =>
      Object.assign(describeAction(action, action.aId, lang), {
        next_status_id: nextStatus(details, action)?.sId ?? "",
      }),
    ),
    item_actions: itemActions.map((action) =>
      Object.assign(
        describeAction(action, action.aId, lang),
        action.description === "" ? {} : { description: action.description },
      ),
    ),
    status_order: datastore.statuses.map(({ sId }) => sId),
    status_action_order: statusActions.map(({ aId }) => aId),
    item_action_order: itemActions.map(({ aId }) => aId),
  }
}
