import * as z from "zod"
import { isInWorkspace } from "../../access/index.ts"
import { type DomainResultOf, mailInput, publicCommand, queueMail, requireMailStyle } from "../../engine/index.ts"
import { invalidParams } from "../../model/index.ts"
import { anyObject, optionalBoolean, optionalString } from "../../model/input/index.ts"
import {
  findClash,
  issueToken,
  makeWorkspace,
  policyOf,
  refuseClash,
  requireAllowedPassword,
  requirePending,
  requireUserCode,
  requireUsername,
  setPasswordOf,
  useUp,
  workspacesOf,
} from "../../people/index.ts"
import { answerUser } from "../answers/people.ts"
import { requireWorkspaceName } from "../workspaces/create-new-workspace.ts"

/**
 * Completes a registration or an invitation. A registration creates a workspace. An invitation creates one only if the user has left the
 * workspace that invited them. (api.md section 4.3)
 */
export const registerUser = publicCommand({
  name: "RegisterUser",
  summary: "Completes a registration with a password and creates a workspace",
  input: () => ({
    confirmationId: z.string().describe("ID of the confirmation, from the link of the mail"),
    email: z.string().describe("Must be the confirmation's address; ignores case"),
    password: z.string().describe("The password of the user"),
    username: optionalString("Name of the user"),
    userCode: optionalString("Distinguishes users with the same address; empty for none"),
    workspace: optionalString("Name of a new workspace; an invitation creates none without it"),
    additionalInfo: anyObject().describe("Additional data of the user, by key").optional(),
    notify: optionalBoolean("True: confirms the change by mail. Default false"),
    mail: mailInput(),
  }),
  execute(tx, { ports }, input) {
    const confirmation = requirePending(tx, input.confirmationId, ["registration", "invitation"])
    if (input.email.toLowerCase() !== confirmation.email)
      throw invalidParams("email must be the confirmation's address")
    const before = tx.expect("users", confirmation.uId)
    if (before.passwordHash !== null && !before.passwordIsTemporary)
      throw invalidParams("the user is already registered")
    const username = input.username || before.username
    requireUsername(username)
    const userCode = input.userCode ?? before.userCode
    requireUserCode(userCode)
    if (userCode !== before.userCode) {
      refuseClash(findClash(tx, { ...before, userCode }, workspacesOf(before), before.uId))
    }
    const isLost = confirmation.kind === "invitation" && !isInWorkspace(before, confirmation.wId)
    if (isLost && before.exclusiveWId !== null) throw invalidParams("the user left the workspace of the invitation")
    const workspace = input.workspace || undefined
    if (workspace !== undefined) requireWorkspaceName(workspace, "workspace")
    if (workspace !== undefined && before.exclusiveWId !== null) {
      throw invalidParams("a workspace-only user can't create a workspace")
    }
    requireMailStyle(tx, "completion", input.mail)
    requireAllowedPassword(ports.passwords, policyOf(tx, confirmation.wId), before, input.password)

    setPasswordOf(tx, ports.passwords, before, input.password, { confirmed: true })
    const { additionalInfo } = input
    const named = tx.patch("users", before.uId, {
      username,
      userCode,
      ...(additionalInfo && { additionalInfo: { ...before.additionalInfo, ...additionalInfo } }),
    })
    useUp(tx, confirmation)
    if (confirmation.kind === "registration" || isLost) {
      const { wId } = makeWorkspace(tx, workspace ?? `${username}'s workspace`, named)
      tx.patch("users", named.uId, { currentWId: wId })
    } else if (workspace !== undefined) {
      makeWorkspace(tx, workspace, named)
    }
    const user = tx.expect("users", before.uId)
    if (input.notify) queueMail(tx, { kind: "completion", user, to: user.email, style: input.mail })
    return { user, token: issueToken(tx, user) }
  },
  answer: ({ user, token }) => ({ user: answerUser(user), token }),
})

export type RegisteredUser = DomainResultOf<typeof registerUser>
