import * as z from "zod"
import { answer, integer, internalId, lazy, millis, named } from "../../api/index.ts"

const roleIds = (what: string) =>
  z.array(z.string()).describe(`Display IDs of the roles that ${what}; ADMIN always may`)

const script = () =>
  answer({
    code: z.string().describe("JavaScript that defines main(data)"),
    enabled: z.boolean().describe("Whether it is enabled"),
    sync: z.boolean().describe("For post scripts: whether the response waits for the script"),
  }).nullable()

const field = () =>
  answer({
    f_id: internalId().describe("Internal ID"),
    field_id: z.string().describe("Display ID"),
    name: z.string().describe("Name in the world's language"),
    data_type: z.string().describe("Data type (model.md section 5)"),
    is_title: z.boolean().describe("Whether it is part of the item's title"),
    unique: z.boolean().describe("Whether values must be unique"),
    has_index: z.boolean().describe("Whether it has an index"),
    full_text: z.boolean().describe("Whether GlobalSearch searches it"),
    search: z.boolean().describe("Whether it is offered as a search condition"),
    show_list: z.boolean().describe("Whether lists show it"),
    hide_from_api: z.boolean().describe("Whether responses omit it"),
    min_value: z.string().describe("Least value or length; empty for none"),
    max_value: z.string().describe("Greatest value or length; empty for none"),
    roles: roleIds("see it"),
    options: z
      .array(
        answer({
          option_id: z.string().describe("ID"),
          display_id: z.string().describe("Display ID"),
          value: z.string().describe("Text in the world's language"),
          enabled: z.boolean().describe("Whether it can be chosen"),
          sort_id: integer().describe("Position among the options"),
          color: z.string().optional().describe("Color"),
        }),
      )
      .optional()
      .describe("The options"),
    formula: z.string().optional().describe("The formula of a calc field"),
    lookup: answer({
      p_id: internalId().describe("Application"),
      d_id: internalId().describe("Datastore of the items to choose"),
      f_id: z.string().describe("The shown field of these items"),
      reverse_link: z.boolean().describe("Whether the chosen item gets a link back"),
    })
      .optional()
      .describe("Target of a lookup; absent if it was deleted"),
    users: answer({
      single_select: z.boolean().describe("At most one user"),
      publish: z.boolean().describe("Whether the chosen users get the item's key"),
    })
      .optional()
      .describe("Settings of a users field"),
    multiple_files: z.boolean().optional().describe("Whether a file field accepts several files"),
    auto_number: answer({
      prefix: z.string().describe("Text before each number"),
      zero_padding: z.boolean().describe("Whether numbers are padded with zeros"),
      digit: integer().describe("Minimum number of digits"),
      counters: z
        .array(
          answer({
            branch: z.string().nullable().describe("Branch; null for the counter of new items"),
            value: z.number().describe("The last issued number"),
          }),
        )
        .describe("Its counters"),
    })
      .optional()
      .describe("Format and counters of an autonum field"),
  })

const action = () =>
  answer({
    a_id: internalId().describe("Internal ID"),
    action_id: z.string().describe("Display ID"),
    name: z.string().describe("Name in the world's language"),
    operation: z.enum(["new", "update", "delete", "copy"]).describe("Type of the action"),
    is_default: z.boolean().describe("Whether it is the default action of its type"),
    from_status: z.string().nullable().describe("Display ID of the status that offers it; null for any"),
    to_status: z.string().nullable().describe("Display ID of the item's new status; null to keep the current one"),
    roles: roleIds("may run it"),
    publish_groups: z.boolean().describe("Whether the caller's groups get the item's key"),
    publish_roles: z.array(z.string()).describe("Display IDs of the roles that get the item's key"),
    notify_roles: z.array(z.string()).describe("Display IDs of the roles that get a mail"),
    fields: z
      .array(
        answer({
          field_id: z.string().describe("Display ID of the field"),
          show: z.boolean().describe("Whether the action shows it"),
          update: z.boolean().describe("Whether the action may write it"),
          mandatory: z.boolean().describe("Whether the action requires it"),
        }),
      )
      .describe("Fields that the action hides, protects or requires"),
    pre_script: script().describe("Script before the action, which may stop it; null for none"),
    post_script: script().describe("Script after the action; null for none"),
    webhooks: z.array(z.string()).describe("URLs of its webhooks"),
  })

const datastore = () =>
  answer({
    d_id: internalId().describe("Internal ID"),
    datastore_id: z.string().describe("Display ID"),
    name: z.string().describe("Name in the world's language"),
    items: integer().describe("Number of its items"),
    roles: roleIds("see it"),
    fields: z.array(field()).describe("In order"),
    statuses: z
      .array(
        answer({
          s_id: internalId().describe("Internal ID"),
          status_id: z.string().describe("Display ID"),
          name: z.string().describe("Name in the world's language"),
          color: z.string().describe("Color"),
          items: integer().describe("Number of items with the status"),
        }),
      )
      .describe("In order; the first is the initial status"),
    actions: z.array(action()).describe("The actions in order: the arrows of the status graph"),
    auto_actions: z
      .array(
        answer({
          auto_id: z.string().describe("ID of the setting"),
          name: z.string().describe("Name"),
          action_id: z.string().describe("Display ID of the action that it runs"),
          time_type: z.enum(["min", "hr", "day", "week", "month"]).describe("Unit of its schedule"),
          time_value: z.string().describe("Its schedule"),
          enabled: z.boolean().describe("Whether it is enabled"),
          next_exec_at: millis().nullable().describe("Time of the next run; null for never"),
          last_exec_at: millis().nullable().describe("Time of the last run; null for never"),
        }),
      )
      .describe("The auto actions"),
  })

const relation = () =>
  answer({
    kind: z.enum(["lookup", "auto", "link"]).describe("Origin: a lookup, an auto link or manual links"),
    from_d_id: internalId().describe("Datastore of the linking items"),
    from_field: z.string().nullable().describe("Display ID of the linking field; null for manual links"),
    to_d_id: internalId().describe("Datastore of the linked items"),
    to_field: z.string().nullable().describe("Display ID of the shown or compared field"),
    count: integer().describe("Number of linked items"),
  })

/** The schema of a world (control.md section 3, "schema"). */
export const schemaShape = lazy(() =>
  answer({
    workspaces: z
      .array(
        answer({
          w_id: internalId().describe("Internal ID"),
          name: z.string().describe("Name"),
          applications: z
            .array(
              answer({
                p_id: internalId().describe("Internal ID"),
                application_id: z.string().describe("Display ID"),
                name: z.string().describe("Name in the world's language"),
                roles: z
                  .array(
                    answer({
                      r_id: internalId().describe("Internal ID"),
                      role_id: z.string().describe("Display ID"),
                      name: z.string().describe("Name"),
                    }),
                  )
                  .describe("In creation order"),
                functions: z
                  .array(
                    answer({
                      fn_id: internalId().describe("Internal ID"),
                      function_id: z.string().describe("Display ID"),
                      code: z.string().describe("JavaScript that defines main(params)"),
                      enabled: z.boolean().describe("Whether it can be called"),
                      roles: roleIds("may call it"),
                    }),
                  )
                  .describe("The functions"),
                datastores: z.array(named("SchemaDatastore", datastore())).describe("In creation order"),
              }),
            )
            .describe("In order"),
        }),
      )
      .describe("In creation order"),
    relations: z.array(relation()).describe("The relations between datastores, with numbers of items"),
  }),
)

export type WireSchema = z.input<ReturnType<typeof schemaShape>>
