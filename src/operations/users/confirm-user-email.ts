import * as z from "zod"
import { publicCommand } from "../../engine/index.ts"
import { targetNotFound } from "../../model/index.ts"
import type { Group, User } from "../../model/records/index.ts"
import { findConfirmation, isElapsed, isPending } from "../../people/index.ts"
import { answerGroup, answerLink, answerUser, type FollowedLink } from "../answers/people.ts"

export interface ConfirmedEmail extends FollowedLink {
  readonly user: User
  /** Top group of the user's current workspace. Null if the user has no current workspace. */
  readonly topGroup: Group | null
}

/**
 * Confirms a new e-mail address when the user opens the link in the mail. Changes nothing if the link belongs to an invitation or a
 * registration, was used or replaced, or has expired. (api.md section 3.2)
 */
export const confirmUserEmail = publicCommand({
  name: "ConfirmUserEmail",
  summary: "Redirects the browser that follows the link in an address-change mail",
  input: () => ({ confirmationId: z.string().describe("ID of the confirmation, from the link of the mail") }),
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
  answer: (confirmed, context) => ({
    ...answerLink(context, confirmed),
    user: answerUser(confirmed.user),
    group: confirmed.topGroup === null ? null : answerGroup(confirmed.topGroup),
  }),
})
