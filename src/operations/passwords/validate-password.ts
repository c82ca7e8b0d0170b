import * as z from "zod"
import { publicCommand } from "../../engine/index.ts"
import { invalidParams } from "../../model/index.ts"
import { findConfirmation, isElapsed } from "../../people/index.ts"
import { answerLink, type FollowedLink } from "../answers/people.ts"

/** Runs when a user opens a password mail's link. Records the visit even if the link was used or has expired. (api.md section 2.3) */
export const validatePassword = publicCommand({
  name: "ValidatePassword",
  summary: "Redirects the browser that follows the link in a password mail",
  input: () => ({ id: z.string().describe("ID of the confirmation, from the link of the mail") }),
  execute(tx, _, { id }): FollowedLink {
    const found = findConfirmation(tx, id, ["password"])
    if (found === undefined) throw invalidParams("invalid id")
    const confirmation = tx.patch("confirmations", found.confirmationId, { accessed: true, updatedAt: tx.now })
    return { confirmation, isElapsed: isElapsed(tx, confirmation) }
  },
  answer: (followed, context) => answerLink(context, followed),
})
