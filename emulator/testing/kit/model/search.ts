import type { DataType } from "../../../../src/model/records/index.ts"
import type { ConditionBody } from "../arbitraries/conditions.ts"
import type { KitDatastore } from "../schema.ts"
import { limitMs, readEndMs } from "./dates.ts"
import { fieldOf, itemsOf, type Model, type ModelItem, type ModelValue } from "./model.ts"
import { seesItem } from "./people.ts"

export const search = (
  model: Model,
  uId: string,
  datastore: KitDatastore,
  conditions: readonly ConditionBody[],
  isOr: boolean,
): ModelItem[] =>
  itemsOf(model, datastore).filter((item) => seesItem(model, uId, item) && fitsAll(item, conditions, isOr))

export function fitsAll(item: ModelItem, conditions: readonly ConditionBody[], isOr: boolean): boolean {
  if (conditions.length === 0) return true
  return isOr ? conditions.some((one) => fits(item, one)) : conditions.every((one) => fits(item, one))
}

function fits(item: ModelItem, condition: ConditionBody): boolean {
  if (condition.conditions !== undefined) {
    if (restrictsNothing(condition)) return true
    return fitsAll(item, condition.conditions, condition.use_or_condition === true) !== (condition.not_match === true)
  }
  const field = fieldOf(item.datastore, condition.id ?? "")
  const isStatus = field?.dataType === "status"
  const value = isStatus ? (item.status ?? undefined) : item.values[condition.id ?? ""]
  const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0)
  if (restrictsNothing(condition)) return true
  if (isBlank(condition)) return isEmpty
  if (isEmpty) return condition.not_match === true || condition.include_null === true
  return matches(value, field?.dataType, condition) !== (condition.not_match === true)
}

/** Whether a condition matches every item: its values are empty, and it does not use include_null to search for empty values. */
function restrictsNothing(condition: ConditionBody): boolean {
  const { conditions, use_or_condition: isOr = false } = condition
  if (conditions === undefined)
    return isBlank(condition) && (condition.include_null !== true || condition.not_match === true)
  return conditions.length === 0 || (isOr ? conditions.some(restrictsNothing) : conditions.every(restrictsNothing))
}

const isBlank = ({ search_value: wanted = [] }: ConditionBody): boolean =>
  wanted.every((one) => one === null || one === "")

function matches(value: ModelValue, dataType: DataType | undefined, condition: ConditionBody): boolean {
  const wanted = condition.search_value ?? []
  switch (dataType) {
    case "text":
    case "textarea":
      return wanted.some((one) =>
        condition.exact_match === true ? one === value : new RegExp(one ?? "", "iu").test(String(value)),
      )
    case "number":
    case "calc":
      return isBetween(
        Number(value),
        wanted.map((one) => (isOpen(one) ? null : Number(one))),
      )
    case "datetime":
    case "date":
      return isInSpan(Date.parse(String(value)), dataType === "datetime", condition)
    case "autonum":
    case "time":
    case "select":
    case "radio":
    case "checkbox":
    case "users":
    case "file":
    case "dslookup":
    case "status":
    case "label":
    case "separator":
    case undefined:
      return [value].flat().some((one) => wanted.includes(String(one)))
  }
}

function isInSpan(value: number, isInstant: boolean, { search_value: wanted = [], exact_match: exact }: ConditionBody) {
  const [first = null, second = null] = wanted
  const to = exact === true && wanted.length === 1 && isInstant ? first : second
  return isBetween(value, [isOpen(first) ? null : limitMs(first), isOpen(to) ? null : readEndMs(to, isInstant)])
}

/** Whether a range has no limit at this end: null in requests, `""` in saved conditions. */
const isOpen = (end: string | null): end is null | "" => end === null || end === ""

const isBetween = (value: number, [from, to]: readonly (number | null | undefined)[]): boolean =>
  (from ?? value) <= value && value <= (to ?? value)
