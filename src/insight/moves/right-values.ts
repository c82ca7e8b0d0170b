import { nearest } from "../../model/index.ts"
import type { Field } from "../../model/records/index.ts"
import { itemsTable } from "../../state/index.ts"
import type { Refused } from "./move.ts"

/** Returns values that the field may accept, those similar to `given` first. Each is tried before anybody sees it. */
export function rightValues({ view, actor, datastore }: Refused, field: Field, given: unknown): unknown[] {
  switch (field.dataType) {
    case "text":
    case "textarea":
      return textsFor(field, given)
    case "number":
      return numbersFor(field, given)
    case "date":
    case "datetime":
      return [...datesIn(field), view.now.slice(0, 10), view.now]
    case "time":
      return ["12:00:00"]
    case "select":
    case "radio":
      return optionsFor(field, given)
    case "checkbox":
      return optionsFor(field, Array.isArray(given) ? given[0] : given).map((one) => [one])
    case "status":
      return datastore?.statuses.map(({ displayId }) => displayId) ?? []
    case "users":
      return actor === null ? [] : [[actor.uId]]
    case "dslookup": {
      const target = field.dslookup && view.table(itemsTable(field.dslookup.dId)).toArray()[0]
      return target === undefined ? [] : [target.iId]
    }
    default:
      return []
  }
}

const limitsOf = ({ minValue, maxValue }: Field): number[] =>
  [minValue, maxValue].flatMap((limit) => (limit !== "" && Number.isFinite(Number(limit)) ? [Number(limit)] : []))

function numbersFor(field: Field, given: unknown): number[] {
  const sent = typeof given === "number" ? given : Number.parseFloat(String(given))
  const limits = limitsOf(field)
  if (!Number.isFinite(sent)) return [...limits, 1].slice(0, 2)
  const near = limits.toSorted((left, right) => Math.abs(left - sent) - Math.abs(right - sent))
  return [...near.slice(0, 1), Math.trunc(sent), sent + 1]
}

function textsFor({ minValue, maxValue, displayId }: Field, given: unknown): string[] {
  const text = typeof given === "string" && given !== "" ? given : displayId
  const longest = maxValue === "" ? Number.POSITIVE_INFINITY : Number(maxValue)
  const shortest = minValue === "" ? 0 : Number(minValue)
  const fitted = [...text].slice(0, longest).join("").padEnd(Math.min(shortest, 1000), "x")
  const another = `${[...text].slice(0, Math.max(0, Math.min(longest, 1000) - 2)).join("")} 2`
  return [...new Set([fitted, another])]
}

const datesIn = ({ minValue, maxValue }: Field): string[] => [minValue, maxValue].filter((limit) => limit !== "")

function optionsFor(
  field: Field & { readonly options?: readonly { readonly displayId: string; readonly enabled: boolean }[] },
  given: unknown,
): string[] {
  const names = (field.options ?? []).flatMap(({ displayId, enabled }) => (enabled ? [displayId] : []))
  const meant = typeof given === "string" ? nearest(given, names) : undefined
  return meant === undefined ? names.slice(0, 2) : [meant]
}
