import { useUp } from "../../confirmations/issue.ts"
import { findConfirmation, requirePending } from "../../confirmations/life.ts"
import { publicCommand } from "../../engine/use-case.ts"
import { noPrivileges } from "../../error.ts"
import { findClash, refuseClash } from "../../users/identity.ts"

export interface UpdateUserEmail {
  readonly confirmationId: string
  /** The user of the token, if one was sent: only the one whose address changes. */
  readonly uId?: string | null | undefined
}

/** UpdateUserEmail (api.md section 3.3): the new address becomes the login address. */
export const updateUserEmail = publicCommand<UpdateUserEmail, void>("UpdateUserEmail", (tx, input) => {
  const owner = findConfirmation(tx, input.confirmationId, ["email"])?.uId
  if (input.uId != null && owner !== undefined && input.uId !== owner) {
    throw noPrivileges("this is another user's confirmation")
  }
  const confirmation = requirePending(tx, input.confirmationId, ["email"])
  const user = tx.expect("users", confirmation.uId)
  const email = confirmation.tmpEmail ?? user.email
  refuseClash(findClash(tx, { ...user, email }, [], user.uId))
  tx.patch("users", user.uId, { email, updatedAt: tx.now })
  useUp(tx, confirmation)
})
