import * as z from "zod"
import { requireAdminOf } from "../../access/group-admin.ts"
import { answerUser } from "../../answers/people.ts"
import { command } from "../../engine/operation.ts"
import { invalidParams } from "../../model/error.ts"
import { isDirectMember } from "../../groups/membership.ts"
import { object, optionalId } from "../../model/input/schemas.ts"
import { mailInput } from "../../mail/mail-input.ts"
import { queueMail, requireMailStyle } from "../../engine/mail/queue-mail.ts"
import type { Group } from "../../model/records/group.ts"
import type { User } from "../../model/records/user.ts"
import type { Tx } from "../../state/tx.ts"
import { requireEmailAddress } from "../../texts/email-address.ts"
import { requireSingleLine } from "../../texts/single-line.ts"
import { findByIdentity, requireUsername } from "../../people/users/identity.ts"
import { makeUser } from "../../people/users/make-user.ts"
import { policyOf, requireAllowedPassword, setPasswordOf } from "../../people/users/password.ts"
import { putInGroup } from "../../people/users/put-in-group.ts"
import type { AddedUserAnswer } from "../answers/people-answers.ts"
import { namedGroup } from "../groups/group-place.ts"

export interface AddedUser {
  /** He was not in the group before. */
  readonly added: boolean
  /** The account was there before. */
  readonly exists: boolean
  /** Who was added. */
  readonly user: User
  /** This request sent them a mail. */
  readonly emailSent: boolean
}

/** Puts a new or a known user into a group. (api.md section 5.1) */
export const addUser = command({
  name: "AddUser",
  summary: "Put a new or known user into a group",
  input: () =>
    object({
      email: z.string().describe("E-mail address"),
      ...namedGroup(),
      username: z.string().describe("Name of a new user; the local part of the address when absent").optional(),
      userCode: z.string().describe("Tells users apart who share an address; empty when there is none").optional(),
      exclusiveWId: optionalId().describe("Workspace of a user who is in that one only; it is the group's"),
      noConfirmEmail: z
        .boolean()
        .describe("True: tmpPassword is set, which is then required. Default false")
        .optional(),
      tmpPassword: z.string().describe("First password; required with noConfirmEmail").optional(),
      invitorId: optionalId().describe(
        "ID of the user whose workspace's policy applies to tmpPassword; absent: the policy of the group's workspace",
      ),
      notify: z.boolean().describe("Whether the user is notified by mail. Default false").optional(),
      mail: mailInput(),
    }),
  place: ["group"],
  authorize: requireAdminOf,
  execute(tx, { granted: group, engine: { ports } }, input): AddedUser {
    if (group === null) throw invalidParams("group is required")
    const email = requireEmailAddress(input.email)
    const username = input.username || undefined
    if (username !== undefined) requireUsername(username)
    const { userCode = "", exclusiveWId } = input
    requireSingleLine("user_code", userCode)
    if (exclusiveWId !== undefined && exclusiveWId !== group.wId) {
      throw invalidParams("exclusive_w_id is not the workspace of the group")
    }
    requireMailStyle(tx, "completion", input.mail)
    const identity = { email, userCode, exclusiveWId: exclusiveWId === undefined ? null : group.wId }
    const known = findByIdentity(tx, identity)
    const policy = policyFor(tx, group, input.invitorId)
    const { tmpPassword } = input
    if (input.noConfirmEmail) {
      if (tmpPassword === undefined) throw invalidParams("tmp_password is required with no_confirm_email")
      requireAllowedPassword(ports.passwords, policy, null, tmpPassword)
    }

    const added = known === undefined || !isDirectMember(known, group.gId)
    let user = added ? putInGroup(tx, known ?? makeUser(tx, { ...identity, username }), group) : known
    const setsPassword = input.noConfirmEmail && tmpPassword !== undefined && user.passwordHash === null
    if (setsPassword) {
      user = setPasswordOf(tx, ports.passwords, user, tmpPassword, { confirmed: true, passwordIsTemporary: true })
    }
    const emailSent = input.notify === true && (added || setsPassword === true)
    if (emailSent) {
      queueMail(tx, { kind: "completion", user, to: email, style: input.mail })
      user = tx.patch("users", user.uId, { emailSent })
    }
    return { added, exists: known !== undefined, user, emailSent }
  },
  answer: ({ added, exists, user, emailSent }): AddedUserAnswer => ({
    added,
    exists,
    emailSent,
    user: answerUser(user),
  }),
})

function policyFor(tx: Tx, group: Group, invitorId: string | undefined) {
  if (invitorId === undefined) return policyOf(tx, group.wId)
  const invitor = tx.get("users", invitorId)
  if (invitor === undefined || invitor.isBot) throw invalidParams(`unknown invitor_id: ${invitorId}`)
  return policyOf(tx, invitor.currentWId)
}
