import * as z from "zod"
import { answer, answerOf, integer, internalId, listOf, millis, namedAnswer } from "../../api/index.ts"

const memberOf = () =>
  answer({
    g_id: internalId().describe("Internal ID of the group"),
    group_id: z.string().describe("Display ID of the group"),
    name: z.string().describe("Name of the group"),
    is_admin: z.boolean().describe("Whether the user administers the group and its subgroups"),
  })

const heldRole = () =>
  answer({
    r_id: internalId().describe("Internal ID of the role"),
    role_id: z.string().describe("Display ID of the role"),
    application_id: z.string().describe("Display ID of the application"),
    through: z
      .string()
      .nullable()
      .describe("Display ID of the group that has the role; null if the user has the role directly"),
  })

const workspaceOf = () =>
  answer({
    w_id: internalId().describe("Internal ID"),
    name: z.string().describe("Name"),
    is_current: z.boolean().describe("Whether the workspace is the user's current workspace"),
    is_admin: z.boolean().describe("Whether the user administers the workspace"),
    groups: z.array(memberOf()).describe("The user's direct groups"),
    roles: z.array(heldRole()).describe("The user's roles"),
  })

const personMembers = () => ({
  u_id: internalId().describe("Internal ID"),
  user: z.string().describe("Reference to the user in fixtures and requests: e-mail or e-mail#user_code"),
  username: z.string().describe("Name"),
  email: z.string().describe("E-mail address"),
  user_code: z.string().describe("User code; empty if the user has none"),
  confirmed: z.boolean().describe("Whether the user has confirmed the registration"),
  locked: z.boolean().describe("Whether the user is locked after too many wrong passwords"),
  last_login_at: millis().nullable().describe("Time of the last login; null if the user never logged in"),
  created_at: millis().describe("Time of the user's creation"),
  tokens: integer().describe("Number of valid tokens"),
  workspaces: z.array(workspaceOf()).describe("The user's workspaces"),
})

/** A user, with everything that determines the user's access (control.md section 3, "people"). */
export const personShape = namedAnswer("Person", personMembers)

export type WirePerson = z.input<ReturnType<typeof personShape>>

/** A user, with the user's rights in the current workspace. */
export const rightsShape = answerOf(() => ({
  person: personShape().describe("The user"),
  token_list: listOf("The user's valid tokens, without the token strings", {
    created_at: millis().describe("Time at which the token was issued"),
    expires_at: millis().nullable().describe("Time at which the token expires; null for never"),
    is_fixed: z.boolean().describe("Whether the token comes from the fixture"),
  }),
  mails: integer().describe("Number of mails to the user"),
  datastores: listOf("The datastores of the user's current workspace", {
    d_id: internalId().describe("Internal ID"),
    datastore_id: z.string().describe("Display ID"),
    application_id: z.string().describe("Display ID of the application"),
    sees: z.boolean().describe("Whether the user's roles make the datastore visible"),
    items: integer().describe("Number of items of which the user holds a key"),
    fields: z.array(z.string()).describe("Display IDs of the fields that the user sees"),
    actions: z.array(z.string()).describe("Display IDs of the actions that the user may run"),
  }),
}))

export type WireRights = z.input<ReturnType<typeof rightsShape>>

/** A node of the group tree (control.md section 3, "people"). */
export const groupShape = namedAnswer("GroupNode", () => ({
  g_id: internalId().describe("Internal ID"),
  group_id: z.string().describe("Display ID"),
  name: z.string().describe("Name"),
  w_id: internalId().describe("Workspace"),
  parent_g_id: internalId().nullable().describe("The parent group; null for the root"),
  depth: integer().describe("Number of groups above the group, up to the root"),
  members: integer().describe("Number of direct members"),
  roles: z.array(z.string()).describe("Internal IDs of the group's roles"),
}))

export const roleShape = namedAnswer("RoleHolders", () => ({
  r_id: internalId().describe("Internal ID"),
  role_id: z.string().describe("Display ID"),
  name: z.string().describe("Name"),
  p_id: internalId().describe("Application"),
  application_id: z.string().describe("Display ID of the application"),
  users: z.array(z.string()).describe("Users who have the role directly, each as e-mail or e-mail#user_code"),
  groups: z.array(z.string()).describe("Display IDs of the groups that have the role"),
}))

const because = () =>
  answer({
    kind: z.enum(["user", "group", "role"]).describe("Kind of the key's owner: the user, a group or a role"),
    id: z.string().describe("Display ID of the group or role; for a user, e-mail or e-mail#user_code"),
    name: z.string().describe("Name"),
    through: z
      .string()
      .nullable()
      .describe("Display ID of the group through which the user holds the key; null if the user holds it directly"),
    says: z.string().describe("Reason why the user sees or does not see the item, as a sentence"),
  })

/** The people who can see an item, with the reasons (control.md section 3, "access"). */
export const accessShape = answerOf(() => ({
  item: answer({
    i_id: internalId().describe("Internal ID"),
    d_id: internalId().describe("Datastore"),
    title: z.string().describe("Title"),
    rev_no: integer().describe("Revision"),
  }).describe("The item"),
  keys: listOf("Access keys of the item", {
    kind: z
      .enum(["user", "group", "role", "nobody"])
      .describe("Kind of the key's owner; nobody: a deleted user, group or role"),
    id: z.string().describe("Display ID of the group or role; for a user, e-mail or e-mail#user_code"),
    name: z.string().describe("Name"),
  }),
  groups: listOf("Groups whose members see the item", {
    g_id: internalId().describe("Internal ID"),
    group_id: z.string().describe("Display ID"),
    name: z.string().describe("Name"),
    members: integer().describe("Number of direct members who see the item through the group"),
  }),
  total: integer().describe("Number of users of the workspace"),
  seeing: integer().describe("Number of users who see the item"),
  people: listOf("The users of the item's workspace; users who see the item come first", {
    u_id: internalId().describe("Internal ID"),
    user: z.string().describe("E-mail or e-mail#user_code"),
    username: z.string().describe("Name"),
    sees: z
      .boolean()
      .describe("Whether the user sees the item. This requires a key of the item and a role that shows the datastore"),
    holds_key: z.boolean().describe("Whether the user holds a key of the item"),
    sees_datastore: z.boolean().describe("Whether a role of the user makes the datastore visible"),
    reasons: z.array(because()).describe("Keys of the item that the user holds"),
    says: z.string().describe("Reason why the user sees or does not see the item, as a sentence"),
  }),
}))

export type WireAccess = z.input<ReturnType<typeof accessShape>>
