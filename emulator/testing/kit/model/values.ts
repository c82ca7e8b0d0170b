import type { KitDatastore, KitField } from "../schema.ts"
import { limitMs, readDateMs } from "./dates.ts"
import { isUsableFile } from "./files.ts"
import { itemsOf, type Model, type ModelItem, type ModelValue } from "./model.ts"
import { seesDatastore, seesItem } from "./people.ts"

export type ReadValue = { readonly value: ModelValue | null } | { readonly error: string }

const wrong: ReadValue = { error: "INVALID_VALUE" }
const empty: ReadValue = { value: null }

const isNothing = (input: unknown): boolean =>
  input === null || input === undefined || input === "" || (Array.isArray(input) && input.length === 0)

/** Parses an input value (model.md section 5.2) and validates it (section 5.6). An item's current value is always valid. */
export function readValue(
  model: Model,
  uId: string,
  field: KitField,
  input: unknown,
  stored: ModelValue | undefined,
): ReadValue {
  if (isNothing(input)) return empty
  const storedValues = new Set([stored ?? []].flat())
  switch (field.dataType) {
    case "text":
    case "textarea":
      return readText(field, input, stored)
    case "number":
      return readNumber(field, input, stored)
    case "datetime":
    case "date":
      return readInstant(field, input, stored)
    case "time":
      return readTime(input)
    case "select":
    case "radio":
      return readOptions(field, [input].flat(), 1, storedValues)
    case "checkbox":
      return readOptions(field, [input].flat(), Number.POSITIVE_INFINITY, storedValues)
    case "users":
      return readUsers(model, field, [input].flat(), stored, storedValues)
    case "dslookup":
      return readLookup(model, uId, field, input, stored)
    case "file":
      return readFiles(model, uId, field, [input].flat(), storedValues)
    case "calc":
    case "autonum":
    case "status":
    case "label":
    case "separator":
      return empty
  }
}

export const isLayout = ({ dataType }: KitField): boolean => dataType === "label" || dataType === "separator"

export const isComputed = ({ dataType }: KitField): boolean => dataType === "calc" || dataType === "autonum"

type Stored = ModelValue | undefined

const isWithin = ({ minValue, maxValue }: KitField, value: number, read: (limit: string) => number = Number): boolean =>
  (minValue === "" || value >= read(minValue)) && (maxValue === "" || value <= read(maxValue))

function readText(field: KitField, input: unknown, stored: Stored): ReadValue {
  if (typeof input !== "string" && typeof input !== "number" && typeof input !== "boolean") return wrong
  const text = String(input)
  if (text === stored) return { value: text }
  return isWithin(field, text.length) ? { value: text } : wrong
}

function readNumber(field: KitField, input: unknown, stored: Stored): ReadValue {
  const number = typeof input === "string" && /^-?\d+(\.\d+)?$/.test(input) ? Number(input) : input
  if (typeof number !== "number" || !Number.isFinite(number)) return wrong
  if (number === stored) return { value: number }
  return isWithin(field, number) ? { value: number } : wrong
}

function readInstant(field: KitField, input: unknown, stored: Stored): ReadValue {
  const ms = typeof input === "string" ? readDateMs(input) : undefined
  if (ms === undefined) return wrong
  if (new Date(ms).toISOString() === stored) return { value: stored }
  return isWithin(field, ms, limitMs) ? { value: new Date(ms).toISOString() } : wrong
}

