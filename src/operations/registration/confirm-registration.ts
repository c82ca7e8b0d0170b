import * as z from "zod"
import { publicCommand } from "../../engine/index.ts"
import { invalidParams } from "../../model/index.ts"
import type { User } from "../../model/records/index.ts"
import { findConfirmation, isElapsed, isPending } from "../../people/index.ts"
import { answerLink, answerUser, type FollowedLink } from "../answers/people.ts"

export interface ConfirmedRegistration extends FollowedLink {
  readonly user: User
}

/** Runs when a user opens a registration mail's link. Changes nothing if the link is used, replaced or expired. (api.md section 4.2) */
export const confirmRegistration = publicCommand({
  name: "ConfirmRegistration",
  summary: "Redirects the browser that follows the link in a registration mail",
  input: () => ({ id: z.string().describe("ID of the confirmation, from the link of the mail") }),
  execute(tx, _, { id }): ConfirmedRegistration {
    const found = findConfirmation(tx, id, ["registration"])
    if (found === undefined) throw invalidParams("invalid id")
    if (found.emailConfirmed || !isPending(tx, found)) {
      return { confirmation: found, isElapsed: isElapsed(tx, found), user: tx.expect("users", found.uId) }
    }
    const confirmation = tx.patch("confirmations", found.confirmationId, { emailConfirmed: true, updatedAt: tx.now })
    const user = tx.patch("users", found.uId, { confirmed: true, updatedAt: tx.now })
    return { confirmation, isElapsed: false, user }
  },
  answer: (confirmed, context) => ({
    ...answerLink(context, confirmed),
    user: answerUser(confirmed.user),
  }),
})
