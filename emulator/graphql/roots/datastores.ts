import { displayOf } from "../../../src/fields/index.ts"
import { defined, nameIn } from "../../../src/model/index.ts"
import type { Datastore } from "../../../src/model/records/index.ts"
import { DISPLAY, FIELD_IN, presentSettings } from "../../../src/model/settings/index.ts"
import type { DatastoreSettings } from "../../../src/operations/index.ts"
import {
  createDatastoreFromTemplate,
  deleteDatastore,
  updateDatastoreSetting,
  validateDatastoreDisplayID,
} from "../../../src/operations/list.ts"
import type { View } from "../../../src/state/index.ts"
import { presentNames, table } from "../../api/index.ts"
import { root, SUCCESS } from "../root.ts"

interface Seed {
  readonly payload: { readonly template_name: string }
}

interface DisplayID {
  readonly payload: { readonly displayId: string }
}

interface Settings {
  readonly payload: Readonly<Record<string, unknown>>
}

/** Roots on datastores (graphql.md sections 3.6 and 3.7). */
export const datastoresRoots = {
  datastores: root(table.getDatastores, {
    answer: ({ datastores, lang }, { view }) =>
      datastores.map((datastore, at) => ({
        ...presentDatastore(view, datastore, at + 1),
        name: nameIn(datastore.name, lang),
      })),
  }),
  datastoreSetting: root(table.getDatastoreSettings, {
    answer: presentSetting,
  }),
  datastoreGetActions: root(table.getActions),
  datastoreGetActionSetting: root(table.getActionSettings, {
    answer: ({ datastore }, call) => {
      const setting = call.present()
      return {
        ...setting,
        roles: setting.roles.map((role) => ({ ...role, project_id: datastore.pId, can_use: role.can_execute })),
      }
    },
  }),
  datastoreGetStatuses: root(table.getStatuses, {
    answer: (_, call) => call.present().map((status) => ({ ...status, x: String(status.x), y: String(status.y) })),
  }),
  createDatastoreFromTemplate: root(createDatastoreFromTemplate, {
    toWire: ({ payload }: Seed) => ({ "template-id": payload.template_name }),
    answer: ({ dId }) => ({ datastoreId: dId }),
  }),
  validateDatastoreDisplayID: root(validateDatastoreDisplayID, {
    toWire: ({ payload }: DisplayID) => ({ display_id: payload.displayId }),
    answer: (exists) => ({ exits: exists }),
  }),
  updateDatastoreSetting: root(updateDatastoreSetting, {
    toWire: ({ payload: { name, ...rest } }: Settings) => ({
      // The client sends names back as the single text that it has read, so a text is used for both languages.
      name: typeof name === "string" ? { en: name, ja: name } : (name ?? undefined),
      display: displayIn(rest),
    }),
    answer: () => SUCCESS,
  }),
  deleteDatastore: root(deleteDatastore, { answer: () => SUCCESS }),
}

const DISPLAY_NAMES = Object.keys(presentSettings(DISPLAY, displayOf({})))

const displayIn = (payload: Settings["payload"]): object =>
  defined(Object.fromEntries(DISPLAY_NAMES.map((name) => [name, payload[name] ?? undefined])))

function presentDatastore(view: View, datastore: Datastore, position: number) {
  const { dId, pId, wId, displayId, statuses } = datastore
  return {
    d_id: dId,
    p_id: pId,
    w_id: wId,
    ws_name: view.expect("workspaces", wId).name,
    display_id: displayId,
    display_order: position,
    deleted: false,
    imported: false,
    uploading: false,
    invisible: false,
    no_status: statuses.length === 0,
    unread: 0,
    is_external_service: false,
    data_source: "",
    external_service_data: null,
    ...presentSettings(DISPLAY, displayOf(datastore)),
  }
}

/** Returns a datastore's settings in the root's form, which names the members of fields differently from REST. */
function presentSetting({ datastore, fields, roles, lang }: DatastoreSettings): object {
  return {
    id: datastore.dId,
    display_id: datastore.displayId,
    names: presentNames(datastore.name),
    fields: fields.map((field) => ({
      id: field.fId,
      display_id: field.displayId,
      display_name: nameIn(field.name, lang),
      names: presentNames(field.name),
      data_type: field.dataType,
      ...presentSettings(FIELD_IN.root, field),
      options: "options" in field ? field.options.map(({ oId }) => ({ o_id: oId, _key: oId, fieldID: field.fId })) : [],
    })),
    field_layout: fields.map(({ fId, displayId, layout }) => ({
      id: fId,
      display_id: displayId,
      col: layout.col,
      row: layout.row,
      size_x: layout.sizeX,
      size_y: layout.sizeY,
    })),
    roles: roles.map(({ rId, displayId, name }) => ({ id: rId, display_id: displayId, name })),
    statuses: datastore.statuses.map(({ sId, displayId, name }) => ({
      id: sId,
      display_id: displayId,
      names: presentNames(name),
    })),
  }
}
