import * as z from "zod"
import { answerGroup, answerLink, answerUser } from "../../answers/people.ts"
import { findConfirmation, isElapsed, isPending } from "../../people/confirmations/life.ts"
import { publicCommand } from "../../engine/operation.ts"
import { targetNotFound } from "../../model/error.ts"
import { object } from "../../model/input/schemas.ts"
import type { Group } from "../../model/records/group.ts"
import type { User } from "../../model/records/user.ts"
import type { ConfirmedEmailAnswer } from "../answers/people-answers.ts"
import type { FollowedLink } from "../passwords/validate-password.ts"

export interface ConfirmedEmail extends FollowedLink {
  readonly user: User
  /** Of the workspace the user works in; null when they are in none. */
  readonly topGroup: Group | null
}

/**
 * Follows the link of an e-mail change. Looking up an invitation or a registration records nothing, nor does a used, replaced or
 * elapsed ID. (api.md section 3.2)
 */
export const confirmUserEmail = publicCommand({
  name: "ConfirmUserEmail",
  summary: "Follow the link of an e-mail change",
  input: () =>
    object({ confirmationId: z.string().describe("ID of the confirmation: what the link of the mail holds") }),
  execute(tx, _, { confirmationId }): ConfirmedEmail {
    const found = findConfirmation(tx, confirmationId, ["email", "invitation", "registration"])
    if (found === undefined) throw targetNotFound(`confirmation not found: ${confirmationId}`)
    const isNews = found.kind === "email" && !found.emailConfirmed && isPending(tx, found)
    const confirmation = isNews
      ? tx.patch("confirmations", confirmationId, { emailConfirmed: true, updatedAt: tx.now })
      : found
    const user = tx.expect("users", found.uId)
    const workspace = user.currentWId === null ? undefined : tx.get("workspaces", user.currentWId)
    const topGroup = workspace === undefined ? null : tx.expect("groups", workspace.topGId)
    return { confirmation, isElapsed: isElapsed(tx, confirmation), user, topGroup }
  },
  answer: (confirmed, context): ConfirmedEmailAnswer => ({
    ...answerLink(context, confirmed),
    user: answerUser(confirmed.user),
    group: confirmed.topGroup === null ? null : answerGroup(confirmed.topGroup),
  }),
})
