import { invalidParams, requireSingleLine } from "../../model/index.ts"
import type { User } from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"

/** Properties that identify a user in a world (model.md section 2.1). */
export type Identity = Pick<User, "email" | "userCode" | "exclusiveWId">

export const findByIdentity = (view: View, { email, userCode, exclusiveWId }: Identity): User | undefined =>
  view
    .list("users", "usersByEmail", email)
    .find((user) => user.userCode === userCode && user.exclusiveWId === exclusiveWId)

/** Why an identity is not available. `email`: another user has it. `userCode`: the code is in use in one of the user's workspaces. */
export type Clash = "email" | "userCode"

/** Checks whether another user than `uId` has the same identity, or the same non-empty user code in one of the workspaces. */
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

export const workspacesOf = (user: User): User["memberships"][number]["wId"][] => [
  ...new Set(user.memberships.map((membership) => membership.wId)),
]

export function requireUserCode(userCode: string | undefined): void {
  if (userCode !== undefined && userCode !== "" && userCode.trim() === "") {
    throw invalidParams("user_code must not be blank")
  }
  requireSingleLine("user_code", userCode)
}

/** Throws if a name is blank or contains line breaks, which would break a mail's header. */
export function requireUsername(username: string, name = "username"): void {
  if (username.trim() === "") throw invalidParams(`${name} must not be empty`)
  requireSingleLine(name, username)
}
