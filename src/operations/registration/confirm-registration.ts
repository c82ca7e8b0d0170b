import * as z from "zod"
import { answerLink, answerUser } from "../../answers/people.ts"
import { findConfirmation, isElapsed, isPending } from "../../people/confirmations/life.ts"
import { publicCommand } from "../../engine/operation.ts"
import { invalidParams } from "../../model/error.ts"
import { object } from "../../model/input/schemas.ts"
import type { User } from "../../model/records/user.ts"
import type { ConfirmedRegistrationAnswer } from "../answers/people-answers.ts"
import type { FollowedLink } from "../passwords/validate-password.ts"

export interface ConfirmedRegistration extends FollowedLink {
  readonly user: User
}

/** Follows the link of a registration mail; of a used, replaced or elapsed ID nothing is recorded. (api.md section 4.2) */
export const confirmRegistration = publicCommand({
  name: "ConfirmRegistration",
  summary: "Follow the link of a registration mail",
  input: () => object({ id: z.string().describe("ID of the confirmation, from the link of the mail") }),
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
  answer: (confirmed, context): ConfirmedRegistrationAnswer => ({
    ...answerLink(context, confirmed),
    user: answerUser(confirmed.user),
  }),
})
