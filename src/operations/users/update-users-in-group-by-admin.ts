import type * as z from "zod"
import { requireAdministeredGroup, subtree } from "../../access/index.ts"
import { process } from "../../engine/index.ts"
import { DomainError, type Finding, invalidParams, isEmailAddress } from "../../model/index.ts"
import { list, object, optionalId, optionalString } from "../../model/input/index.ts"
import type { StoreFailure, User } from "../../model/records/index.ts"
import {
  CLASH_TEXT,
  findClash,
  moveConfirmations,
  requireUserCode,
  requireUsername,
  workspacesOf,
} from "../../people/index.ts"
import type { Savepoint, Tx } from "../../state/index.ts"
import { groupPlace } from "../groups/group-place.ts"

/** Number of users in the request (`users`), and number of them that were processed. */
export interface HandledMembers {
  readonly users: number
  readonly processed: number
}

const OPERATION = "UpdateUsersInGroupByAdmin"
const MAX_MEMBERS = 100

const memberUpdate = () =>
  object({
    userId: optionalId().describe("ID of the user"),
    userName: optionalString("The new name; absent: unchanged"),
    userCode: optionalString("The new user code; absent: unchanged; an empty string clears it"),
    email: optionalString("The new e-mail address; absent: unchanged"),
  })

/** New values of a member. Undefined values stay unchanged. */
type MemberUpdate = z.output<ReturnType<typeof memberUpdate>>

/**
 * Changes members in the order of the request. Stores valid members before it reports invalid ones, so that a failed call may have changed
 * members. If the store fails, all changes are rolled back. If the rollback also fails, all members but the last changed one keep their new
 * values. (api.md section 5.4)
 */
export const updateUsersInGroupByAdmin = process({
  name: OPERATION,
  summary: "Changes names, user codes and addresses of up to 100 users of a group",
  input: () => ({
    ...groupPlace(),
    members: list(memberUpdate(), { min: 1, max: MAX_MEMBERS }).describe("Whom to change, and how; at most 100"),
  }),
  place: ["group"],
  authorize: requireAdministeredGroup,
  errors: {
    privilege: {
      description: "permission denied",
      error: "no privileges to update users in the group",
    },
    params: { shape: "errorsWithResult" },
    values: { shape: "errorsWithResult" },
    store: { shape: "errorsWithResult" },
  },
  async execute(call, input): Promise<HandledMembers> {
    const { caller } = call
    const refusal = await caller.engine.commit(OPERATION, caller, (tx) => {
      const { granted: group } = call.in(tx)
      const users = input.members.length
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

/** State before the last change, or before the last valid member if no member changed. Used to simulate a store failure. */
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
    const values = changesOf(user, member)
    const savepoint = failure === undefined ? null : tx.savepoint()
    const after = values === null ? user : tx.patch("users", user.uId, { ...values, updatedAt: tx.now })
    if (values?.email !== undefined) moveConfirmations(tx, user.uId, values.email)
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
  userId === undefined ? "user_id is required" : `user_id: ${userId} is not a member of the group`

/** Returns the reason why a member cannot have the new values, or undefined if they are valid. */
function problemWith(tx: Tx, user: User, member: MemberUpdate): string | undefined {
  const { userName, userCode, email } = member
  try {
    if (userName !== undefined) requireUsername(userName, "user_name")
    requireUserCode(userCode)
  } catch (error) {
    if (error instanceof DomainError) return error.text
    throw error
  }
  if (email !== undefined && !isEmailAddress(email))
    return `email: expected an e-mail address, received ${JSON.stringify(email)}`
  const identity = { ...user, ...changesOf(user, member) }
  const clash = findClash(tx, identity, workspacesOf(user), user.uId)
  return clash === undefined ? undefined : CLASH_TEXT[clash]
}

/** Returns the new values that differ from the member's current values, or null if all are equal. */
function changesOf(user: User, { userName, userCode, email }: MemberUpdate): Partial<User> | null {
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

/** Simulates a planned store failure: undoes all or some changes and returns or throws the error that reports the failure. */
function storeFailed(tx: Tx, { savepoint, processed, user }: LastChanged, failure: StoreFailure): DomainError {
  const isUndone = failure === "rolled_back"
  const cause = isUndone
    ? "the store failed; all changes were rolled back"
    : "the store and the rollback failed; the stores may differ"
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
