import { invalidParams } from "../../../src/model/index.ts"

/** `SearchCondition` of the schema. */
export interface SearchCondition {
  readonly id?: string | null
  readonly rpf_id?: string | null
  readonly search_value?: unknown
  readonly exact_match?: boolean | null
  readonly not_match?: boolean | null
  readonly include_null?: boolean | null
  readonly conditions?: readonly SearchCondition[] | null
  readonly use_or_condition?: boolean | null
}

/** The members of `GetItemsParameters` that differ from the body of ItemList (graphql.md section 4). */
export interface GetItemsParameters {
  readonly conditions?: readonly SearchCondition[] | null
  readonly datastore_id?: string | null
  readonly include_fields_data?: boolean | null
  readonly select_fields?: unknown
  readonly select_fields_lookup?: unknown
  readonly sort_fields?: readonly { readonly id: string; readonly order?: string | null }[] | null
  readonly sort_field_id?: string | null
  readonly sort_order?: string | null
  readonly use_display_id?: boolean | null
  readonly use_field_id?: boolean | null
}

/** Returns the input of the operation ItemList, as far as its names or rules differ from the parameters. */
export function listingOf(parameters: GetItemsParameters): object {
  const { conditions, sort_fields: several, sort_field_id: id, sort_order: order } = parameters
  const hasSeveral = several !== null && several !== undefined && several.length > 0
  const single = typeof id === "string" ? [{ id, order }] : []
  return {
    conditions: (conditions ?? []).map((condition, at) => conditionOf(condition, `conditions[${at}]`)),
    sort_fields: hasSeveral ? several : single,
    ids: idsOf(parameters),
    exact_matches_any: true,
  }
}

/** `use_field_id` is the opposite of `use_display_id`. If both are given, `use_display_id` applies. */
function idsOf({ use_display_id: display, use_field_id: internal }: GetItemsParameters): "display" | "internal" {
  if (display === true) return "display"
  return display === false || internal === true ? "internal" : "display"
}

/** Converts a condition to the condition of a REST request. */
export function conditionOf({ search_value: value, conditions, ...rest }: SearchCondition, place: string): object {
  return {
    ...rest,
    ...(value === undefined ? {} : { search_value: valuesOf(value, `${place}.search_value`) }),
    ...(conditions === undefined || conditions === null
      ? {}
      : { conditions: conditions.map((inner, at) => conditionOf(inner, `${place}.conditions[${at}]`)) }),
  }
}

/** Converts a value, or each value of an array, to a string or null. Throws if a value is an object or an array. */
const valuesOf = (value: unknown, place: string): (string | null)[] =>
  (Array.isArray(value) ? value : [value]).map((one: unknown) => {
    if (one === null || typeof one === "string") return one
    if (typeof one === "number" || typeof one === "boolean") return String(one)
    throw invalidParams(`${place}: expected strings, numbers and null, received ${JSON.stringify(one).slice(0, 100)}`)
  })
