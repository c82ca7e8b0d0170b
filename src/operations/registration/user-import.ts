import * as z from "zod"
import type { Actor } from "../../access/actor.ts"
import { requireAdministeredWorkspace } from "../../access/group-admin.ts"
import { findApplication, findGroup, findRole, listApplications } from "../../access/places.ts"
import { command, nothing } from "../../engine/operation.ts"
import { DomainError, invalidParams } from "../../model/error.ts"
import { isDirectMember, isInWorkspace, leaveGroups } from "../../groups/membership.ts"
import { list, object } from "../../model/input/schemas.ts"
import type { Passwords } from "../../ports/passwords.ts"
import type { Group } from "../../model/records/group.ts"
import type { Role } from "../../model/records/role.ts"
import type { User } from "../../model/records/user.ts"
import type { Workspace } from "../../model/records/workspace.ts"
import type { Tx } from "../../state/tx.ts"
import type { View } from "../../state/view.ts"
import { requireEmailAddress } from "../../texts/email-address.ts"
import { findByIdentity, requireUsername } from "../../people/users/identity.ts"
import { makeUser } from "../../people/users/make-user.ts"
import { requireAllowedPassword, setPasswordOf } from "../../people/users/password.ts"
import { putInGroup } from "../../people/users/put-in-group.ts"
import { preferredUser } from "../sessions/login.ts"

const importedUser = () =>
  object({
    line: z.number().describe("Where the row is in the file, from 1"),
    email: z.string().describe("The address; it tells users apart"),
    username: z.string().describe("Name of a new user; empty: the local part of the address"),
    password: z.string().describe("Empty: none. Set only for a user without one, who can log in at once"),
    groups: list(z.string()).describe(
      "Internal or display IDs; none means the top group for a new user, all of their groups for one to be removed",
    ),
    roles: list(z.string()).describe("APP:ROLE, or ROLE, which is searched in all applications by display order"),
    isDelete: z.boolean().describe("True: takes the user out of the groups"),
  })

/** One row of the file. */
export type ImportedUser = z.output<ReturnType<typeof importedUser>>

/** Imports all rows, or none when one is bad. (api.md section 12) */
export const userImport = command({
  name: "UserImport",
  summary: "Add, change and remove users by a CSV file",
  input: () =>
    object({
      workspace: z.string().describe("ID of the workspace that the caller works in"),
      rows: list(importedUser()).describe("The rows of the file, in their order"),
    }),
  authorize: requireAdministeredWorkspace,
  errors: { values: { shape: "errorText" } },
  execute(tx, { principal: actor, granted: workspace, engine: { ports } }, input): void {
    if (input.workspace !== workspace.wId) throw invalidParams("current_workspace_id is not your current workspace")
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
  answer: nothing,
})

/** The refusal of a file because of one of its lines. */
export const badRow = (line: number, why: string) => new DomainError("INVALID_PARAMS", "values", `line ${line}: ${why}`)

function addRow(tx: Tx, actor: Actor, workspace: Workspace, row: ImportedUser, passwords: Passwords): void {
  const email = requireEmailAddress(row.email, "Email")
  const groups = row.groups.map((reference) => requireNamedGroup(tx, actor, reference))
  const roles = row.roles.map((reference) => requireNamedRole(tx, actor, workspace, reference))
  if (row.username !== "") requireUsername(row.username, "UserName")
  const identity = { email, userCode: "", exclusiveWId: null }
  const known = findByIdentity(tx, identity)
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
  const user = findColleague(tx, workspace, email)
  if (user === undefined) throw invalidParams(`no user of the workspace has the address ${email}`)
  for (const group of groups) {
    if (!isDirectMember(user, group.gId)) throw invalidParams(`${email} is not a member of ${group.displayId}`)
  }
  const all = user.memberships.filter((membership) => membership.wId === workspace.wId)
  const gIds = groups.length > 0 ? groups.map((group) => group.gId) : all.map((membership) => membership.gId)
  leaveGroups(tx, user, workspace.wId, new Set(gIds))
}

const findColleague = (view: View, workspace: Workspace, email: string): User | undefined =>
  preferredUser(
    view
      .list("users", "usersByEmail", email)
      .filter((user) => user.exclusiveWId === null && isInWorkspace(user, workspace.wId)),
  )

function requireNamedGroup(view: View, actor: Actor, reference: string): Group {
  const group = findGroup(view, actor, reference)
  if (group === undefined) throw invalidParams(`unknown group: ${reference}`)
  return group
}

function requireNamedRole(view: View, actor: Actor, workspace: Workspace, reference: string): Role {
  const colon = reference.indexOf(":")
  const named = colon < 0 ? undefined : findApplication(view, actor, reference.slice(0, colon))
  const applications = colon < 0 ? listApplications(view, workspace.wId) : named === undefined ? [] : [named]
  for (const application of applications) {
    const role = findRole(view, application, reference.slice(colon + 1))
    if (role !== undefined) return role
  }
  throw invalidParams(`unknown role: ${reference}`)
}
