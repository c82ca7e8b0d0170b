import * as z from "zod"
import { type Actor, isInWorkspace, requireCurrentWorkspace, requireSomeAdmin } from "../../access/index.ts"
import { command, mailInput, queueMail, requireMailStyle } from "../../engine/index.ts"
import { type ConfirmationId, invalidParams, requireSingleLine, type UId } from "../../model/index.ts"
import { list, object, optionalBoolean, optionalId, optionalString } from "../../model/input/index.ts"
import type { User } from "../../model/records/index.ts"
import { invitationTarget, issueConfirmation } from "../../people/index.ts"
import type { View } from "../../state/index.ts"
import { preferredUser } from "../sessions/login.ts"

/**
 * Result for one user in the request. `confirmationId` is null if the user is not in the workspace. If the request contains a user twice,
 * both results are the same.
 */
export interface Invited {
  readonly email: string
  readonly confirmationId: ConfirmationId | null
}

const inviteeInput = () =>
  object({
    email: z.string().describe("E-mail address"),
    exclusiveWId: optionalId().describe("The workspace of a workspace-only user"),
    userCode: optionalString("Distinguishes users with the same address; empty for none"),
  })

type Invitee = z.output<ReturnType<typeof inviteeInput>>

/** Mails invitations to users of the workspace. (api.md section 5.2) */
export const userInvite = command({
  name: "UserInvite",
  summary: "Invites users of the workspace by mail",
  input: () => ({
    users: list(inviteeInput(), { min: 1 }).describe("Whom to invite"),
    domain: optionalString("Host of the page that the link opens; required if a mail is sent"),
    invitationPath: optionalString("Path of the page that the link opens. Default confirm_email"),
    noConfirmEmail: optionalBoolean("True: no mail is sent, and the answer has the confirmations' IDs. Default false"),
    mail: mailInput(),
  }),
  authorize(view, principal) {
    const workspace = requireCurrentWorkspace(view, principal)
    requireSomeAdmin(principal)
    return workspace
  },
  execute(tx, { principal: actor, granted: workspace }, input): Invited[] {
    const domain = input.domain || undefined
    if (domain === undefined && !input.noConfirmEmail) throw invalidParams("domain is required")
    const redirectTo = invitationTarget(tx, domain, input.invitationPath)
    requireMailStyle(tx, "invitation", input.mail)
    for (const { email } of input.users) requireSingleLine("email", email)
    const invited = new Map<UId, ConfirmationId>()
    return input.users.map((invitee) => {
      const user = findInvitee(tx, actor, invitee)
      if (user === undefined) return { email: invitee.email, confirmationId: null }
      const before = invited.get(user.uId)
      if (before !== undefined) return { email: invitee.email, confirmationId: before }
      const confirmation = issueConfirmation(tx, { kind: "invitation", user, redirectTo, wId: workspace.wId })
      if (!input.noConfirmEmail) {
        const link = { url: confirmation.redirectTo, confirmation }
        queueMail(tx, {
          kind: "invitation",
          user,
          to: user.email,
          link,
          workspace: workspace.name,
          style: input.mail,
        })
        tx.patch("users", user.uId, { emailSent: true })
      }
      invited.set(user.uId, confirmation.confirmationId)
      return { email: invitee.email, confirmationId: confirmation.confirmationId }
    })
  },
  // Contains confirmation IDs only if the request asked for no mail.
  answer: (invited, _, { noConfirmEmail }) => ({
    invited: invited.map(({ email, confirmationId }) => ({
      email,
      isInvited: confirmationId !== null,
      ...(noConfirmEmail === true ? { confirmationId } : {}),
    })),
  }),
})

/** Finds a user of the workspace. Users who are limited to one workspace require its ID in `exclusiveWId`. */
const findInvitee = (view: View, actor: Actor, { email, userCode, exclusiveWId }: Invitee): User | undefined =>
  preferredUser(
    view
      .list("users", "usersByEmail", email.toLowerCase())
      .filter(
        (user) =>
          isInWorkspace(user, actor.wId) &&
          user.exclusiveWId === (exclusiveWId ?? null) &&
          (userCode === undefined || user.userCode === userCode),
      ),
  )
