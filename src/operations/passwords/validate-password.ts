import * as z from "zod"
import { answerLink } from "../../answers/people.ts"
import { findConfirmation, isElapsed } from "../../people/confirmations/life.ts"
import { publicCommand } from "../../engine/operation.ts"
import { invalidParams } from "../../model/error.ts"
import { object } from "../../model/input/schemas.ts"
import type { Confirmation } from "../../model/records/confirmation.ts"

/** A followed link: the confirmation as it is now, and whether its time is over. */
export interface FollowedLink {
  /** The confirmation of the link. */
  readonly confirmation: Confirmation
  /** Whether the link is too old. */
  readonly isElapsed: boolean
}

/** Follows the link of a password mail, which is recorded whatever the state of the confirmation. (api.md section 2.3) */
export const validatePassword = publicCommand({
  name: "ValidatePassword",
  summary: "Follow the link of a password mail",
  input: () => object({ id: z.string().describe("ID of the confirmation, from the link of the mail") }),
  execute(tx, _, { id }): FollowedLink {
    const found = findConfirmation(tx, id, ["password"])
    if (found === undefined) throw invalidParams("invalid id")
    const confirmation = tx.patch("confirmations", found.confirmationId, { accessed: true, updatedAt: tx.now })
    return { confirmation, isElapsed: isElapsed(tx, confirmation) }
  },
  answer: (followed, context) => answerLink(context, followed),
})
