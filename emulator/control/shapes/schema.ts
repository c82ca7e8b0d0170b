import * as z from "zod"
import { answer, integer, internalId, lazy, millis, named } from "../../contract/shapes.ts"

const roleIds = (what: string) =>
  z.array(z.string()).describe(`Display IDs of the roles that ${what}; ADMIN always may`)

const script = () =>
  answer({
    code: z.string().describe("JavaScript that defines main(data)"),
    enabled: z.boolean().describe("Whether it runs"),
    sync: z.boolean().describe("Post scripts: whether the answer waits for it"),
  }).nullable()

const field = () =>
  answer({
    f_id: internalId().describe("Internal ID"),
    field_id: z.string().describe("Display ID"),
    name: z.string().describe("Name in the world's language"),
    data_type: z.string().describe("Data type, as model.md section 5 has it"),
    is_title: z.boolean().describe("Part of the item's title"),
    unique: z.boolean().describe("No two items have the same value"),
    has_index: z.boolean().describe("Values are looked up by an index"),
    full_text: z.boolean().describe("GlobalSearch looks into it"),
    search: z.boolean().describe("Offered as a condition of searches"),
    show_list: z.boolean().describe("Shown in lists"),
    hide_from_api: z.boolean().describe("No operation answers it"),
    min_value: z.string().describe("Least value or length; empty: none"),
    max_value: z.string().describe("Largest value or length; empty: none"),
    roles: roleIds("see it"),
    options: z
      .array(
        answer({
          option_id: z.string().describe("ID"),
          display_id: z.string().describe("Display ID"),
          value: z.string().describe("Text in the world's language"),
          enabled: z.boolean().describe("Whether it can be chosen"),
          sort_id: integer().describe("Place among the options"),
          color: z.string().optional().describe("Color"),
        }),
      )
      .optional()
      .describe("What can be chosen"),
    formula: z.string().optional().describe("Of a calc field: how it is reckoned"),
    lookup: answer({
      p_id: internalId().describe("Application"),
      d_id: internalId().describe("Datastore whose items it names"),
      f_id: z.string().describe("Field of theirs that is shown"),
      reverse_link: z.boolean().describe("Whether the item looked up is linked back"),
    })
      .optional()
      .describe("Where a lookup leads; absent when that is gone"),
    users: answer({
      single_select: z.boolean().describe("At most one user"),
      publish: z.boolean().describe("The users named get to see the item"),
    })
      .optional()
      .describe("How users are chosen"),
    multiple_files: z.boolean().optional().describe("Of a file field: more than one file"),
    auto_number: answer({
      prefix: z.string().describe("What stands before each number"),
      zero_padding: z.boolean().describe("Whether numbers are padded"),
      digit: integer().describe("To how many digits"),
      counters: z
        .array(
          answer({
            branch: z.string().nullable().describe("Branch; null: drawn when an item is created"),
            value: z.number().describe("The number that was issued last"),
          }),
        )
        .describe("How far its counters are"),
    })
      .optional()
      .describe("Of an autonum field: how its numbers look, and the last ones"),
  })

const action = () =>
  answer({
    a_id: internalId().describe("Internal ID"),
    action_id: z.string().describe("Display ID"),
    name: z.string().describe("Name in the world's language"),
    operation: z.enum(["new", "update", "delete", "copy"]).describe("What it does to an item"),
    is_default: z.boolean().describe("Taken where a request names no action"),
    from_status: z.string().nullable().describe("Display ID of the status in which it is offered; null: in any"),
    to_status: z.string().nullable().describe("Display ID of the status that the item gets; null: it keeps its own"),
    roles: roleIds("may run it"),
    publish_groups: z.boolean().describe("Whether the groups of who runs it get to see the item"),
    publish_roles: z.array(z.string()).describe("Display IDs of the roles that get to see the item"),
    notify_roles: z.array(z.string()).describe("Display IDs of the roles that get a mail"),
    fields: z
      .array(
        answer({
          field_id: z.string().describe("Display ID of the field"),
          show: z.boolean().describe("Whether the action shows it"),
          update: z.boolean().describe("Whether the action may write it"),
          mandatory: z.boolean().describe("Whether the action asks for it"),
        }),
      )
      .describe("Fields that the action treats otherwise than shown, updatable, not mandatory"),
    pre_script: script().describe("Runs before the action, and may stop it; null: none"),
    post_script: script().describe("Runs after the action; null: none"),
    webhooks: z.array(z.string()).describe("Where the action is told to"),
  })

const datastore = () =>
  answer({
    d_id: internalId().describe("Internal ID"),
    datastore_id: z.string().describe("Display ID"),
    name: z.string().describe("Name in the world's language"),
    items: integer().describe("How many items it holds"),
    roles: roleIds("see it"),
    fields: z.array(field()).describe("In their order"),
    statuses: z
      .array(
        answer({
          s_id: internalId().describe("Internal ID"),
          status_id: z.string().describe("Display ID"),
          name: z.string().describe("Name in the world's language"),
          color: z.string().describe("Color"),
          items: integer().describe("How many items have it"),
        }),
      )
      .describe("In their order; the first is the one of new items"),
    actions: z.array(action()).describe("In their order: the arrows of the status graph"),
    auto_actions: z
      .array(
        answer({
          auto_id: z.string().describe("ID of the setting"),
          name: z.string().describe("Name"),
          action_id: z.string().describe("Display ID of the action that it runs"),
          time_type: z.enum(["min", "hr", "day", "week", "month"]).describe("Unit of its schedule"),
          time_value: z.string().describe("Its schedule"),
          enabled: z.boolean().describe("Whether it runs"),
          next_exec_at: millis().nullable().describe("When it runs next; null: never"),
          last_exec_at: millis().nullable().describe("When it ran last; null: never"),
        }),
      )
      .describe("What happens to its items by itself"),
  })

const relation = () =>
  answer({
    kind: z.enum(["lookup", "auto", "link"]).describe("By a lookup, by an auto link, or by hand"),
    from_d_id: internalId().describe("Datastore whose items name others"),
    from_field: z.string().nullable().describe("Display ID of the field that does; null: links by hand"),
    to_d_id: internalId().describe("Datastore of the items that are named"),
    to_field: z.string().nullable().describe("Display ID of the field that is shown or compared"),
    count: integer().describe("How many items are related so"),
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
                  .describe("In the order they were made"),
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
                  .describe("Scripts that users call by themselves"),
                datastores: z.array(named("SchemaDatastore", datastore())).describe("In the order they were made"),
              }),
            )
            .describe("In their order"),
        }),
      )
      .describe("In the order they were made"),
    relations: z.array(relation()).describe("How datastores are related, with the number of items on each edge"),
  }),
)

export type WireSchema = z.input<ReturnType<typeof schemaShape>>
