import type { Membership, User } from "../../../src/model/records/index.ts"
import { canonicalJson, type Patch, type View } from "../../../src/state/index.ts"
import { referenceTo, short } from "./name-record.ts"

/** Describes a user's change. For a new password, the line says only that the password changed. */
export function describeUser(view: View, patch: Patch): string[] {
  const before = patch.before as User | undefined
  const after = patch.after as User | undefined
  const known = before ?? after
  const user = `user ${known === undefined ? patch.id : referenceTo(known)}`
  if (after === undefined) return [`${user} deleted`]
  const memberships = describeMemberships(view, before?.memberships ?? [], after.memberships)
  const lines =
    before === undefined ? ["created", ...memberships] : [...describeProfile(view, before, after), ...memberships]
  return lines.map((line) => `${user} ${line}`)
}

function describeProfile(view: View, before: User, after: User): string[] {
  const lines: string[] = []
  const changed = (name: string, old: string, now: string) => {
    if (old !== now) lines.push(`${name} ${short(old)}→${short(now)}`)
  }
  const happened = (text: string, isTrue: boolean) => {
    if (isTrue) lines.push(text)
  }
  changed("name", before.username, after.username)
  changed("e-mail", before.email, after.email)
  changed("user code", before.userCode || "(none)", after.userCode || "(none)")
  changed("workspace", nameWorkspace(view, before.currentWId), nameWorkspace(view, after.currentWId))
  changed("failed logins", String(before.failedLogins), String(after.failedLogins))
  happened("password changed", before.passwordHash !== after.passwordHash)
  happened("confirmed", !before.confirmed && after.confirmed)
  happened("logged in", before.lastLoginAt !== after.lastLoginAt)
  const end = after.lockedUntil === "until-reset" ? "a new password" : after.lockedUntil
  happened(`locked until ${end}`, before.lockedUntil !== after.lockedUntil && after.lockedUntil !== null)
  happened("unlocked", before.lockedUntil !== null && after.lockedUntil === null)
  happened("picture changed", before.picture !== after.picture && after.picture !== null)
  happened("picture deleted", before.picture !== null && after.picture === null)
  happened("additional info changed", canonicalJson(before.additionalInfo) !== canonicalJson(after.additionalInfo))
  for (const rId of after.roles) happened(`got role ${nameRole(view, rId)}`, !before.roles.includes(rId))
  for (const rId of before.roles) happened(`lost role ${nameRole(view, rId)}`, !after.roles.includes(rId))
  return lines
}

function describeMemberships(view: View, before: readonly Membership[], after: readonly Membership[]): string[] {
  const lines: string[] = []
  for (const { gId, isSv } of after) {
    const old = before.find((membership) => membership.gId === gId)
    const group = view.get("groups", gId)?.displayId ?? gId
    if (old === undefined) lines.push(`joined group ${group}${isSv ? " as administrator" : ""}`)
    else if (old.isSv !== isSv) lines.push(`${isSv ? "became" : "is no longer"} administrator of group ${group}`)
  }
  for (const { gId } of before) {
    if (!after.some((membership) => membership.gId === gId)) {
      lines.push(`left group ${view.get("groups", gId)?.displayId ?? gId}`)
    }
  }
  return lines
}

const nameWorkspace = (view: View, wId: User["currentWId"]): string =>
  wId === null ? "(none)" : (view.get("workspaces", wId)?.name ?? wId)

function nameRole(view: View, rId: string): string {
  const role = view.get("roles", rId)
  const application = role === undefined ? undefined : view.get("applications", role.pId)
  return role === undefined ? rId : `${application?.displayId ?? role.pId}/${role.displayId}`
}
