import { type Actor, type DatastorePlace, findField, seesField } from "../access/index.ts"
import { DomainError, type FId } from "../model/index.ts"
import { type AutonumSettings, counterKey, type Datastore, type FieldOf } from "../model/records/index.ts"
import type { Tx, View } from "../state/index.ts"

/** Returns the last number that a counter issued; undefined if the branch is unknown. Branch null is the display counter. */
export function lastIssued(view: View, fId: FId, branch: string | null): number | undefined {
  const counter = view.get("counters", counterKey(fId, branch))
  return counter?.value ?? (branch === null || branch === "" ? 0 : undefined)
}

export function setCounter(tx: Tx, fId: FId, branch: string | null, value: number): void {
  tx.put("counters", { fId, branch, value })
}

/** Issues a counter's next number; creates the branch if it is unknown (model.md section 16). A rollback reverts the counter. */
export function drawNumber(tx: Tx, fId: FId, branch: string | null): number {
  const value = nextNumber(lastIssued(tx, fId, branch) ?? 0)
  setCounter(tx, fId, branch, value)
  return value
}

export function nextNumber(last: number): number {
  if (Number.isSafeInteger(last + 1)) return last + 1
  throw new DomainError("INVALID_SETTINGS", "settings", "the auto number has reached its maximum; reset its counter")
}

export const MAX_DIGIT = 100

/** An issued number and its formatted text. */
export interface AutoNumber {
  /** The issued number. */
  readonly value: number
  /** The number as displayed in items, with prefix, branch and padding. */
  readonly text: string
}

/** Overrides the padding in the field's settings. */
export interface Padding {
  /** Whether the number is padded with zeros. */
  readonly zeroPadding?: boolean | undefined
  /** The number of digits after padding. */
  readonly digit?: number | undefined
}

/** Returns `prefix + branch + number`. Padding never truncates the number (model.md section 16). */
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

/** Returns the number in a value; 0 if the display counter cannot have issued the value. */
export function numberIn({ autonum: { prefix } }: AutonumSettings, value: string): number {
  const digits = value.startsWith(prefix) ? /^\d{1,15}$/.exec(value.slice(prefix.length))?.[0] : undefined
  return digits === undefined ? 0 : Number(digits)
}

export interface AutonumPlace extends DatastorePlace {
  /** The autonum field, by its ID or display ID. */
  readonly field: string
}

const DESCRIPTION = "invalid fieldID in the datastore"

/** Finds an autonum field (api.md section 6.6). Throws if the field is missing or hidden from the actor's roles. */
export function requireAutonumField(
  view: View,
  actor: Actor,
  datastore: Datastore,
  reference: string,
): FieldOf<"autonum"> {
  const field = findField(datastore, reference)
  const referenceId = `f_id:${reference}`
  if (field === undefined || !seesField(view, actor, datastore, field)) {
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
