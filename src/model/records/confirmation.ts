import type { ConfirmationId, UId, WId } from "../ids.ts"
import type { Dated } from "./record.ts"

export type ConfirmationKind = "registration" | "invitation" | "password" | "email"

/** An issued confirmation link (model.md section 12). */
export interface Confirmation extends Dated {
  readonly confirmationId: ConfirmationId
  readonly kind: ConfirmationKind
  readonly uId: UId
  /** The user's e-mail address when the link was issued. */
  readonly email: string
  readonly tmpEmail: string | null
  /** Whether the user followed the link, in case of a password (ValidatePassword). */
  readonly accessed: boolean
  /** Whether the user followed the link, in case of a registration or an e-mail change. */
  readonly emailConfirmed: boolean
  readonly used: boolean
  /** Whether a newer link of the same kind was issued to the user. */
  readonly replaced: boolean
  readonly redirectTo: string
  readonly wId: WId | null
}
