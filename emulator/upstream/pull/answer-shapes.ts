import * as z from "zod"
import type { Client } from "../../client/index.ts"

/**
 * Shapes of the responses that `pull` and `types` read, with the members that they depend on. A server may return more members,
 * and null for a member that may be absent.
 */

const text = z.string()
const flag = z.boolean().nullish()
const names = z.looseObject({ en: text, ja: text })
const roles = z.array(z.looseObject({ display_id: text }))

const tree = z.looseObject({
  id: text,
  display_id: text,
  name: text,
  get childGroups() {
    return z.array(tree)
  },
})

const heldRole = z.looseObject({ p_id: text, r_id: text })

const member = z.looseObject({
  u_id: text,
  email: text,
  username: text.nullish(),
  user_code: text.nullish(),
  is_sv: flag,
  user_roles: z.array(heldRole).nullish(),
})

const listedAction = z.looseObject({
  id: text,
  display_id: text,
  names,
  crud_type: text,
  display_order: z.number(),
  action_field_settings: z.array(z.looseObject({ id: text })),
})

const option = z.looseObject({ display_id: text })

const field = z.looseObject({ field_id: text, display_id: text, dataType: text, fieldIndex: z.number() })

const link = z.looseObject({ d_id: text, items: z.array(z.looseObject({ type: text, i_id: text })) })

const listedItem = z.looseObject({
  i_id: text,
  rev_no: z.union([z.number(), text]),
  item_links: z.looseObject({ links: z.array(link).nullish() }).nullish(),
})

const file = z.looseObject({ file_id: text, filename: text })

/** Values of GetItemDetails by data type. Values of other types are taken over as they are. */
const VALUES: Readonly<Record<string, z.ZodType>> = {
  users: z.array(z.looseObject({ user_id: text })).nullish(),
  dslookup: z.looseObject({ d_id: text, item_id: text, title: text }).nullish(),
  file: z.union([file, z.array(file)]).nullish(),
}

const value = z.looseObject({ dataType: text, value: z.unknown() }).superRefine((one, context) => {
  const read = VALUES[one.dataType]?.safeParse(one.value)
  const issue = read?.error?.issues[0]
  if (issue !== undefined) context.addIssue({ ...issue, path: ["value", ...issue.path] } as never)
})

/** Shape of ItemList's response when only the number of items is asked for. */
export const COUNT_SHAPE = z.looseObject({ totalItems: z.number() })

export const ANSWER_SHAPES = {
  login: z.looseObject({ token: text }),
  getWorkspaces: z.looseObject({
    workspaces: z.array(z.looseObject({ workspace_id: text, workspace_name: text })),
    current_workspace_id: text,
  }),
  getUserInfo: z.looseObject({ u_id: text, is_ws_admin: flag }),
  getApplicationsAndDatastores: z.array(
    z.looseObject({
      application_id: text,
      display_id: text,
      name: text,
      datastores: z.array(z.looseObject({ datastore_id: text, name: text })),
    }),
  ),
  getApplicationSettings: z.looseObject({ names, roles: z.array(z.looseObject({ role_id: text, display_id: text })) }),
  getUserQueries: z.array(z.looseObject({ name: text, datastoreId: text, conditions: z.array(z.looseObject({})) })),
  getDatastoreSettings: z.looseObject({
    display_id: text,
    names,
    roles,
    fields: z.array(field.extend({ options: z.array(option).nullish() })),
    field_layout: z.array(z.looseObject({ field_id: text })),
    statuses: z.array(z.looseObject({ id: text, display_id: text, names })),
  }),
  getFieldSettings: z.looseObject({
    name: names,
    roles,
    options: z.array(option.extend({ o_id: text, value: names })).nullish(),
    dslookup_info: z.looseObject({ dslookup_datastore_id: text }).nullish(),
  }),
  getActionSettingsOfDatastore: z.looseObject({
    item_actions: z.array(listedAction),
    statuses: z.array(z.looseObject({ status_actions: z.array(listedAction) })),
  }),
  getActionSettings: z.looseObject({
    name: names,
    roles,
    action_field_settings: z.array(z.looseObject({ field_id: text })),
  }),
  getGroupTree: z.looseObject({ result: z.array(tree) }),
  getUsersInGroup: z.looseObject({ members: z.array(member) }),
  getUsersInWorkspace: z.record(text, z.array(z.looseObject({ u_id: text }))),
  getUserInfoByAdmin: z.looseObject({ u_id: text }),
  getPasswordPolicy: z.looseObject({}),
  getWorkspaceFunctionality: z.looseObject({}),
  getWorkspaceUsage: z.looseObject({ usage: z.looseObject({}) }),
  itemList: z.looseObject({ items: z.array(listedItem) }),
  getItemDetails: z.looseObject({ field_values: z.record(text, value), rev_no: z.number() }),
} satisfies Partial<Record<keyof Client, z.ZodType>>
