import type { Condition } from "../../../src/model/records/index.ts"

/** A generated item. Values have the fixture's format; empty fields are absent. */
export interface MadeItem {
  readonly iId: string
  readonly createdAt: string
  readonly status: string
  readonly rev: number
  readonly values: { readonly [field: string]: unknown }
  /** Users who see the item. */
  readonly seenBy: readonly string[]
}

/** Type of each field of the generated datastore. */
export const FIELD_KINDS: Readonly<Record<string, "text" | "number" | "instant" | "ids" | "names">> = {
  Text: "text",
  Note: "text",
  Num: "number",
  At: "instant",
  Day: "instant",
  Pick: "ids",
  Tags: "ids",
  People: "ids",
  Look: "ids",
  Status: "ids",
  status_id: "ids",
  i_id: "ids",
  created_at: "instant",
  rev_no: "number",
  title: "text",
}

/** Value of the column with a condition's ID. Null if it is empty. */
function storedIn(item: MadeItem, id: string): unknown {
  if (id === "Status" || id === "status_id") return item.status
  if (id === "i_id") return item.iId
  if (id === "created_at") return item.createdAt
  if (id === "rev_no") return item.rev
  return item.values[id === "title" ? "Text" : id] ?? null
}

/** A direct implementation of model.md section 11 without optimisations. */
export function fits(item: MadeItem, condition: Condition): boolean {
  if (restrictsNothing(condition)) return true
  if (condition.conditions !== undefined)
    return fitsAll(item, condition.conditions, condition.useOrCondition === true) !== (condition.notMatch === true)
  const id = condition.id ?? ""
  const value = storedIn(item, id)
  const wanted = condition.searchValue ?? []
  const isBlank = isBlankLeaf(condition)
  if (value === null) return condition.includeNull === true || condition.notMatch === true
  const hit = !isBlank && matches(FIELD_KINDS[id], value, wanted, condition.exactMatch === true)
  return condition.notMatch === true ? !hit : hit
}

const isBlankLeaf = ({ searchValue = [] }: Condition): boolean => searchValue.every((one) => one === null || one === "")

function restrictsNothing(condition: Condition): boolean {
  const { conditions, useOrCondition, includeNull, notMatch } = condition
  if (conditions === undefined) return isBlankLeaf(condition) && (includeNull !== true || notMatch === true)
  if (conditions.length === 0) return true
  return useOrCondition === true ? conditions.some(restrictsNothing) : conditions.every(restrictsNothing)
}

export const fitsAll = (item: MadeItem, conditions: readonly Condition[], or: boolean): boolean =>
  conditions.length === 0 ||
  (or ? conditions.some((one) => fits(item, one)) : conditions.every((one) => fits(item, one)))

function matches(kind: string | undefined, value: unknown, wanted: readonly unknown[], exact: boolean): boolean {
  if (kind === "text") {
    const texts = wanted.filter((one) => one !== null && one !== "").map(String)
    return texts.some((text) => (exact ? value === text : new RegExp(text, "i").test(String(value))))
  }
  if (kind === "ids") {
    const held = Array.isArray(value) ? value : [value]
    return wanted.some((one) => held.includes(one))
  }
  const of = (one: unknown): number => (kind === "number" ? Number(one) : Date.parse(String(one)))
  if (kind === "number" && exact && wanted.length === 1) return of(value) === of(wanted[0])
  const [from = null, to = null] = wanted
  return (from === null || from === "" || of(value) >= of(from)) && (to === null || to === "" || of(value) <= of(to))
}

/** Sort order of options, statuses, users and looked-up items: by position, or by the text shown. */
export type Ranks = Readonly<Record<string, Readonly<Record<string, number | string>>>>

export function sortKey(item: MadeItem, id: string, ranks: Ranks): readonly (number | string)[] | null {
  const value = storedIn(item, id)
  if (value === null) return null
  const rank = ranks[id]
  if (rank !== undefined) return (Array.isArray(value) ? value : [value]).map((one) => rank[String(one)] ?? -1)
  if (FIELD_KINDS[id] === "number") return [Number(value)]
  if (FIELD_KINDS[id] === "instant") return [Date.parse(String(value))]
  return [...String(value).toLowerCase()].map((character) => character.codePointAt(0) ?? 0)
}

/** Empty keys come first. Others are compared element by element; a shorter key comes first. */
export function compareKeys(left: ReturnType<typeof sortKey>, right: ReturnType<typeof sortKey>): number {
  if (left === null || right === null) return (left === null ? 0 : 1) - (right === null ? 0 : 1)
  for (const [at, one] of left.entries()) {
    const other = right[at]
    if (other === undefined) return 1
    if (one !== other) return one < other ? -1 : 1
  }
  return left.length - right.length
}

export function naiveList(
  items: readonly MadeItem[],
  reader: string,
  search: { conditions: readonly Condition[]; or: boolean; sorts: readonly { id: string; order: "asc" | "desc" }[] },
  ranks: Ranks,
): string[] {
  const sorts = search.sorts.length > 0 ? search.sorts : [{ id: "created_at", order: "desc" as const }]
  return items
    .filter((item) => item.seenBy.includes(reader))
    .filter((item) => fitsAll(item, search.conditions, search.or))
    .sort((left, right) => {
      for (const { id, order } of sorts) {
        const difference = compareKeys(sortKey(left, id, ranks), sortKey(right, id, ranks))
        if (difference !== 0) return order === "asc" ? difference : -difference
      }
      return left.iId < right.iId ? -1 : 1
    })
    .map(({ iId }) => iId)
}
