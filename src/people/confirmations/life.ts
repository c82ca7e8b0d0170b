import { addHours } from "date-fns/addHours"
import { isAfter } from "date-fns/isAfter"
import { type Instant, invalidParams } from "../../model/index.ts"
import type { Confirmation, ConfirmationKind } from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"

const endOf = (view: View, { createdAt }: Confirmation): Date => addHours(createdAt, view.settings.confirmationTtlHours)

/** Returns the instant at which a confirmation link expires (model.md section 12.2). */
export const elapsesAt = (view: View, confirmation: Confirmation): Instant => endOf(view, confirmation).toISOString()

export const isElapsed = (view: View, confirmation: Confirmation): boolean =>
  isAfter(view.now, endOf(view, confirmation))

export const isPending = (view: View, confirmation: Confirmation): boolean =>
  !confirmation.used && !confirmation.replaced && !isElapsed(view, confirmation)

export function findConfirmation(
  view: View,
  id: string | undefined,
  kinds: readonly ConfirmationKind[],
): Confirmation | undefined {
  const confirmation = id === undefined ? undefined : view.get("confirmations", id)
  return confirmation !== undefined && kinds.includes(confirmation.kind) ? confirmation : undefined
}

export function requirePending(view: View, id: string, kinds: readonly ConfirmationKind[]): Confirmation {
  const confirmation = findConfirmation(view, id, kinds)
  if (confirmation === undefined || confirmation.used || confirmation.replaced) throw invalidParams("invalid id")
  if (isElapsed(view, confirmation)) throw invalidParams("id has elapsed")
  return confirmation
}
