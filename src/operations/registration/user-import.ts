import * as z from "zod"
import {
  type Actor,
  findApplication,
  findGroup,
  findRole,
  isDirectMember,
  isInWorkspace,
  leaveGroups,
  listApplications,
  requireAdministeredWorkspace,
} from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { DomainError, invalidParams, requireEmailAddress } from "../../model/index.ts"
import { list, object } from "../../model/input/index.ts"
import type { Group, Role, User, Workspace } from "../../model/records/index.ts"
import {
  findByIdentity,
  makeUser,
  putInGroup,
  requireAllowedPassword,
  requireUsername,
  setPasswordOf,
} from "../../people/index.ts"
import type { Passwords } from "../../ports/index.ts"
import type { Tx, View } from "../../state/index.ts"
import { preferredUser } from "../sessions/login.ts"

const importedUser = () =>
  object({
    line: z.number().describe("Line of the row in the file, from 1"),
    email: z.string().describe("E-mail address, which identifies the user"),
    username: z.string().describe("Name of a new user; empty: the local part of the address"),
    password: z.string().describe("First password of a user without one; empty for none"),
    groups: list(z.string()).describe(
      "Internal or display IDs; none means the top group for a new user, all of their groups for one to be removed",
    ),
    roles: list(z.string()).describe("APP:ROLE, or ROLE where one application has it"),
    isDelete: z.boolean().describe("True: removes the user from the groups"),
  })

export type ImportedUser = z.output<ReturnType<typeof importedUser>>

/** Adds, changes and removes users by the rows of a CSV file. If a row is invalid, changes nothing. (api.md section 12) */
export const userImport = command({
  name: "UserImport",
  summary: "Adds, changes and removes users by a CSV file",
  input: () => ({
    workspace: z.string().describe("ID of the caller's current workspace"),
    rows: list(importedUser()).describe("The rows of the file, in their order"),
  }),
  authorize: requireAdministeredWorkspace,
  errors: { values: { shape: "errorText" } },
  execute(tx, { principal: actor, granted: workspace, engine: { ports } }, input): void {
    if (input.workspace !== workspace.wId) throw invalidParams("current_workspace_id must be your current workspace")
    for (const row of input.rows) {
      const apply = row.isDelete ? removeRow : addRow
      try {
        apply(tx, actor, workspace, row, ports.passwords)
      } catch (error) {
        if (error instanceof DomainError && error.code !== "SYSTEM_ERROR") throw badRow(row.line, error.text)
        throw error
      }
    }
  },
})

/** Creates the error for an invalid line in an import file. */
export const badRow = (line: number, why: string) => new DomainError("INVALID_PARAMS", "values", `line ${line}: ${why}`)

function addRow(tx: Tx, actor: Actor, workspace: Workspace, row: ImportedUser, passwords: Passwords): void {
  const email = requireEmailAddress(row.email, "Email")
  const groups = row.groups.map((reference) => requireNamedGroup(tx, actor, reference))
  const roles = row.roles.map((reference) => requireNamedRole(tx, actor, workspace, reference))
  if (row.username !== "") requireUsername(row.username, "UserName")
  const identity = { email, userCode: "", exclusiveWId: null }
  const known = findMember(tx, workspace, email) ?? findByIdentity(tx, identity)
  let user = known ?? makeUser(tx, { ...identity, username: row.username || undefined })
  if (groups.length === 0 && !isInWorkspace(user, workspace.wId)) groups.push(tx.expect("groups", workspace.topGId))
  for (const group of groups) if (!isDirectMember(user, group.gId)) user = putInGroup(tx, user, group)
  user = tx.update("users", user.uId, (draft) => {
    for (const { rId } of roles) if (!draft.roles.includes(rId)) draft.roles.push(rId)
  })
  if (row.password === "") return
  requireAllowedPassword(passwords, workspace.passwordPolicy, null, row.password)
  if (user.passwordHash !== null) return
  setPasswordOf(tx, passwords, user, row.password, { confirmed: true, passwordIsTemporary: true })
}

function removeRow(tx: Tx, actor: Actor, workspace: Workspace, row: ImportedUser): void {
  const email = requireEmailAddress(row.email, "Email")
  const groups = row.groups.map((reference) => requireNamedGroup(tx, actor, reference))
  const user = preferredUser(listMembers(tx, workspace, email))
  if (user === undefined) throw invalidParams(`no user of the workspace has the address ${email}`)
  for (const group of groups) {
    if (!isDirectMember(user, group.gId)) throw invalidParams(`${email} is not a member of ${group.displayId}`)
  }
  const all = user.memberships.filter((membership) => membership.wId === workspace.wId)
  const gIds = groups.length > 0 ? groups.map((group) => group.gId) : all.map((membership) => membership.gId)
  leaveGroups(tx, user, workspace.wId, new Set(gIds))
}

const listMembers = (view: View, { wId }: Workspace, email: string): User[] =>
  view.list("users", "usersByEmail", email).filter((user) => user.exclusiveWId === null && isInWorkspace(user, wId))

/** Finds the workspace's member with an e-mail address, whatever the user code. Returns undefined if none or several have it. */
function findMember(view: View, workspace: Workspace, email: string): User | undefined {
  const members = listMembers(view, workspace, email)
  return members.length === 1 ? members[0] : undefined
}

function requireNamedGroup(view: View, actor: Actor, reference: string): Group {
  const group = findGroup(view, actor, reference)
  if (group === undefined) throw invalidParams(`unknown group: ${reference}`)
  return group
}

function requireNamedRole(view: View, actor: Actor, workspace: Workspace, reference: string): Role {
  const colon = reference.indexOf(":")
  const named = colon < 0 ? undefined : findApplication(view, actor, reference.slice(0, colon))
  const applications = colon < 0 ? listApplications(view, workspace.wId) : named === undefined ? [] : [named]
  const roles = applications.flatMap((application) => findRole(view, application, reference.slice(colon + 1)) ?? [])
  const [role, another] = roles
  if (role === undefined) throw invalidParams(`unknown role: ${reference}`)
  if (another !== undefined) throw invalidParams(`several applications have the role ${reference}; write APP:ROLE`)
  return role
}