function readTime(input: unknown): ReadValue {
  const [, hours = "", minutes = "", seconds = "00"] = /^(\d\d):(\d\d)(?::(\d\d))?$/.exec(String(input)) ?? []
  if (hours === "" || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return wrong
  return { value: `${hours}:${minutes}:${seconds}` }
}

function readOptions(
  field: KitField,
  inputs: readonly unknown[],
  most: number,
  storedValues: ReadonlySet<unknown>,
): ReadValue {
  const chosen = inputs.map((input) =>
    field.options.find((option) => option.oId === input || option.displayId === input),
  )
  if (chosen.length > most) return wrong
  if (!chosen.every((option) => option && (option.enabled || storedValues.has(option.displayId)))) return wrong
  const ids = [...new Set(chosen.map((option) => option?.displayId ?? ""))]
  return { value: most === 1 ? (ids[0] ?? "") : ids }
}

function readUsers(
  model: Model,
  field: KitField,
  inputs: readonly unknown[],
  stored: Stored,
  storedValues: ReadonlySet<unknown>,
): ReadValue {
  const ids = inputs.map((input) =>
    typeof input === "object" && input !== null ? (input as { user_id?: unknown }).user_id : input,
  )
  const isThere = (id: unknown) => typeof id === "string" && (model.users.get(id)?.groups.length ?? 0) > 0
  if (ids.some((id) => !storedValues.has(id) && !isThere(id))) return wrong
  const distinct = [...new Set(ids as string[])]
  const isTooMany = field.singleSelect && distinct.length > 1 && !sameValue(distinct, stored)
  return isTooMany ? wrong : { value: distinct }
}

function readLookup(model: Model, uId: string, field: KitField, input: unknown, stored: Stored): ReadValue {
  const first: unknown = Array.isArray(input) ? input[0] : input
  const id = typeof first === "object" && first !== null ? (first as { item_id?: unknown }).item_id : first
  if (typeof id === "string" && id === stored) return { value: id }
  const target = typeof id === "string" ? model.items.get(id) : undefined
  if (target === undefined || target.datastore.path !== field.lookup?.datastore) return wrong
  const isShown = seesItem(model, uId, target) && seesDatastore(model, uId, target.datastore)
  return isShown ? { value: target.iId } : wrong
}

function readFiles(
  model: Model,
  uId: string,
  field: KitField,
  ids: readonly unknown[],
  storedValues: ReadonlySet<unknown>,
): ReadValue {
  const dId = model.schema.datastores.find(({ fields }) => fields.some(({ fId }) => fId === field.fId))?.dId ?? ""
  const isFine = ids.every((id) => storedValues.has(id) || isUsableFile(model, uId, model.files.get(String(id)), dId))
  return isFine ? { value: ids.map(String) } : wrong
}

export const isTaken = (
  model: Model,
  datastore: KitDatastore,
  field: KitField,
  value: ModelValue,
  but: ModelItem | null,
) => itemsOf(model, datastore).some((item) => item !== but && sameValue(item.values[field.displayId], value))

export const sameValue = (left: ModelValue | undefined, right: ModelValue | undefined): boolean =>
  JSON.stringify(left) === JSON.stringify(right)

type Token = string | number | { readonly field: string }

/** Splits a formula into display IDs, numbers and signs. At each position, the longest display ID wins (model.md section 5.1). */
function tokensOf(formula: string, fields: readonly KitField[]): readonly Token[] {
  const names = fields.flatMap(({ dataType, displayId }) =>
    dataType === "number" && !displayId.startsWith("-") ? [displayId] : [],
  )
  const longestFirst = names.toSorted((left, right) => right.length - left.length).join("|") || "(?!)"
  const pattern = new RegExp(
    `(?<field>${longestFirst})(?![\\p{L}\\p{M}\\p{Nd}_.])|(?<number>[0-9]+(?:\\.[0-9]+)?)|[-+*/()]`,
    "gu",
  )
  return [...formula.normalize().matchAll(pattern)].map(({ 0: sign, groups = {} }) => {
    if (groups.field !== undefined) return { field: groups.field }
    return groups.number === undefined ? sign : Number(groups.number)
  })
}

/** Evaluates a formula. Returns null if an operand is empty or the result is not finite. */
export function calculate(
  formula: string,
  fields: readonly KitField[],
  values: Readonly<Record<string, ModelValue>>,
): number | null {
  const tokens = tokensOf(formula, fields)
  let at = 0
  let isEmpty = false
  const factor = (): number => {
    const token = tokens[at++] ?? ""
    if (token === "(") {
      const inner = sum()
      at += 1
      return inner
    }
    if (token === "-") return -factor()
    if (typeof token !== "object") return Number(token)
    const value = values[token.field]
    if (typeof value !== "number") isEmpty = true
    return Number(value)
  }
  const product = (): number => {
    let result = factor()
    while (tokens[at] === "*" || tokens[at] === "/")
      result = tokens[at++] === "*" ? result * factor() : result / factor()
    return result
  }
  const sum = (): number => {
    let result = product()
    while (tokens[at] === "+" || tokens[at] === "-")
      result = tokens[at++] === "+" ? result + product() : result - product()
    return result
  }
  const result = sum()
  return isEmpty || !Number.isFinite(result) ? null : result
}
