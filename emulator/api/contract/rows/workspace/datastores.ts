import * as z from "zod"
import { fieldSettingOf } from "../../../../../src/fields/index.ts"
import { nameIn } from "../../../../../src/model/index.ts"
import { type Action, CRUD_TYPES, type Status } from "../../../../../src/model/records/index.ts"
import { ACTION_FIELD, responseShape } from "../../../../../src/model/settings/index.ts"
import type { ActionsByStatus } from "../../../../../src/operations/index.ts"
import {
  getActionSettingsOfDatastore,
  getDatastoreSettings,
  getDatastores,
  getStatuses,
} from "../../../../../src/operations/list.ts"
import { presentNames } from "../../../presenters/names.ts"
import { presentFieldDefinition, presentLayout } from "../../../presenters/workspace/field-definition.ts"
import { presentListedRoles } from "../../../presenters/workspace/setting-parts.ts"
import { row as declared } from "../../declared-row.ts"
import { answerOf, displayId, integer, internalId, listAnswer, listOf, names } from "../../shapes.ts"
import { fieldDefinition, fieldLayout } from "../../workspace-shapes/fields.ts"
import { roleMembers } from "../../workspace-shapes/role-shapes.ts"

/** Properties by which settings name a status, an action or a field. */
const idAndNames = () => ({
  id: internalId().describe("Internal ID"),
  display_id: displayId().describe("Display ID, chosen on the service's screens"),
  names: names().describe("Name by language"),
})

const presentNamed = (id: string, { displayId, name }: Pick<Status, "displayId" | "name">) => ({
  id,
  display_id: displayId,
  names: presentNames(name),
})

const actionSetting = answerOf(() => ({
  ...idAndNames(),
  display_order: integer().describe("Position among elements of the same kind, counted from 0"),
  crud_type: z.enum(CRUD_TYPES).describe("Type of the action: 1 create, 2 update, 3 delete, 4 copy"),
  roles: listOf("Roles", {
    ...roleMembers(),
    canExecute: z.boolean().describe("Whether users with the role may run the action"),
  }),
  action_field_settings: listOf("How the action treats the fields", {
    ...idAndNames(),
    ...responseShape(ACTION_FIELD),
  }),
}))

const presentAction = (action: Action, { roles, fields }: ActionsByStatus) => ({
  ...presentNamed(action.aId, action),
  display_order: action.displayOrder,
  crud_type: action.crudType,
  roles: presentListedRoles(roles, action.roles, (canExecute) => ({ canExecute })),
  action_field_settings: fields.map((field) => ({
    ...presentNamed(field.fId, field),
    ...fieldSettingOf(action, field.fId),
  })),
})

/** Operations on datastores and statuses (api.md section 15). */
export const datastoreRows = {
  getDatastores: declared(getDatastores, "get /applications/:project-id/datastores", {
    answer: listAnswer(() => ({
      datastore_id: internalId().describe("Internal ID of the datastore"),
      name: z.string().describe("Name of the datastore"),
      display_id: displayId().describe("Display ID, chosen on the service's screens"),
      deleted: z.boolean().describe("Whether the datastore is deleted; always false"),
      imported: z.boolean().describe("Whether an import has finished; always false"),
      uploading: z.boolean().describe("Whether an import is running; always false"),
    })),
    // All flags are false, as deletion and import finish within a request.
    present: ({ datastores, lang }) =>
      datastores.map(({ dId, name, displayId }) => ({
        datastore_id: dId,
        name: nameIn(name, lang),
        display_id: displayId,
        deleted: false,
        imported: false,
        uploading: false,
      })),
  }),
  getDatastoreSettings: declared(getDatastoreSettings, "get /datastores/:datastore-id/setting", {
    wire: { application: null },
    answer: answerOf(() => ({
      id: internalId().describe("Internal ID"),
      w_id: internalId().describe("Internal ID of the workspace"),
      p_id: internalId().describe("Internal ID of the application"),
      names: names().describe("Name by language"),
      display_id: displayId().describe("Display ID, chosen on the service's screens"),
      fields: z.array(fieldDefinition()).describe("The datastore's fields"),
      field_layout: z.array(fieldLayout()).describe("Layout of the fields on the service's screens"),
      roles: listOf("Roles", {
        ...roleMembers(),
        can_use: z.boolean().describe("Whether users with the role may use it"),
      }),
      statuses: listOf("The datastore's statuses", idAndNames()),
    })),
    present: ({ datastore, fields, roles, lang }) => ({
      id: datastore.dId,
      w_id: datastore.wId,
      p_id: datastore.pId,
      names: presentNames(datastore.name),
      display_id: datastore.displayId,
      fields: fields.map((field) => presentFieldDefinition(field, lang)),
      field_layout: fields.map(presentLayout),
      roles: presentListedRoles(roles, datastore.roles, (can_use) => ({ can_use })),
      statuses: datastore.statuses.map((status) => presentNamed(status.sId, status)),
    }),
    source: "client",
  }),
  getActionSettingsOfDatastore: declared(getActionSettingsOfDatastore, "get /datastores/:datastore-id/action/setting", {
    wire: { application: null },
    answer: answerOf(() => ({
      statuses: listOf("The datastore's statuses", {
        ...idAndNames(),
        status_actions: z.array(actionSetting()).describe("Actions that are available in the item's status"),
      }),
      item_actions: z.array(actionSetting()).describe("Actions that are available in every status"),
    })),
    present: (result) => ({
      statuses: result.statuses.map(({ status, actions }) => ({
        ...presentNamed(status.sId, status),
        status_actions: actions.map((action) => presentAction(action, result)),
      })),
      item_actions: result.itemActions.map((action) => presentAction(action, result)),
    }),
    source: "client",
  }),
  getStatuses: declared(getStatuses, "get /datastores/:datastore-id/statuses", {
    wire: { application: null },
    answer: listAnswer(() => ({
      display_id: displayId().describe("Display ID, chosen on the service's screens"),
      name: names().describe("Name of the status"),
      displayed_name: z.string().describe("Name of the status, in the world's language"),
      status_id: internalId().describe("Display or internal ID of the status; empty for no status"),
      sort_id: integer().describe("Position in the list, counted from 0"),
      x: z.number().describe("Position on the workflow screen, measured from the left"),
      y: z.number().describe("Position on the workflow screen, measured from the top"),
    })),
    present: ({ statuses, lang }) =>
      statuses.map(({ displayId, name, sId, sortId, x, y }) => ({
        display_id: displayId,
        name: presentNames(name),
        displayed_name: nameIn(name, lang),
        status_id: sId,
        sort_id: sortId,
        x,
        y,
      })),
  }),
} as const
