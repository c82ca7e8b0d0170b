import type { ConfirmationId, UId, WId } from "../../model/index.ts"
import type { Confirmation, ConfirmationKind, User } from "../../model/records/index.ts"
import type { Tx } from "../../state/index.ts"

/** Length of a confirmation ID in characters (model.md section 12.1). */
export const CONFIRMATION_ID_LENGTH = 72

export interface ConfirmationRequest {
  readonly kind: ConfirmationKind
  readonly user: User
  readonly tmpEmail?: string
  readonly redirectTo: (id: ConfirmationId) => string
  readonly wId?: WId
}

/** Issues a confirmation link and invalidates the user's pending links of the same kind and workspace (model.md section 12.2). */
export function issueConfirmation(tx: Tx, request: ConfirmationRequest): Confirmation {
  const { kind, user, tmpEmail, redirectTo, wId } = request
  for (const older of tx.list("confirmations", "pendingConfirmationsByUser", user.uId)) {
    if (older.kind === kind && older.wId === (wId ?? null))
      tx.patch("confirmations", older.confirmationId, { replaced: true })
  }
  const confirmationId = tx.newSecret(CONFIRMATION_ID_LENGTH) as ConfirmationId
  return tx.put("confirmations", {
    confirmationId,
    kind,
    uId: user.uId,
    email: user.email,
    tmpEmail: tmpEmail ?? null,
    createdAt: tx.now,
    updatedAt: tx.now,
    accessed: false,
    emailConfirmed: false,
    used: false,
    replaced: false,
    redirectTo: redirectTo(confirmationId),
    wId: wId ?? null,
  })
}

export function useUp(tx: Tx, confirmation: Confirmation): void {
  tx.patch("confirmations", confirmation.confirmationId, { used: true, updatedAt: tx.now })
}

/** Invalidates a user's pending password and e-mail confirmations, after the password or address has changed (model.md section 12.2). */
export function endConfirmations(tx: Tx, uId: UId): void {
  for (const { kind, confirmationId } of tx.list("confirmations", "pendingConfirmationsByUser", uId)) {
    if (kind === "password" || kind === "email") tx.patch("confirmations", confirmationId, { replaced: true })
  }
}

/**
 * Moves invitations to a user's changed e-mail address. Invalidates the user's pending confirmations of all other kinds, because their
 * links are in the old mailbox.
 */
export function moveConfirmations(tx: Tx, uId: UId, email: string): void {
  for (const { kind, confirmationId } of tx.list("confirmations", "pendingConfirmationsByUser", uId)) {
    tx.patch("confirmations", confirmationId, kind === "invitation" ? { email } : { replaced: true })
  }
}
