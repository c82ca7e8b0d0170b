import { requireAdminOf } from "../../access/group-admin.ts"
import { command } from "../../engine/use-case.ts"
import { invalidParams } from "../../error.ts"
import { isDirectMember } from "../../groups/membership.ts"
import { type MailStyle, queueMail, requireMailStyle } from "../../mail/queue-mail.ts"
import type { Group } from "../../records/group.ts"
import type { User } from "../../records/user.ts"
import type { Tx } from "../../state/tx.ts"
import { requireEmailAddress } from "../../texts/email-address.ts"
import { requireSingleLine } from "../../texts/single-line.ts"
import { findByIdentity, requireUsername } from "../../users/identity.ts"
import { makeUser } from "../../users/make-user.ts"
import { policyOf, requireAllowedPassword, setPasswordOf } from "../../users/password.ts"
import { putInGroup } from "../../users/put-in-group.ts"

export interface AddUser {
  readonly email: string
  /** Group of the current workspace, by internal or display ID. */
  readonly group: string
  /** Of a user who is new. */
  readonly username?: string | undefined
  readonly userCode?: string | undefined
  /** Workspace-only user: must be the workspace of the group. */
  readonly exclusiveWId?: string | undefined
  /** Sets `tmpPassword`, which is then required. */
  readonly noConfirmEmail?: boolean | undefined
  readonly tmpPassword?: string | undefined
  /** Whose workspace's policy applies to `tmpPassword`; absent: that of the group. */
  readonly invitorId?: string | undefined
  /** Sends a completion mail. */
  readonly notify?: boolean | undefined
  /** How its mail is sent: template, sender and data. */
  readonly mail?: MailStyle | undefined
}

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

/** AddUser (api.md section 5.1): puts a new or a known user into a group. */
export const addUser = command("AddUser", {
  enter: requireAdminOf,
  run(tx, { found: group }, input: AddUser, { ports }): AddedUser {
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
})

function policyFor(tx: Tx, group: Group, invitorId: string | undefined) {
  if (invitorId === undefined) return policyOf(tx, group.wId)
  const invitor = tx.get("users", invitorId)
  if (invitor === undefined || invitor.isBot) throw invalidParams(`unknown invitor_id: ${invitorId}`)
  return policyOf(tx, invitor.currentWId)
}
