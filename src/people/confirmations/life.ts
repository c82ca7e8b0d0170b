import { addHours } from "date-fns/addHours"
import { isAfter } from "date-fns/isAfter"
import { invalidParams } from "../../model/error.ts"
import type { Instant } from "../../model/ids.ts"
import type { Confirmation, ConfirmationKind } from "../../model/records/confirmation.ts"
import type { View } from "../../state/view.ts"

const endOf = (view: View, { createdAt }: Confirmation): Date => addHours(createdAt, view.settings.confirmationTtlHours)

/** The last instant of a confirmation (model.md section 12.2). */
export const elapsesAt = (view: View, confirmation: Confirmation): Instant => endOf(view, confirmation).toISOString()

/** Whether the lifetime of a confirmation is over (model.md section 12.2). */
export const isElapsed = (view: View, confirmation: Confirmation): boolean =>
  isAfter(view.now, endOf(view, confirmation))

/** Whether the confirmation can still be consumed. */
export const isPending = (view: View, confirmation: Confirmation): boolean =>
  !confirmation.used && !confirmation.replaced && !isElapsed(view, confirmation)

/** A confirmation of one of these kinds; any other kind counts as unknown. */
export function findConfirmation(
  view: View,
  id: string | undefined,
  kinds: readonly ConfirmationKind[],
): Confirmation | undefined {
  const confirmation = id === undefined ? undefined : view.get("confirmations", id)
  return confirmation !== undefined && kinds.includes(confirmation.kind) ? confirmation : undefined
}

/** A confirmation that may be consumed now; unknown, used, replaced and elapsed ones are refused. */
export function requirePending(view: View, id: string, kinds: readonly ConfirmationKind[]): Confirmation {
  const confirmation = findConfirmation(view, id, kinds)
  if (confirmation === undefined || confirmation.used || confirmation.replaced) throw invalidParams("invalid id")
  if (isElapsed(view, confirmation)) throw invalidParams("id has elapsed")
  return confirmation
}
