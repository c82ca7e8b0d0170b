import { inNfc, invalidParams } from "../../../src/model/index.ts"
import type { Field } from "../../../src/model/records/index.ts"

/** Fields to return, by display or internal ID; undefined for all fields. */
export type SelectedFields = ReadonlySet<string> | undefined

/** Fields of items, and fields of the items that their lookups refer to, by the lookup field's ID (graphql.md section 4). */
export interface Selection {
  readonly fields: SelectedFields
  readonly ofLookups: ReadonlyMap<string, SelectedFields>
}

export const EVERY_FIELD: Selection = { fields: undefined, ofLookups: new Map() }

/** Reads `select_fields` and `select_fields_lookup`. */
export function readSelection(fields: unknown, ofLookups: unknown): Selection {
  if (isNone(fields) && isNone(ofLookups)) return EVERY_FIELD
  if (!isNone(ofLookups) && (typeof ofLookups !== "object" || Array.isArray(ofLookups)))
    throw invalidParams("select_fields_lookup: expected an object of field IDs by lookup field")
  return {
    fields: readFields("select_fields", fields),
    ofLookups: new Map(
      Object.entries(ofLookups ?? {}).map(([id, ids]) => [inNfc(id), readFields(`select_fields_lookup.${id}`, ids)]),
    ),
  }
}

const isNone = (value: unknown): value is null | undefined => value === null || value === undefined

function readFields(name: string, value: unknown): SelectedFields {
  if (isNone(value)) return undefined
  const ids = Array.isArray(value) ? value : [value]
  if (!ids.every((id) => typeof id === "string")) throw invalidParams(`${name}: expected an array of field IDs`)
  return ids.length === 0 ? undefined : new Set(ids.map(inNfc))
}

export const isSelected = ({ fId, displayId }: Field, selected: SelectedFields): boolean =>
  selected === undefined || selected.has(fId) || selected.has(displayId)

/** Returns the selected fields of the items that a lookup field refers to. */
export const selectedOfLookup = ({ fId, displayId }: Field, { ofLookups }: Selection): SelectedFields =>
  ofLookups.get(fId) ?? ofLookups.get(displayId)
