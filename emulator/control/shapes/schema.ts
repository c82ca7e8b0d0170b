import * as z from "zod"
import { OPERATIONS_OF_ACTIONS, TIME_TYPES } from "../../../src/model/records/index.ts"
import { ACTION_FIELD, AUTONUM, controlShape, FIELD_IN, USERS } from "../../../src/model/settings/index.ts"
import { answer, answerOf, giveName, integer, internalId, listOf, millis } from "../../api/index.ts"

const roleIds = (what: string) =>
  z.array(z.string()).describe(`Display IDs of the roles that ${what}; ADMIN is always allowed`)

const script = () =>
  answer({
    code: z.string().describe("JavaScript that defines main(data)"),
    enabled: z.boolean().describe("Whether the script or auto action is enabled"),
    sync: z.boolean().describe("For post scripts: whether the response waits for the script"),
  }).nullable()

const field = () =>
  answer({
    f_id: internalId().describe("Internal ID"),
    field_id: z.string().describe("Display ID"),
    name: z.string().describe("Name in the world's language"),
    data_type: z.string().describe("Data type (model.md section 5)"),
    is_title: z.boolean().describe("Whether the field is part of the item's title"),
    ...controlShape(FIELD_IN.control),
    roles: roleIds("may see the field"),
    options: z
      .array(
        answer({
          option_id: z.string().describe("ID"),
          display_id: z.string().describe("Display ID"),
          value: z.string().describe("Text in the world's language"),
          enabled: z.boolean().describe("Whether the option can be chosen"),
          sort_id: integer().describe("Position of the option, counted from 0"),
          color: z.string().optional().describe("CSS colour of the option; absent if it has none"),
        }),
      )
      .optional()
      .describe("The options"),
    formula: z.string().optional().describe("The formula of a calc field"),
    lookup: answer({
      p_id: internalId().describe("Application"),
      d_id: internalId().describe("Datastore of the items to choose"),
      f_id: z.string().describe("The field that is shown for these items"),
      reverse_link: z.boolean().describe("Whether the chosen item gets a link back"),
    })
      .optional()
      .describe("Target of a lookup; absent if the target was deleted"),
    users: answer(controlShape(USERS)).optional().describe("Settings of a users field"),
    multiple_files: z.boolean().optional().describe("Whether a file field accepts several files"),
    auto_number: answer({
      ...controlShape(AUTONUM),
      counters: listOf("Counters of the field", {
        branch: z.string().nullable().describe("Branch of the counter; null for the counter of new items"),
        value: z.number().describe("The last issued number"),
      }),
    })
      .optional()
      .describe("Format and counters of an autonum field"),
  })

const action = () =>
  answer({
    a_id: internalId().describe("Internal ID"),
    action_id: z.string().describe("Display ID"),
    name: z.string().describe("Name in the world's language"),
    operation: z.enum(OPERATIONS_OF_ACTIONS).describe("Type of the action"),
    is_default: z.boolean().describe("Whether the action is the default action of its type"),
    from_status: z
      .string()
      .nullable()
      .describe("Display ID of the status in which the action is available; null for any status"),
    to_status: z.string().nullable().describe("Display ID of the item's new status; null to keep the current status"),
    roles: roleIds("may run it"),
    publish_groups: z.boolean().describe("Whether the caller's groups get the item's key"),
    publish_roles: z.array(z.string()).describe("Display IDs of the roles that get the item's key"),
    notify_roles: z.array(z.string()).describe("Display IDs of the roles that get a mail"),
    fields: listOf("Fields that the action hides, protects or requires", {
      field_id: z.string().describe("Display ID of the field"),
      ...controlShape(ACTION_FIELD),
    }),
    pre_script: script().describe("Script that runs before the action and may stop the action; null for none"),
    post_script: script().describe("Script that runs after the action; null for none"),
    webhooks: z.array(z.string()).describe("URLs of the action's webhooks"),
  })

const datastore = () =>
  answer({
    d_id: internalId().describe("Internal ID"),
    datastore_id: z.string().describe("Display ID"),
    name: z.string().describe("Name in the world's language"),
    items: integer().describe("Number of items in the datastore"),
    roles: roleIds("may see the datastore"),
    fields: z.array(field()).describe("Fields in the order of their positions"),
    statuses: listOf("Statuses in the order of their positions. The first one is the initial status", {
      s_id: internalId().describe("Internal ID"),
      status_id: z.string().describe("Display ID"),
      name: z.string().describe("Name in the world's language"),
      color: z.string().describe("CSS colour of the status; empty if it has none"),
      items: integer().describe("Number of items with the status"),
    }),
    actions: z
      .array(action())
      .describe("Actions in the order of their positions. Status actions are the arrows of the status graph"),
    auto_actions: listOf("Auto actions of the datastore", {
      auto_id: z.string().describe("ID of the auto action"),
      name: z.string().describe("Name"),
      action_id: z.string().describe("Display ID of the action to run"),
      time_type: z.enum(TIME_TYPES).describe("Unit of the auto action's schedule"),
      time_value: z.string().describe("Value of the schedule in this unit"),
      enabled: z.boolean().describe("Whether the auto action is enabled"),
      next_exec_at: millis().nullable().describe("Time of the next run; null for never"),
      last_exec_at: millis().nullable().describe("Time of the last run; null for never"),
    }),
  })

const relation = () =>
  answer({
    kind: z.enum(["lookup", "auto", "link"]).describe("Origin of the relation: a lookup, an auto link or manual links"),
    from_d_id: internalId().describe("Datastore of the linking items"),
    from_field: z.string().nullable().describe("Display ID of the linking field; null for manual links"),
    to_d_id: internalId().describe("Datastore of the linked items"),
    to_field: z.string().nullable().describe("Display ID of the shown or compared field"),
    count: integer().describe("Number of linked items"),
  })

/** The schema of a world (control.md section 3, "schema"). */
export const schemaShape = answerOf(() => ({
  workspaces: listOf("Workspaces in the order of their creation", {
    w_id: internalId().describe("Internal ID"),
    name: z.string().describe("Name"),
    applications: listOf("Applications in the order of their positions", {
      p_id: internalId().describe("Internal ID"),
      application_id: z.string().describe("Display ID"),
      name: z.string().describe("Name in the world's language"),
      roles: listOf("Roles in the order of their creation", {
        r_id: internalId().describe("Internal ID"),
        role_id: z.string().describe("Display ID"),
        name: z.string().describe("Name"),
      }),
      functions: listOf("Functions of the application", {
        fn_id: internalId().describe("Internal ID"),
        function_id: z.string().describe("Display ID"),
        code: z.string().describe("JavaScript that defines main(params)"),
        enabled: z.boolean().describe("Whether the function can be called"),
        roles: roleIds("may call the function"),
      }),
      datastores: z
        .array(giveName("SchemaDatastore", datastore()))
        .describe("Datastores in the order of their creation"),
    }),
  }),
  relations: z.array(relation()).describe("Relations between datastores, with their numbers of items"),
}))

export type WireSchema = z.input<ReturnType<typeof schemaShape>>
