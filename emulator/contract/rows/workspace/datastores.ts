import * as z from "zod"
import { row } from "../../row.ts"
import { answer, displayId, integer, internalId, lazy, names } from "../../shapes.ts"
import { fieldDefinition, fieldLayout } from "./fields.ts"
import { roleMembers } from "./role-shapes.ts"

/** An action as GetActionSettingsOfDatastore answers it. */
const actionSetting = lazy(() =>
  answer({
    id: internalId(),
    display_id: displayId(),
    names: names(),
    display_order: integer(),
    crud_type: z.enum(["1", "2", "3", "4"]),
    roles: z.array(answer({ ...roleMembers(), canExecute: z.boolean() })),
    action_field_settings: z.array(
      answer({
        id: internalId(),
        display_id: displayId(),
        names: names(),
        show: z.boolean(),
        update: z.boolean(),
        mandatory: z.boolean(),
      }),
    ),
  }),
)

/** api.md section 15: datastores and statuses. */
export const datastoreRows = {
  getDatastores: row({
    method: "get",
    paths: ["/applications/:project-id/datastores"],
    tag: "datastores",
    summary: "The datastores of an application that the caller's roles show",
    auth: "token",
    answer: lazy(() =>
      z.array(
        answer({
          datastore_id: internalId(),
          name: z.string(),
          display_id: displayId(),
          deleted: z.boolean(),
          imported: z.boolean(),
          uploading: z.boolean(),
        }),
      ),
    ),
    source: "docs",
  }),
  getDatastoreSettings: row({
    method: "get",
    paths: ["/datastores/:datastore-id/setting"],
    tag: "datastores",
    summary: "A datastore with its fields, layout, roles and statuses",
    auth: "token",
    answer: lazy(() =>
      answer({
        id: internalId(),
        w_id: internalId(),
        p_id: internalId(),
        names: names(),
        display_id: displayId(),
        fields: z.array(fieldDefinition()),
        field_layout: z.array(fieldLayout()),
        roles: z.array(answer({ ...roleMembers(), can_use: z.boolean() })),
        statuses: z.array(answer({ id: internalId(), display_id: displayId(), names: names() })),
      }),
    ),
    source: "client",
  }),
  getActionSettingsOfDatastore: row({
    method: "get",
    paths: ["/datastores/:datastore-id/action/setting"],
    tag: "datastores",
    summary: "The actions of a datastore, by status and for items",
    auth: "token",
    answer: lazy(() =>
      answer({
        statuses: z.array(
          answer({
            id: internalId(),
            display_id: displayId(),
            names: names(),
            status_actions: z.array(actionSetting()),
          }),
        ),
        item_actions: z.array(actionSetting()),
      }),
    ),
    source: "client",
  }),
  getStatuses: row({
    method: "get",
    paths: ["/datastores/:datastore-id/statuses"],
    tag: "datastores",
    summary: "The statuses of a datastore in order",
    auth: "token",
    answer: lazy(() =>
      z.array(
        answer({
          display_id: displayId(),
          name: names(),
          displayed_name: z.string(),
          status_id: internalId(),
          sort_id: integer(),
          x: z.number(),
          y: z.number(),
        }),
      ),
    ),
    source: "docs",
  }),
} as const
