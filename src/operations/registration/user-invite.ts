import * as z from "zod"
import type { Actor } from "../../access/actor.ts"
import { requireSomeAdmin } from "../../access/may.ts"
import { requireCurrentWorkspace } from "../../access/places.ts"
import { issueConfirmation } from "../../people/confirmations/issue.ts"
import { invitationTarget } from "../../people/confirmations/redirect.ts"
import { command } from "../../engine/operation.ts"
import { invalidParams } from "../../model/error.ts"
import { isInWorkspace } from "../../groups/membership.ts"
import type { ConfirmationId, UId } from "../../model/ids.ts"
import { list, object, optionalId } from "../../model/input/schemas.ts"
import { mailInput } from "../../mail/mail-input.ts"
import { queueMail, requireMailStyle } from "../../engine/mail/queue-mail.ts"
import type { User } from "../../model/records/user.ts"
import type { View } from "../../state/view.ts"
import { requireSingleLine } from "../../texts/single-line.ts"
import type { InvitationsAnswer } from "../answers/people-answers.ts"
import { preferredUser } from "../sessions/login.ts"

/** The result for one user, in the order of the request, the same for one who is named twice; null when they are not in the workspace. */
export interface Invited {
  readonly email: string
  readonly confirmationId: ConfirmationId | null
}

const inviteeInput = () =>
  object({
    email: z.string().describe("E-mail address"),
    exclusiveWId: optionalId().describe("Workspace of a user who is in that one only"),
    userCode: z.string().describe("Tells users apart who share an address; empty when there is none").optional(),
  })

type Invitee = z.output<ReturnType<typeof inviteeInput>>

/** Sends invitations to users who were added to the workspace. (api.md section 5.2) */
export const userInvite = command({
  name: "UserInvite",
  summary: "Invite users of the workspace by mail",
  input: () =>
    object({
      users: list(inviteeInput(), { min: 1 }).describe("Whom to invite"),
      domain: z
        .string()
        .describe("Host of the page that the link leads to; required unless no mail is sent")
        .optional(),
      invitationPath: z.string().describe("Path of the page that the link leads to. Default confirm_email").optional(),
      noConfirmEmail: z
        .boolean()
        .describe("True: no mail is sent, and the answer has the confirmations' IDs. Default false")
        .optional(),
      mail: mailInput(),
    }),
  authorize(view, principal) {
    requireSomeAdmin(principal)
    return requireCurrentWorkspace(view, principal)
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
  // IDs are in the answer only when no mail carries them.
  answer: (invited, _, { noConfirmEmail }): InvitationsAnswer => ({
    invited: invited.map(({ email, confirmationId }) => ({
      email,
      isInvited: confirmationId !== null,
      ...(noConfirmEmail === true ? { confirmationId } : {}),
    })),
  }),
})

/** A user of the workspace; a workspace-only user is found only with their exclusive_w_id. */
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
