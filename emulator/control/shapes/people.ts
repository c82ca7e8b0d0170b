import * as z from "zod"
import { answer, integer, internalId, lazy, millis, named } from "../../contract/shapes.ts"

const memberOf = () =>
  answer({
    g_id: internalId().describe("Internal ID of the group"),
    group_id: z.string().describe("Display ID of the group"),
    name: z.string().describe("Name of the group"),
    is_admin: z.boolean().describe("Whether they administer the group and those below"),
  })

const heldRole = () =>
  answer({
    r_id: internalId().describe("Internal ID of the role"),
    role_id: z.string().describe("Display ID of the role"),
    application_id: z.string().describe("Display ID of its application"),
    through: z.string().nullable().describe("Display ID of the group that has it; null: granted to themselves"),
  })

const workspaceOf = () =>
  answer({
    w_id: internalId().describe("Internal ID"),
    name: z.string().describe("Name"),
    is_current: z.boolean().describe("Whether they work there now"),
    is_admin: z.boolean().describe("Whether they administer it"),
    groups: z.array(memberOf()).describe("The groups that they are direct members of"),
    roles: z.array(heldRole()).describe("The roles that they hold"),
  })

const personMembers = () => ({
  u_id: internalId().describe("Internal ID"),
  user: z.string().describe("How fixtures and requests to the control plane refer to them: e-mail or e-mail#user_code"),
  username: z.string().describe("Name"),
  email: z.string().describe("E-mail address"),
  user_code: z.string().describe("User code; empty: none"),
  confirmed: z.boolean().describe("Whether they have confirmed their registration"),
  locked: z.boolean().describe("Whether too many wrong passwords locked them out"),
  last_login_at: millis().nullable().describe("Their last login; null: none"),
  created_at: millis().describe("When they were made"),
  tokens: integer().describe("How many tokens of theirs are valid"),
  workspaces: z.array(workspaceOf()).describe("Where they are a member"),
})

/** A user with all that decides what they may see and do (control.md section 3, "people"). */
export const personShape = lazy(() => named("Person", answer(personMembers())))

export type WirePerson = z.input<ReturnType<typeof personShape>>

/** A user, and what their roles show them and let them do where they work now. */
export const rightsShape = lazy(() =>
  answer({
    person: personShape(),
    token_list: z
      .array(
        answer({
          created_at: millis().describe("When it was issued"),
          expires_at: millis().nullable().describe("How long it is valid; null: for ever"),
          is_fixed: z.boolean().describe("Whether the fixture names it"),
        }),
      )
      .describe("Their valid tokens, without what they are"),
    mails: integer().describe("How many mails in the mailbox are to them"),
    datastores: z
      .array(
        answer({
          d_id: internalId().describe("Internal ID"),
          datastore_id: z.string().describe("Display ID"),
          application_id: z.string().describe("Display ID of its application"),
          sees: z.boolean().describe("Whether their roles show it"),
          items: integer().describe("How many of its items they hold a key of"),
          fields: z.array(z.string()).describe("Display IDs of the fields that they see"),
          actions: z.array(z.string()).describe("Display IDs of the actions that their roles let them run"),
        }),
      )
      .describe("The datastores of their current workspace"),
  }),
)

export type WireRights = z.input<ReturnType<typeof rightsShape>>

/** A node of a group tree (control.md section 3, "people"). */
export const groupShape = lazy(() =>
  named(
    "GroupNode",
    answer({
      g_id: internalId().describe("Internal ID"),
      group_id: z.string().describe("Display ID"),
      name: z.string().describe("Name"),
      w_id: internalId().describe("Workspace"),
      parent_g_id: internalId().nullable().describe("The group above; null: the root"),
      depth: integer().describe("How many groups are above it"),
      members: integer().describe("How many direct members it has"),
      roles: z.array(z.string()).describe("Internal IDs of the roles that its members hold"),
    }),
  ),
)

export const roleShape = lazy(() =>
  named(
    "RoleHolders",
    answer({
      r_id: internalId().describe("Internal ID"),
      role_id: z.string().describe("Display ID"),
      name: z.string().describe("Name"),
      p_id: internalId().describe("Application"),
      application_id: z.string().describe("Display ID of its application"),
      users: z.array(z.string()).describe("Those whom it is granted to, as user"),
      groups: z.array(z.string()).describe("Display IDs of the groups that have it"),
    }),
  ),
)

const because = () =>
  answer({
    kind: z.enum(["user", "group", "role"]).describe("By their own key, that of a group, or that of a role"),
    id: z.string().describe("Display ID of the group or role; of a user as user"),
    name: z.string().describe("Name of it"),
    through: z.string().nullable().describe("Display ID of the group by which they hold it; null: by themselves"),
    says: z.string().describe("The same as a sentence"),
  })

/** Who sees an item, and why (control.md section 3, "access"). */
export const accessShape = lazy(() =>
  answer({
    item: answer({
      i_id: internalId().describe("Internal ID"),
      d_id: internalId().describe("Datastore"),
      title: z.string().describe("Title"),
      rev_no: integer().describe("Revision"),
    }).describe("The item"),
    keys: z
      .array(
        answer({
          kind: z
            .enum(["user", "group", "role", "nobody"])
            .describe("Whose key it is; nobody: of somebody who is gone"),
          id: z.string().describe("Display ID of the group or role; of a user as user"),
          name: z.string().describe("Name of it"),
        }),
      )
      .describe("The keys that the item carries"),
    groups: z
      .array(
        answer({
          g_id: internalId().describe("Internal ID"),
          group_id: z.string().describe("Display ID"),
          name: z.string().describe("Name"),
          members: integer().describe("How many direct members see the item by being in it"),
        }),
      )
      .describe("The groups whose members see it for that reason"),
    total: integer().describe("How many users the workspace has"),
    seeing: integer().describe("How many of them see the item"),
    people: z
      .array(
        answer({
          u_id: internalId().describe("Internal ID"),
          user: z.string().describe("E-mail or e-mail#user_code"),
          username: z.string().describe("Name"),
          sees: z
            .boolean()
            .describe("Whether operations show them the item: a key of it, and a role that shows the datastore"),
          holds_key: z.boolean().describe("Whether they hold a key of it"),
          sees_datastore: z.boolean().describe("Whether a role shows them the datastore"),
          reasons: z.array(because()).describe("By which keys"),
          says: z.string().describe("Why they see it, or why not, as a sentence"),
        }),
      )
      .describe("The users of its workspace, those who see it first"),
  }),
)

export type WireAccess = z.input<ReturnType<typeof accessShape>>
