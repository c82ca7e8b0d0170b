import { findConfirmation, isElapsed, isPending } from "../../confirmations/life.ts"
import { publicCommand } from "../../engine/use-case.ts"
import { invalidParams } from "../../error.ts"
import type { User } from "../../records/user.ts"
import type { FollowedLink } from "../passwords/validate-password.ts"

export interface ConfirmedRegistration extends FollowedLink {
  readonly user: User
}

export interface ConfirmRegistration {
  /** ID of the mailed link. */
  readonly id: string | undefined
}

/** ConfirmRegistration (api.md section 4.2): the link was followed; of a used, replaced or elapsed id nothing is recorded. */
export const confirmRegistration = publicCommand<ConfirmRegistration, ConfirmedRegistration>(
  "ConfirmRegistration",
  (tx, { id }) => {
    const found = findConfirmation(tx, id, ["registration"])
    if (found === undefined) throw invalidParams(id === undefined ? "id is required" : "invalid id")
    if (found.emailConfirmed || !isPending(tx, found)) {
      return { confirmation: found, isElapsed: isElapsed(tx, found), user: tx.expect("users", found.uId) }
    }
    const confirmation = tx.patch("confirmations", found.confirmationId, { emailConfirmed: true, updatedAt: tx.now })
    const user = tx.patch("users", found.uId, { confirmed: true, updatedAt: tx.now })
    return { confirmation, isElapsed: false, user }
  },
)
