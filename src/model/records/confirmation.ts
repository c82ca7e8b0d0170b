import type { ConfirmationId, Instant, UId, WId } from "../ids.ts"

export type ConfirmationKind = "registration" | "invitation" | "password" | "email"

/** A confirmation link that was handed out (model.md section 12). */
export interface Confirmation {
  readonly confirmationId: ConfirmationId
  readonly kind: ConfirmationKind
  readonly uId: UId
  /** The address at the time of the request. */
  readonly email: string
  /** The new address of an e-mail change. */
  readonly tmpEmail: string | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
  /** The link was followed (ValidatePassword). */
  readonly accessed: boolean
  /** The link was followed (registration, e-mail). */
  readonly emailConfirmed: boolean
  readonly used: boolean
  /** A newer one of its kind for the same user took its place. */
  readonly replaced: boolean
  /** Where the browser goes when the link is followed, complete. */
  readonly redirectTo: string
  /** Invitations: the workspace invited into. */
  readonly wId: WId | null
}
