import { type Actor, type DatastorePlace, findField, shownFields } from "../access/index.ts"
import { DomainError, type FId } from "../model/index.ts"
import { type AutonumSettings, counterKey, type Datastore, type FieldOf } from "../model/records/index.ts"
import type { Tx, View } from "../state/index.ts"

/** Returns the last number issued for a branch of the field, or undefined if there is none. Null means the counter of item values. */
export function lastIssued(view: View, fId: FId, branch: string | null): number | undefined {
  const counter = view.get("counters", counterKey(fId, branch))
  return counter?.value ?? (branch === null || branch === "" ? 0 : undefined)
}

export function setCounter(tx: Tx, fId: FId, branch: string | null, value: number): void {
  tx.put("counters", { fId, branch, value })
}

/** Issues the next number of a branch. Creates the counter if it is missing (model.md section 16). A rollback reverts the counter. */
export function drawNumber(tx: Tx, fId: FId, branch: string | null): number {
  const value = nextNumber(lastIssued(tx, fId, branch) ?? 0)
  setCounter(tx, fId, branch, value)
  return value
}

export function nextNumber(last: number): number {
  if (Number.isSafeInteger(last + 1)) return last + 1
  throw new DomainError("INVALID_SETTINGS", "settings", "the auto number has reached its maximum; reset its counter")
}

/** A number that an autonum field's counter issued, and its text. */
export interface AutoNumber {
  /** Number that the counter issued. */
  readonly value: number
  /** Text that the item displays: prefix, branch and padded number. */
  readonly text: string
}

/** Padding for one number, instead of the padding in the field's settings. */
export interface Padding {
  /** If true, zeros are put before the number. */
  readonly zeroPadding?: boolean | undefined
  /** Minimum number of digits. */
  readonly digit?: number | undefined
}

/** Returns `prefix + branch + number`. A number with more digits than the padding is not shortened (model.md section 16). */
export function formatAutoNumber(
  { autonum }: AutonumSettings,
  number: number,
  branch = "",
  padding: Padding = {},
): string {
  const { prefix, zeroPadding, digit } = autonum
  const width = (padding.zeroPadding ?? zeroPadding) ? (padding.digit ?? digit) : 0
  return `${prefix}${branch}${String(number).padStart(width, "0")}`
}

/** Returns the number after the prefix, or 0 if the value is not the prefix followed by 1 to 15 digits. */
export function numberIn({ autonum: { prefix } }: AutonumSettings, value: string): number {
  const digits = value.startsWith(prefix) ? /^\d{1,15}$/.exec(value.slice(prefix.length))?.[0] : undefined
  return digits === undefined ? 0 : Number(digits)
}

export interface AutonumPlace extends DatastorePlace {
  /** ID or display ID of the autonum field. */
  readonly field: string
}

const DESCRIPTION = "invalid fieldID in the datastore"

/** Finds an autonum field (api.md section 6.6). Throws if the field is missing, hidden from the API or hidden from the actor. */
export function requireAutonumField(
  view: View,
  actor: Actor,
  datastore: Datastore,
  reference: string,
): FieldOf<"autonum"> {
  const field = findField(datastore, reference)
  const referenceId = `f_id:${reference}`
  if (field === undefined || !shownFields(view, actor, datastore).includes(field)) {
    throw invalidTarget(`could not find field for ${reference}`, { description: DESCRIPTION, referenceId })
  }
  if (field.dataType !== "autonum") {
    const message = `specified field[${field.fId}] is not the auto number type`
    throw invalidTarget(message, { description: DESCRIPTION, referenceId })
  }
  return field
}

export const invalidTarget = (
  message: string,
  refusal: { readonly description: string; readonly referenceId: string },
): DomainError => new DomainError("INVALID_PARAMS", "target", message, refusal)
