import { findConfirmation, isElapsed } from "../../confirmations/life.ts"
import { publicCommand } from "../../engine/use-case.ts"
import { invalidParams } from "../../error.ts"
import type { Confirmation } from "../../records/confirmation.ts"

/** A followed link: the confirmation as it is now, and whether its time is over. */
export interface FollowedLink {
  /** The confirmation of the link. */
  readonly confirmation: Confirmation
  /** Whether the link is too old. */
  readonly isElapsed: boolean
}

export interface ValidatePassword {
  /** ID of the mailed link. */
  readonly id: string | undefined
}

/**
 * ValidatePassword (api.md section 2.3): the link of a password mail was followed, which is recorded whatever the state of
 * the confirmation.
 */
export const validatePassword = publicCommand<ValidatePassword, FollowedLink>("ValidatePassword", (tx, { id }) => {
  const found = findConfirmation(tx, id, ["password"])
  if (found === undefined) throw invalidParams(id === undefined ? "id is required" : "invalid id")
  const confirmation = tx.patch("confirmations", found.confirmationId, { accessed: true, updatedAt: tx.now })
  return { confirmation, isElapsed: isElapsed(tx, confirmation) }
})
