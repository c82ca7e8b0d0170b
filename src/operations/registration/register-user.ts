import * as z from "zod"
import { answerUser } from "../../answers/people.ts"
import { useUp } from "../../people/confirmations/issue.ts"
import { requirePending } from "../../people/confirmations/life.ts"
import { publicCommand } from "../../engine/operation.ts"
import { invalidParams } from "../../model/error.ts"
import { anyObject, object } from "../../model/input/schemas.ts"
import { mailInput } from "../../mail/mail-input.ts"
import { queueMail, requireMailStyle } from "../../engine/mail/queue-mail.ts"
import type { User } from "../../model/records/user.ts"
import { requireSingleLine } from "../../texts/single-line.ts"
import { findClash, refuseClash, requireUsername, workspacesOf } from "../../people/users/identity.ts"
import { policyOf, requireAllowedPassword, setPasswordOf } from "../../people/users/password.ts"
import { issueToken } from "../../people/users/tokens.ts"
import { makeWorkspace } from "../../people/workspaces/make-workspace.ts"
import type { RegisteredUserAnswer } from "../answers/people-answers.ts"
import { requireWorkspaceName } from "../workspaces/create-new-workspace.ts"

export interface RegisteredUser {
  readonly user: User
  /** He is logged in. */
  readonly token: string
}

/** Completes a registration, which makes a workspace, or an invitation, which does not. (api.md section 4.3) */
export const registerUser = publicCommand({
  name: "RegisterUser",
  summary: "Set the password; a default workspace and group are made",
  input: () =>
    object({
      confirmationId: z.string().describe("ID of the confirmation: what the link of the mail holds"),
      email: z.string().describe("Must be the confirmation's address; case does not count"),
      password: z.string().describe("The password of the user"),
      username: z.string().describe("Name of the user").optional(),
      userCode: z.string().describe("Tells users apart who share an address; empty when there is none").optional(),
      workspace: z
        .string()
        .describe("Name of the user's own workspace; after an invitation none is made without it")
        .optional(),
      additionalInfo: anyObject().describe("Anything a program keeps of the user, by key").optional(),
      notify: z.boolean().describe("True: a mail says that it is done. Default false").optional(),
      mail: mailInput(),
    }),
  execute(tx, { ports }, input): RegisteredUser {
    const confirmation = requirePending(tx, input.confirmationId, ["registration", "invitation"])
    if (input.email.toLowerCase() !== confirmation.email) throw invalidParams("email is not the confirmation's address")
    const before = tx.expect("users", confirmation.uId)
    if (before.passwordHash !== null && !before.passwordIsTemporary)
      throw invalidParams("the user is already registered")
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
  },
  answer: ({ user, token }): RegisteredUserAnswer => ({ user: answerUser(user), token }),
})
