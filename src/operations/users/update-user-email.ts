import * as z from "zod"
import { publicCommand } from "../../engine/index.ts"
import { noPrivileges } from "../../model/index.ts"
import { optionalString } from "../../model/input/index.ts"
import {
  findClash,
  findConfirmation,
  moveConfirmations,
  refuseClash,
  requirePending,
  useUp,
} from "../../people/index.ts"

/** Replaces a user's e-mail address with the new address that the user requested. (api.md section 3.3) */
export const updateUserEmail = publicCommand({
  name: "UpdateUserEmail",
  summary: "Changes the user's address as requested before",
  input: () => ({
    confirmationId: z.string().describe("ID of the confirmation, from the link of the mail"),
    uId: optionalString("ID of the caller, if known, who must be the user whose address changes"),
  }),
  execute(tx, _, input): void {
    const owner = findConfirmation(tx, input.confirmationId, ["email"])?.uId
    if (input.uId !== undefined && owner !== undefined && input.uId !== owner) {
      throw noPrivileges("the confirmation belongs to another user")
    }
    const confirmation = requirePending(tx, input.confirmationId, ["email"])
    const user = tx.expect("users", confirmation.uId)
    const email = confirmation.tmpEmail ?? user.email
    refuseClash(findClash(tx, { ...user, email }, [], user.uId))
    tx.patch("users", user.uId, { email, updatedAt: tx.now })
    useUp(tx, confirmation)
    moveConfirmations(tx, user.uId, email)
  },
})
