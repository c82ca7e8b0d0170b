import type { ConfirmationId, WId } from "../../model/ids.ts"
import type { Confirmation, ConfirmationKind } from "../../model/records/confirmation.ts"
import type { User } from "../../model/records/user.ts"
import type { Tx } from "../../state/tx.ts"

/** Characters of a confirmation ID, of `[A-Za-z0-9]` (model.md section 12.1). */
const ID_LENGTH = 72

export interface ConfirmationRequest {
  readonly kind: ConfirmationKind
  readonly user: User
  readonly tmpEmail?: string
  /** Where the browser is to go, given the ID. */
  readonly redirectTo: (id: ConfirmationId) => string
  readonly wId?: WId
}

/** Hands out a confirmation; pending ones of the same kind for the same user are replaced (model.md section 12.2). */
export function issueConfirmation(tx: Tx, request: ConfirmationRequest): Confirmation {
  const { kind, user, tmpEmail, redirectTo, wId } = request
  for (const older of tx.list("confirmations", "pendingConfirmationsByUser", user.uId)) {
    if (older.kind === kind) tx.patch("confirmations", older.confirmationId, { replaced: true })
  }
  const confirmationId = tx.newSecret(ID_LENGTH) as ConfirmationId
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

/** Consumes a confirmation: it can't be used again. */
export function useUp(tx: Tx, confirmation: Confirmation): void {
  tx.patch("confirmations", confirmation.confirmationId, { used: true, updatedAt: tx.now })
}
