import * as z from "zod"
import { isDirectMember, requireAdminOf } from "../../access/index.ts"
import { command, mailInput, queueMail, requireMailStyle } from "../../engine/index.ts"
import { invalidParams, requireEmailAddress } from "../../model/index.ts"
import { optionalBoolean, optionalId, optionalString } from "../../model/input/index.ts"
import type { Group } from "../../model/records/index.ts"
import {
  findByIdentity,
  makeUser,
  policyOf,
  putInGroup,
  requireAllowedPassword,
  requireUserCode,
  requireUsername,
  setPasswordOf,
} from "../../people/index.ts"
import type { Tx } from "../../state/index.ts"
import { answerUser } from "../answers/people.ts"
import { namedGroup } from "../groups/group-place.ts"

/** Adds a new or existing user to a group. Does nothing if the user is already a member. (api.md section 5.1) */
export const addUser = command({
  name: "AddUser",
  summary: "Adds a new or existing user to a group",
  input: () => ({
    email: z.string().describe("E-mail address"),
    ...namedGroup(),
    username: optionalString("Name of a new user. Default: the local part of the address"),
    userCode: optionalString("Distinguishes users with the same address; empty for none"),
    exclusiveWId: optionalId().describe("The workspace of a workspace-only user; it must be the group's"),
    noConfirmEmail: optionalBoolean("True: sets tmpPassword, which is then required. Default false"),
    tmpPassword: optionalString("First password; required with noConfirmEmail"),
    invitorId: optionalId().describe(
      "ID of the user whose workspace's policy applies to tmpPassword; absent: the policy of the group's workspace",
    ),
    notify: optionalBoolean("Whether the user is notified by mail. Default false"),
    mail: mailInput(),
  }),
  place: ["group"],
  authorize: requireAdminOf,
  execute(tx, { granted: group, engine: { ports } }, input) {
    if (group === null) throw invalidParams("group is required")
    const email = requireEmailAddress(input.email)
    const username = input.username || undefined
    if (username !== undefined) requireUsername(username)
    const { userCode = "", exclusiveWId } = input
    requireUserCode(userCode)
    if (exclusiveWId !== undefined && exclusiveWId !== group.wId) {
      throw invalidParams("exclusive_w_id must be the workspace of the group")
    }
    requireMailStyle(tx, "completion", input.mail)
    const identity = { email, userCode, exclusiveWId: exclusiveWId === undefined ? null : group.wId }
    const known = findByIdentity(tx, identity)
    const policy = policyFor(tx, group, input.invitorId)
    const { tmpPassword } = input
    if (input.noConfirmEmail) {
      if (tmpPassword === undefined) throw invalidParams("tmp_password is required if no_confirm_email is true")
      requireAllowedPassword(ports.passwords, policy, null, tmpPassword)
    }

    const added = known === undefined || !isDirectMember(known, group.gId)
    let user = added ? putInGroup(tx, known ?? makeUser(tx, { ...identity, username }), group) : known
    if (added && input.noConfirmEmail && tmpPassword !== undefined && user.passwordHash === null) {
      user = setPasswordOf(tx, ports.passwords, user, tmpPassword, { confirmed: true, passwordIsTemporary: true })
    }
    const emailSent = input.notify === true && added
    if (emailSent) {
      queueMail(tx, { kind: "completion", user, to: email, style: input.mail })
      user = tx.patch("users", user.uId, { emailSent })
    }
    return { added, exists: known !== undefined, user, emailSent }
  },
  answer: ({ added, exists, user, emailSent }) => ({
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
