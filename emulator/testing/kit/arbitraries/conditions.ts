import fc from "fast-check"
import type { KitDatastore, KitField, KitSchema } from "../schema.ts"

/** A search condition in the format of ItemList's request body (model.md section 11), with display IDs. */
export interface ConditionBody {
  /** Display ID of the searched field. */
  readonly id?: string
  /** The searched values: strings or nulls for every data type. For a range, the minimum and the maximum; null means no limit. */
  readonly search_value?: readonly (string | null)[]
  /** Whether a text field must equal the searched value. By default, the searched value is a pattern for a part of the text. */
  readonly exact_match?: boolean
  /** Whether to find items that do not match, including items with an empty value. Default false. */
  readonly not_match?: boolean
  /** Whether items with an empty value match too. Default false. */
  readonly include_null?: boolean
  /** Nested conditions, given instead of `id` and `search_value`. */
  readonly conditions?: readonly ConditionBody[]
  /** Whether one matching nested condition is enough. By default, all nested conditions must match. */
  readonly use_or_condition?: boolean
}

const PATTERNS = ["alp", "BETA", "^gamma", "delta$", "alpha|beta", "x+", "項目", "b.ld"]
const WORDS = ["alpha", "Beta", "gamma delta", "0"]

const BOTH_FLAGS = { not_match: true, include_null: true }
const FLAGS = fc.constantFrom({}, {}, { not_match: true }, { include_null: true }, BOTH_FLAGS)

const range = (values: fc.Arbitrary<string>): fc.Arbitrary<(string | null)[]> =>
  fc.tuple(fc.option(values), fc.option(values)).filter(([from, to]) => from !== null || to !== null)

const start = () => fc.integer({ min: 0, max: 2000 }).map((day) => new Date(1_577_836_800_000 + day * 86_400_000))

/** Generates dates without a time, in both of their forms. */
const day = () =>
  fc.tuple(start(), fc.constantFrom("-", "/")).map(([at, sign]) => at.toISOString().slice(0, 10).replaceAll("-", sign))

const date = () =>
  fc.oneof(
    start().map((at) => at.toISOString()),
    day(),
  )

const anyOf = (values: readonly string[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 })

function searchValue(
  schema: KitSchema,
  datastore: KitDatastore,
  field: KitField,
): fc.Arbitrary<Partial<ConditionBody>> | null {
  switch (field.dataType) {
    case "text":
    case "textarea":
      return fc.oneof(
        anyOf(PATTERNS).map((search_value) => ({ search_value })),
        anyOf(WORDS).map((search_value) => ({ search_value, exact_match: true })),
      )
    case "number":
    case "calc":
      return range(fc.integer({ min: -1000, max: 1000 }).map(String)).map((search_value) => ({ search_value }))
    case "datetime":
      return fc.oneof(
        range(date()).map((search_value) => ({ search_value })),
        day().map((one) => ({ search_value: [one], exact_match: true })),
      )
    case "date":
      return range(date()).map((search_value) => ({ search_value }))
    case "select":
    case "radio":
    case "checkbox":
      return field.options.length === 0
        ? null
        : anyOf(field.options.map((option) => option.displayId)).map((search_value) => ({ search_value }))
    case "status":
      return datastore.statuses.length === 0
        ? null
        : anyOf(datastore.statuses).map((search_value) => ({ search_value }))
    case "users":
      return anyOf(schema.users.map((user) => user.uId)).map((search_value) => ({ search_value }))
    case "autonum":
    case "time":
    case "file":
    case "dslookup":
    case "label":
    case "separator":
      return null
  }
}

export const isSearchable = (schema: KitSchema, datastore: KitDatastore): boolean =>
  datastore.fields.some((field) => searchValue(schema, datastore, field) !== null)

export function searchConditions(schema: KitSchema, datastore: KitDatastore): fc.Arbitrary<ConditionBody[]> {
  const leaves = datastore.fields.flatMap((field) => {
    const value = searchValue(schema, datastore, field)
    if (value === null) return []
    return fc.tuple(value, FLAGS).map(([search, flag]): ConditionBody => ({ id: field.displayId, ...search, ...flag }))
  })
  if (leaves.length === 0) return fc.constant([])
  const leaf = fc.oneof(...leaves)
  const group = fc
    .tuple(fc.array(leaf, { minLength: 1, maxLength: 3 }), fc.boolean(), fc.boolean())
    .map(([conditions, use_or_condition, not_match]): ConditionBody => ({ conditions, use_or_condition, not_match }))
  return fc.array(fc.oneof({ weight: 4, arbitrary: leaf }, { weight: 1, arbitrary: group }), { maxLength: 3 })
}

export const fieldsIn = (conditions: readonly ConditionBody[]): string[] =>
  conditions.flatMap((one) => (one.conditions === undefined ? [one.id ?? ""] : fieldsIn(one.conditions)))
