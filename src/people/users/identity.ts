import { invalidParams } from "../../model/error.ts"
import type { User } from "../../model/records/user.ts"
import type { View } from "../../state/view.ts"
import { requireSingleLine } from "../../texts/single-line.ts"

/** What identifies a login, once in a world (model.md section 2.1). */
export type Identity = Pick<User, "email" | "userCode" | "exclusiveWId">

export const findByIdentity = (view: View, { email, userCode, exclusiveWId }: Identity): User | undefined =>
  view
    .list("users", "usersByEmail", email)
    .find((user) => user.userCode === userCode && user.exclusiveWId === exclusiveWId)

/** Why a user can't have an identity: another user has it, or their code is taken in one of these workspaces. */
export type Clash = "email" | "userCode"

/**
 * Looks for a user other than `uId` (null: a new user) whose identity clashes with this one in the workspaces `wIds`. A user
 * code that is not empty is unique among the users of a workspace, whatever their address.
 */
export function findClash(
  view: View,
  identity: Identity,
  wIds: readonly string[],
  uId: string | null,
): Clash | undefined {
  const same = findByIdentity(view, identity)
  if (same !== undefined && same.uId !== uId) return "email"
  if (identity.userCode === "") return undefined
  const isTaken = view
    .list("users", "usersByCode", identity.userCode)
    .some((user) => user.uId !== uId && user.memberships.some((membership) => wIds.includes(membership.wId)))
  return isTaken ? "userCode" : undefined
}

export const CLASH_TEXT: Record<Clash, string> = {
  email: "Email already exists",
  userCode: "User code already exists",
}

export function refuseClash(clash: Clash | undefined): void {
  if (clash !== undefined) throw invalidParams(CLASH_TEXT[clash])
}

/** The workspaces a user is in, in the order they joined them. */
export const workspacesOf = (user: User): User["memberships"][number]["wId"][] => [
  ...new Set(user.memberships.map((membership) => membership.wId)),
]

/** Refuses an empty name and one that could break a mail's header. */
export function requireUsername(username: string, name = "username"): void {
  if (username === "") throw invalidParams(`${name} must not be empty`)
  requireSingleLine(name, username)
}
