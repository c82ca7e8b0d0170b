import { subtree } from "../../access/actor.ts"
import { requireAdministeredGroup } from "../../access/group-admin.ts"
import type { StoreFailure } from "../../engine/store-failures.ts"
import { process } from "../../engine/use-case.ts"
import { DomainError, type Finding, invalidParams } from "../../error.ts"
import type { User } from "../../records/user.ts"
import type { Savepoint, Tx } from "../../state/tx.ts"
import { isEmailAddress } from "../../texts/email-address.ts"
import { requireSingleLine } from "../../texts/single-line.ts"
import { CLASH_TEXT, findClash, requireUsername, workspacesOf } from "../../users/identity.ts"

/** New values of one member; an absent one stays. */
export interface MemberUpdate {
  readonly userId: string | undefined
  readonly userName?: string | undefined
  /** `""` clears it. */
  readonly userCode?: string | undefined
  readonly email?: string | undefined
}

export interface UpdateUsersInGroupByAdmin {
  /** Internal or display ID of the group. */
  readonly group: string
  readonly members: readonly MemberUpdate[]
}

/** Members asked for, and those of them that were handled. */
export interface HandledMembers {
  readonly users: number
  readonly processed: number
}

const OPERATION = "UpdateUsersInGroupByAdmin"
const MAX_MEMBERS = 100

/**
 * UpdateUsersInGroupByAdmin (api.md section 5.4): members in order; a bad one is left out and reported once the others are
 * stored, so a refusal may have changed something. When the store fails at the last record, everything is undone, or, where even
 * that fails, the members before it keep their new values.
 */
export const updateUsersInGroupByAdmin = process({
  enter: requireAdministeredGroup,
  async run(entry, input: UpdateUsersInGroupByAdmin): Promise<HandledMembers> {
    const { caller } = entry
    const refusal = await caller.engine.commit(OPERATION, caller, (tx) => {
      const { found: group } = entry.in(tx)
      const users = input.members.length
      if (users === 0 || users > MAX_MEMBERS) throw invalidParams(`members must be 1 to ${MAX_MEMBERS} elements`)
      const failure = caller.engine.storeFailures.take(OPERATION)
      const gIds = new Set(subtree(tx, group.gId).map((below) => below.gId))
      const isBelow = (user: User) => user.memberships.some((membership) => gIds.has(membership.gId))
      const run = updateMembers(tx, input.members, isBelow, failure)
      if (failure !== undefined && run.last !== null) return storeFailed(tx, run.last, failure)
      if (run.findings.length === 0) return null
      return invalidParams("some members could not be updated", {
        findings: run.findings,
        details: { result: { users, processed: run.processed } },
      })
    })
    if (refusal !== null) throw refusal
    return { users: input.members.length, processed: input.members.length }
  },
})

/**
 * The last member that was changed (the last of all when none was) and the state before that; needed only when a store
 * failure is planned.
 */
interface LastChanged {
  readonly savepoint: Savepoint
  readonly processed: number
  readonly user: User
}

interface Run {
  readonly processed: number
  readonly findings: readonly Finding[]
  readonly last: LastChanged | null
}

function updateMembers(
  tx: Tx,
  members: readonly MemberUpdate[],
  isBelow: (user: User) => boolean,
  failure: StoreFailure | undefined,
): Run {
  const findings: Finding[] = []
  let processed = 0
  let last: LastChanged | null = null
  let hasChanged = false
  for (const member of members) {
    const user = findMember(tx, member, isBelow)
    const problem = user === undefined ? notBelow(member) : problemWith(tx, user, member)
    if (user === undefined || problem !== undefined) {
      findings.push(badMember(problem ?? "", member, user))
      continue
    }
    const values = changed(user, member)
    const savepoint = failure === undefined ? null : tx.savepoint()
    const after = values === null ? user : tx.patch("users", user.uId, { ...values, updatedAt: tx.now })
    if (savepoint !== null && (values !== null || !hasChanged)) last = { savepoint, processed, user: after }
    hasChanged ||= values !== null
    processed += 1
  }
  return { processed, findings, last }
}

function findMember(tx: Tx, { userId }: MemberUpdate, isBelow: (user: User) => boolean): User | undefined {
  const user = userId === undefined ? undefined : tx.get("users", userId)
  return user !== undefined && isBelow(user) ? user : undefined
}

const notBelow = ({ userId }: MemberUpdate): string =>
  userId === undefined ? "user_id is required" : `user_id is not a member of the group: ${userId}`

/** Why a member can't have the new values. */
function problemWith(tx: Tx, user: User, member: MemberUpdate): string | undefined {
  const { userName, userCode, email } = member
  try {
    if (userName !== undefined) requireUsername(userName, "user_name")
    requireSingleLine("user_code", userCode)
  } catch (error) {
    if (error instanceof DomainError) return error.text
    throw error
  }
  if (email !== undefined && !isEmailAddress(email)) return `email is not an e-mail address: ${JSON.stringify(email)}`
  const identity = { ...user, ...changed(user, member) }
  const clash = findClash(tx, identity, workspacesOf(user), user.uId)
  return clash === undefined ? undefined : CLASH_TEXT[clash]
}

/** The values that differ from what the member has; null when none does. */
function changed(user: User, { userName, userCode, email }: MemberUpdate): Partial<User> | null {
  const values: Partial<Record<"username" | "userCode" | "email", string>> = {}
  if (userName !== undefined && userName !== user.username) values.username = userName
  if (userCode !== undefined && userCode !== user.userCode) values.userCode = userCode
  if (email !== undefined && email.toLowerCase() !== user.email) values.email = email.toLowerCase()
  return Object.keys(values).length === 0 ? null : values
}

const describeMember = (uId: string, userCode: string, email: string): string =>
  `u_id: ${uId}, user_code: ${userCode}, email: ${email}`

const badMember = (description: string, member: MemberUpdate, user: User | undefined): Finding => ({
  description,
  errorCode: "INVALID_PARAMS",
  errorLevel: "ERROR",
  referenceId: describeMember(
    member.userId ?? "",
    member.userCode ?? user?.userCode ?? "",
    member.email ?? user?.email ?? "",
  ),
})

/** Undoes what the failed store did not keep, and reports it. */
function storeFailed(tx: Tx, { savepoint, processed, user }: LastChanged, failure: StoreFailure): DomainError {
  const isUndone = failure === "rolled_back"
  const cause = isUndone
    ? "the store failed, all changes were rolled back"
    : "the store failed and so did the rollback, the stores may differ"
  const finding: Finding = {
    description: `error in SaveUpdateUserProfile ${cause}`,
    errorCode: "SYSTEM_ERROR",
    errorLevel: "ERROR",
    referenceId: `failed to update user, user_id: ${user.uId}, user_code: ${user.userCode}, email: ${user.email}`,
  }
  const refusal = new DomainError("SYSTEM_ERROR", "store", finding.description, {
    findings: [finding],
    details: { result: { users: 0, processed } },
  })
  if (isUndone) throw refusal
  tx.rollback(savepoint)
  return refusal
}
