import * as z from "zod"
import { useUp } from "../../people/confirmations/issue.ts"
import { findConfirmation, requirePending } from "../../people/confirmations/life.ts"
import { nothing, publicCommand } from "../../engine/operation.ts"
import { noPrivileges } from "../../model/error.ts"
import { object } from "../../model/input/schemas.ts"
import { findClash, refuseClash } from "../../people/users/identity.ts"

/** Makes the new address the login address. (api.md section 3.3) */
export const updateUserEmail = publicCommand({
  name: "UpdateUserEmail",
  summary: "Perform a requested change of address",
  input: () =>
    object({
      confirmationId: z.string().describe("ID of the confirmation: what the link of the mail holds"),
      uId: z
        .string()
        .describe("ID of the user who asks, if one is known: only the one whose address changes may")
        .optional(),
    }),
  execute(tx, _, input): void {
    const owner = findConfirmation(tx, input.confirmationId, ["email"])?.uId
    if (input.uId !== undefined && owner !== undefined && input.uId !== owner) {
      throw noPrivileges("this is another user's confirmation")
    }
    const confirmation = requirePending(tx, input.confirmationId, ["email"])
    const user = tx.expect("users", confirmation.uId)
    const email = confirmation.tmpEmail ?? user.email
    refuseClash(findClash(tx, { ...user, email }, [], user.uId))
    tx.patch("users", user.uId, { email, updatedAt: tx.now })
    useUp(tx, confirmation)
  },
  answer: nothing,
})
