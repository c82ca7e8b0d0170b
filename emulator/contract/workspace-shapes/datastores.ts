import * as z from "zod"
import { fieldDefinition, fieldLayout } from "../rows/workspace/fields.ts"
import { roleMembers } from "../rows/workspace/role-shapes.ts"
import { answer, displayId, integer, internalId, lazy, names } from "../shapes.ts"

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

/** The answer of GetDatastores. */
export const datastoresAnswer = lazy(() =>
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
)

/** The answer of GetDatastoreSettings. */
export const datastoreSettingsAnswer = lazy(() =>
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
)

/** The answer of GetActionSettingsOfDatastore. */
export const actionSettingsOfDatastoreAnswer = lazy(() =>
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
)
