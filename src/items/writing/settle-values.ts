import type { Actor } from "../../access/actor.ts"
import type { Finding } from "../../model/error.ts"
import { compute, fieldPlanOf, hiddenFieldsOf, mandatoryFieldsOf, type PlannedField } from "../../fields/field-plan.ts"
import { Unfit, type WriteContext } from "../../fields/types/field-type.ts"
import type { FId, IId, SId } from "../../model/ids.ts"
import type { Action, Datastore } from "../../records/datastore.ts"
import type { Field, StoredValue } from "../../model/records/field.ts"
import type { Item } from "../../model/records/item.ts"
import { valueKey } from "../../state/indexes.ts"
import type { View } from "../../state/view.ts"
import { fieldFinding } from "./findings.ts"
import { sameValue } from "./same-value.ts"

/** An action about to change an item's values. */
export interface ItemWrite {
  readonly view: View
  /** Null: runs regardless of roles and keys. */
  readonly actor: Actor | null
  readonly datastore: Datastore
  readonly action: Action
  readonly iId: IId
  /** What the item has so far; `{}` and null for a new one. */
  readonly before: Pick<Item, "values" | "statusId">
  /** Autonum fields are about to be drawn, so they count as filled. */
  readonly isNew: boolean
  /** Neither bounds nor mandatory fields are looked at. */
  readonly isLenient?: boolean
}

export interface SettledValues {
  /** The item's new values, not frozen yet. Autonum fields of a new item hold `UNDRAWN`. */
  readonly values: Record<FId, StoredValue>
  /** The status given through `item`, where the action permits that. */
  readonly givenStatus: SId | null
  /** Every failing field; when there is one the rest means nothing. */
  readonly findings: readonly Finding[]
}

/** New values by the place of their field in the datastore: null clears, undefined leaves what there was. */
type Changes = (StoredValue | null | undefined)[]

/** Stands for a number that is drawn once nothing can be refused any more. */
export const UNDRAWN = ""

const NOT_UPDATABLE = "not allowed to update this field for this action"
const REQUIRED = "required field for this action"

/** Checks the values of a write by model.md section 5.6, all of them, and makes the item's new values. */
export function settleValues(write: ItemWrite, given: ReadonlyMap<PlannedField, unknown>): SettledValues {
  const { view, actor, datastore, action, iId, before } = write
  const hidden = actor === null ? undefined : hiddenFieldsOf(view, actor, datastore)
  const { lang } = view.settings
  const changed: Changes = Array(datastore.fields.length).fill(undefined)
  const failed: FId[] = []
  const findings: Finding[] = []
  const fail = (field: Field, error: string, code: "INVALID_VALUE" | "NO_PRIVILEGES"): void => {
    failed.push(field.fId)
    findings.push(fieldFinding(field, lang, error, code))
  }
  let givenStatus: SId | null = null
  for (const [{ at, field, kind, from }, input] of given) {
    if (from === "counter" || from === "formula") continue
    const { fId } = field
    if (from === "nowhere") {
      const value = kind.parse(input, field, datastore)
      if (value instanceof Unfit) fail(field, value.message, "INVALID_VALUE")
      continue
    }
    const setting = action.fieldSettings[fId]
    if (hidden?.has(fId) || (setting !== undefined && !(setting.show && setting.update))) {
      fail(field, NOT_UPDATABLE, "NO_PRIVILEGES")
      continue
    }
    const stored = from === "status" ? (before.statusId ?? undefined) : before.values[fId]
    const value = kind.parse(input, field, datastore, stored)
    if (from === "status" && value !== null && action.setStatus !== null) {
      fail(field, NOT_UPDATABLE, "NO_PRIVILEGES")
      continue
    }
    if (value instanceof Unfit) {
      fail(field, value.message, "INVALID_VALUE")
      continue
    }
    // What stays as it is passes, whatever became of what it names.
    if (value !== null && !sameValue(value, stored)) {
      const bounded = write.isLenient === true ? unbounded(field) : field
      // Not a spread: performance.md, "spread".
      const context: WriteContext = { view, datastore, actor, iId, stored }
      const fault = kind.validate(value, bounded, context) ?? notUnique(write, field, value)
      if (fault !== undefined) {
        fail(field, fault, "INVALID_VALUE")
        continue
      }
    }
    if (from === "status") givenStatus = value as SId | null
    else changed[at] = value
  }
  const values = merge(datastore, before.values, changed, write.isNew)
  compute(datastore, values)
  for (const fId of write.isLenient === true ? [] : mandatoryFieldsOf(datastore, action)) {
    if (values[fId] !== undefined || failed.includes(fId)) continue
    const planned = fieldPlanOf(datastore).byInternalId.get(fId)
    if (planned === undefined || planned.from === "nowhere" || planned.from === "status") continue
    findings.push(fieldFinding(planned.field, lang, REQUIRED, "INVALID_VALUE"))
  }
  return { values, givenStatus, findings }
}

const unbounded = (field: Field): Field => ({ ...field, minValue: "", maxValue: "" })

/**
 * Values stand in the datastore's field order in every item, so that equal sets of fields share a shape; many of
 * them are made into a fast object (performance.md, "entries").
 */
function merge(
  datastore: Datastore,
  before: Item["values"],
  changed: Changes,
  isNew: boolean,
): Record<FId, StoredValue> {
  const { fields } = fieldPlanOf(datastore)
  const values: Record<FId, StoredValue> = {}
  for (let at = 0; at < fields.length; at += 1) {
    const { field, from } = fields[at] as PlannedField
    const { fId } = field
    if (from === "counter" && isNew) values[fId] = UNDRAWN
    const change = changed[at]
    const value = change === undefined ? before[fId] : change
    if (value === undefined || value === null) continue
    values[fId] = typeof value === "object" ? Object.freeze(value) : value
  }
  return fields.length > 20 ? Object.fromEntries(Object.entries(values)) : values
}

/** model.md section 5.6, "unique": against every item of the datastore, visible or not. */
function notUnique({ view, iId }: ItemWrite, field: Field, value: StoredValue): string | undefined {
  if (!field.unique || (typeof value !== "string" && typeof value !== "number")) return undefined
  const holders = view.ids("itemValues", valueKey(field.fId, value), 2)
  return holders.some((holder) => holder !== iId) ? "value is not unique" : undefined
}
