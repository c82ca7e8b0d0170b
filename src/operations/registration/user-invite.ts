import type { Actor } from "../../access/actor.ts"
import { requireSomeAdmin } from "../../access/may.ts"
import { requireCurrentWorkspace } from "../../access/places.ts"
import { issueConfirmation } from "../../confirmations/issue.ts"
import { invitationTarget } from "../../confirmations/redirect.ts"
import { command } from "../../engine/use-case.ts"
import { invalidParams } from "../../error.ts"
import { isInWorkspace } from "../../groups/membership.ts"
import type { ConfirmationId, UId } from "../../ids.ts"
import { type MailStyle, queueMail, requireMailStyle } from "../../mail/queue-mail.ts"
import type { User } from "../../records/user.ts"
import type { View } from "../../state/view.ts"
import { requireSingleLine } from "../../texts/single-line.ts"
import { preferredUser } from "../sessions/login.ts"

export interface Invitee {
  readonly email: string
  /** Of a workspace-only user. */
  readonly exclusiveWId?: string | undefined
  readonly userCode?: string | undefined
}

export interface UserInvite {
  readonly users: readonly Invitee[]
  /** Host of the page the link leads to; required unless no mail is sent. */
  readonly domain?: string | undefined
  readonly invitationPath?: string | undefined
  /** Sends no mail. */
  readonly noConfirmEmail?: boolean | undefined
  /** How its mail is sent: template, sender and data. */
  readonly mail?: MailStyle | undefined
}

/** The result for one user, in the order of the request, the same for one who is named twice; null when they are not in the workspace. */
export interface Invited {
  readonly email: string
  readonly confirmationId: ConfirmationId | null
}

/** UserInvite (api.md section 5.2): users who were added to the workspace get an invitation. */
export const userInvite = command("UserInvite", {
  enter(view, actor) {
    requireSomeAdmin(actor)
    return requireCurrentWorkspace(view, actor)
  },
  run(tx, { actor, found: workspace }, input: UserInvite): Invited[] {
    if (input.users.length === 0) throw invalidParams("users must not be empty")
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
