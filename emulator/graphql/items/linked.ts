import { type Actor, findDatastore } from "../../../src/access/index.ts"
import { readableFields, runnableActions } from "../../../src/fields/index.ts"
import type { LinkedDatastore } from "../../../src/items/index.ts"
import { nameIn } from "../../../src/model/index.ts"
import { ACTION_OPERATIONS, type Action, type Datastore, type Field } from "../../../src/model/records/index.ts"
import type { View } from "../../../src/state/index.ts"
import { presentFieldProperties, presentNames } from "../../api/index.ts"
import { ClientItems } from "./client-items.ts"

/** The datastores of an item and of its linked items, by internal or display ID. */
export interface LinkedPlace {
  readonly datastoreId: string
  readonly linkedDatastoreId: string
}

/** Presents the linked items in one datastore, with the fields and actions of the datastore (graphql.md section 3.9). */
export function presentLinkedItems(view: View, actor: Actor, linked: readonly LinkedDatastore[], place: LinkedPlace) {
  const of = findDatastore(view, actor, place.datastoreId)
  const application = of && view.get("applications", of.pId)
  const datastore = findDatastore(view, actor, place.linkedDatastoreId, application && { preferred: application })
  const actions = datastore && runnableActions(view, actor, datastore).all
  const items = new ClientItems(view, actor, { ids: "internal", numbers: "text", lookups: false })
  const { lang } = view.settings
  const present = (action: Action) => datastore && presentAction(action, datastore, nameIn(action.name, lang))
  return {
    items: linked.flatMap((one) => one.items.map((item) => items.linked(item))),
    datastore_id: datastore?.dId,
    actions: actions?.filter(({ statusId }) => statusId === null).map(present),
    stateflowActions: actions?.filter(({ statusId }) => statusId !== null).map(present),
    fields: datastore && readableFields(view, actor, datastore).map((field) => presentField(field, datastore, lang)),
    column_settings: null,
  }
}

const presentAction = (action: Action, { wId, pId, dId, createdAt }: Datastore, name: string) => ({
  ID: action.aId,
  a_id: action.aId,
  w_id: wId,
  p_id: pId,
  d_id: dId,
  display_id: action.displayId,
  name,
  status_id: action.statusId ?? "",
  is_status_action: action.statusId !== null,
  description: action.description,
  display_order: action.displayOrder,
  pin_by_default: false,
  show_in_home: false,
  search_keys: "",
  operation: ACTION_OPERATIONS[action.crudType],
  set_status: action.setStatus ?? "",
  send_mail: false,
  isOwnedBySystem: false,
  AccessKeys: null,
  action_script: null,
  CreatedAt: createdAt,
  UpdatedAt: createdAt,
})

const presentField = (field: Field, { wId, pId, dId }: Datastore, lang: "en" | "ja") => ({
  id: field.fId,
  f_id: field.fId,
  w_id: wId,
  p_id: pId,
  d_id: dId,
  field_csv_name: field.displayId,
  display_name: nameIn(field.name, lang),
  name: presentNames(field.name),
  ...presentFieldProperties(field),
})
