import { useUp } from "../../confirmations/issue.ts"
import { requirePending } from "../../confirmations/life.ts"
import { publicCommand } from "../../engine/use-case.ts"
import { invalidParams } from "../../error.ts"
import { type MailStyle, queueMail, requireMailStyle } from "../../mail/queue-mail.ts"
import type { User } from "../../records/user.ts"
import { requireSingleLine } from "../../texts/single-line.ts"
import { findClash, refuseClash, requireUsername, workspacesOf } from "../../users/identity.ts"
import { policyOf, requireAllowedPassword, setPasswordOf } from "../../users/password.ts"
import { issueToken } from "../../users/tokens.ts"
import { makeWorkspace } from "../../workspaces/make-workspace.ts"
import { requireWorkspaceName } from "../workspaces/create-new-workspace.ts"

export interface RegisterUser {
  readonly confirmationId: string
  /** Must be the confirmation's address, in any case. */
  readonly email: string
  readonly password: string
  readonly username?: string | undefined
  readonly userCode?: string | undefined
  /**
   * Name of the user's workspace. Given with an invitation, they get one of their own beside the one they were invited to.
   */
  readonly workspace?: string | undefined
  readonly additionalInfo?: Readonly<Record<string, unknown>> | undefined
  /** Sends a completion mail. */
  readonly notify?: boolean | undefined
  /** How its mail is sent: template, sender and data. */
  readonly mail?: MailStyle | undefined
}

export interface RegisteredUser {
  readonly user: User
  /** He is logged in. */
  readonly token: string
}

/**
 * RegisterUser (api.md section 4.3): completes a registration, which makes a workspace, or an invitation, which does not.
 */
export const registerUser = publicCommand<RegisterUser, RegisteredUser>("RegisterUser", (tx, input, { ports }) => {
  const confirmation = requirePending(tx, input.confirmationId, ["registration", "invitation"])
  if (input.email.toLowerCase() !== confirmation.email) throw invalidParams("email is not the confirmation's address")
  const before = tx.expect("users", confirmation.uId)
  if (before.passwordHash !== null && !before.passwordIsTemporary) throw invalidParams("the user is already registered")
  const username = input.username || before.username
  requireUsername(username)
  const userCode = input.userCode ?? before.userCode
  requireSingleLine("user_code", userCode)
  if (userCode !== before.userCode) {
    refuseClash(findClash(tx, { ...before, userCode }, workspacesOf(before), before.uId))
  }
  const workspace = input.workspace || undefined
  if (workspace !== undefined) requireWorkspaceName(workspace, "workspace")
  if (workspace !== undefined && before.exclusiveWId !== null) {
    throw invalidParams("a workspace-only user can't have a workspace of their own")
  }
  requireMailStyle(tx, "completion", input.mail)
  requireAllowedPassword(ports.passwords, policyOf(tx, confirmation.wId), before, input.password)

  setPasswordOf(tx, ports.passwords, before, input.password, { confirmed: true })
  const { additionalInfo } = input
  const named = tx.patch("users", before.uId, {
    username,
    userCode,
    ...(additionalInfo === undefined ? {} : { additionalInfo: { ...before.additionalInfo, ...additionalInfo } }),
  })
  useUp(tx, confirmation)
  if (confirmation.kind === "registration") {
    const { wId } = makeWorkspace(tx, workspace ?? `${username}'s workspace`, named)
    tx.patch("users", named.uId, { currentWId: wId })
  } else if (workspace !== undefined) {
    makeWorkspace(tx, workspace, named)
  }
  const user = tx.expect("users", before.uId)
  if (input.notify) queueMail(tx, { kind: "completion", user, to: user.email, style: input.mail })
  return { user, token: issueToken(tx, user) }
})
