import { invalidParams } from "../../model/error.ts"
import type { Side, Subject } from "../../fields/subject.ts"
import type { Condition } from "../../records/condition.ts"
import type { Item } from "../../model/records/item.ts"
import { valueKey } from "../../state/indexes.ts"
import { itemsInScope, type SearchScope, visibility } from "./scope.ts"
import { requireSubject } from "./subject.ts"
import { type TextSearch, textTest } from "./text-match.ts"

type Test<R> = (record: R) => boolean

/** What conditions are tried on: items, or records that have some. */
export interface Searched<R> extends TextSearch<R> {
  /** What a leaf looks at. Refuses one that names nothing. */
  subjectOf(condition: Condition): Subject<R>
}

/** Conditions turned into one function. */
export interface Compiled<R = Item> {
  /** Null = everything fits. */
  readonly test: Test<R> | null
  /** Indexes that narrow the search down: each yields a superset of the items that fit. */
  readonly shortcuts: readonly Shortcut[]
}

/** Items found under keys of the index `itemValues`, or by their own IDs. */
export type Shortcut = { readonly keys: readonly string[] } | { readonly iIds: readonly string[] }

/** The most conditions and patterns of a request: far more than any screen makes, few enough to hold nobody up. */
const MAX_CONDITIONS = 500

/** The most patterns of a request; each is tried on every item. */
const MAX_PATTERNS = 50

/** How many conditions and patterns there were so far. */
export interface ConditionCounter {
  count: number
  patterns?: number
}

function take(counter: ConditionCounter, count = 1): void {
  counter.count += count
  if (counter.count > MAX_CONDITIONS) throw invalidParams(`more than ${MAX_CONDITIONS} conditions and patterns`)
}

type Value = string | null

/**
 * Compiles conditions once a search (model.md section 11). Refuses an unknown ID or a malformed bound with INVALID_PARAMS,
 * a bad regular expression with INVALID_VALUE.
 */
export const compileConditions = (
  scope: SearchScope,
  conditions: readonly Condition[],
  useOrCondition: boolean,
): Compiled => compile(searchedItems(scope), conditions, useOrCondition)

function searchedItems(scope: SearchScope): Searched<Item> {
  const { patterns, wallClock, cost, turns } = scope
  return {
    patterns,
    wallClock,
    cost,
    ...(turns === undefined ? {} : { turns }),
    subjectOf({ id }) {
      if (id === undefined) throw invalidParams("a condition needs an id, or conditions of its own")
      return requireSubject(scope, id)
    },
    forEach(visit) {
      const isThere = visibility(scope)
      itemsInScope(scope).forEach((item) => {
        if (isThere(item)) visit(item)
      })
    },
  }
}

/** The same for records of any kind. `counter`: several lists of conditions that make one request share one. */
export function compile<R>(
  searched: Searched<R>,
  conditions: readonly Condition[],
  useOrCondition: boolean,
  counter: ConditionCounter = { count: 0 },
): Compiled<R> {
  const before = counter.patterns ?? 0
  const parts = conditions.map((condition) => compileOne(searched, condition, counter))
  const shortcuts = useOrCondition && parts.length > 1 ? [] : parts.flatMap((part) => part.shortcuts)
  const test = combine(parts, useOrCondition)
  const hasPatterns = (counter.patterns ?? 0) > before
  return { test: hasPatterns && test !== null ? (searched.turns?.remembering(test) ?? test) : test, shortcuts }
}

/** Both must fit. */
export const both = (left: Compiled, right: Compiled): Compiled => ({
  test: combine([left, right], false),
  shortcuts: [...left.shortcuts, ...right.shortcuts],
})

function combine<R>(parts: readonly Compiled<R>[], or: boolean): Test<R> | null {
  if (or && parts.some(({ test }) => test === null)) return null
  const tests = parts.flatMap(({ test }) => test ?? [])
  const [first, second] = tests
  if (first === undefined) return null
  if (second === undefined) return first
  if (tests.length === 2) return or ? (item) => first(item) || second(item) : (item) => first(item) && second(item)
  return or ? (item) => tests.some((test) => test(item)) : (item) => tests.every((test) => test(item))
}

function compileOne<R>(searched: Searched<R>, condition: Condition, counter: ConditionCounter): Compiled<R> {
  take(counter)
  if (condition.conditions !== undefined) {
    const or = condition.useOrCondition === true
    const parts = condition.conditions.map((inner) => compileOne(searched, inner, counter))
    return {
      test: combine(parts, or),
      shortcuts: or && parts.length > 1 ? [] : parts.flatMap((part) => part.shortcuts),
    }
  }
  return compileLeaf(searched, condition, counter)
}

function compileLeaf<R>(searched: Searched<R>, condition: Condition, counter: ConditionCounter): Compiled<R> {
  const subject = searched.subjectOf(condition)
  const { test: matches, shortcut } = matcher(searched, subject, condition, counter)
  // Empty values match a negated leaf as they are, with include_null or without.
  if (condition.notMatch === true) return { test: matches && ((item) => !matches(item)), shortcuts: [] }
  const isEmpty: Test<R> = (item) => subject.read(item) === undefined
  const includeNull = condition.includeNull === true
  const fits =
    matches === null
      ? includeNull
        ? isEmpty
        : null
      : includeNull
        ? (item: R) => matches(item) || isEmpty(item)
        : matches
  if (fits === null) return { test: null, shortcuts: [] }
  return { test: fits, shortcuts: includeNull || shortcut === undefined ? [] : [shortcut] }
}

interface Matcher<R> {
  /** Null = the search value restricts nothing. */
  readonly test: Test<R> | null
  readonly shortcut?: Shortcut | undefined
}

function matcher<R>(
  searched: Searched<R>,
  subject: Subject<R>,
  condition: Condition,
  counter: ConditionCounter,
): Matcher<R> {
  const values = condition.searchValue ?? []
  const exact = condition.exactMatch === true
  switch (subject.match) {
    case "text":
      return exact ? equalText(subject, texts(values)) : patternText(searched, subject, patterns(values, counter))
    case "names":
      return patternNames(searched, subject, patterns(values, counter))
    case "number":
      return exact && values.length === 1 ? equalNumber(subject, values[0] ?? null) : rangeNumber(subject, values)
    case "span":
      return rangeSpan(subject, values)
    case "ids":
      return anyId(subject, texts(values))
  }
}

const isBlank = (value: Value | undefined): value is null | undefined | "" =>
  value === undefined || value === null || value === ""

const texts = (values: readonly Value[]): string[] => values.filter((value): value is string => !isBlank(value))

/** The first counts as the condition it is in. */
function patterns(values: readonly Value[], counter: ConditionCounter): string[] {
  const sources = texts(values)
  take(counter, Math.max(0, sources.length - 1))
  counter.patterns = (counter.patterns ?? 0) + sources.length
  if (counter.patterns > MAX_PATTERNS) throw invalidParams(`more than ${MAX_PATTERNS} patterns`)
  return sources
}

type Of<R, M extends Subject["match"]> = Extract<Subject<R>, { readonly match: M }>

const valueShortcut = <R>(subject: Of<R, "text" | "number" | "ids">, values: readonly (string | number)[]) => {
  const { fId } = subject
  return fId === undefined ? undefined : { keys: values.map((value) => valueKey(fId, value)) }
}

function equalText<R>(subject: Of<R, "text">, wanted: readonly string[]): Matcher<R> {
  if (wanted.length === 0) return { test: null }
  const { read } = subject
  const shortcut = valueShortcut(subject, wanted)
  const [only] = wanted
  if (wanted.length === 1) return { test: (item) => read(item) === only, shortcut }
  const all = new Set<string | undefined>(wanted)
  return { test: (item) => all.has(read(item)), shortcut }
}

function patternText<R>(searched: Searched<R>, { read }: Of<R, "text">, patterns: readonly string[]): Matcher<R> {
  const textsOf = (item: R) => {
    const text = read(item)
    return text === undefined ? undefined : [text]
  }
  const tests = patterns.map((pattern) => textTest(searched, pattern, textsOf))
  if (tests.length === 0) return { test: null }
  return {
    test: (item) => {
      const text = read(item)
      return text !== undefined && tests.some((test) => test(text))
    },
  }
}

function patternNames<R>(searched: Searched<R>, { read }: Of<R, "names">, patterns: readonly string[]): Matcher<R> {
  const tests = patterns.map((pattern) => textTest(searched, pattern, read))
  if (tests.length === 0) return { test: null }
  return { test: (item) => read(item)?.some((name) => tests.some((test) => test(name))) ?? false }
}

function readNumber(value: string): number {
  const number = value.trim() === "" ? Number.NaN : Number(value)
  if (Number.isFinite(number)) return number
  throw invalidParams(`search_value is not a number: ${JSON.stringify(value)}`)
}

function equalNumber<R>(subject: Of<R, "number">, value: Value): Matcher<R> {
  if (isBlank(value)) return { test: null }
  const wanted = readNumber(value)
  const { read } = subject
  return { test: (item) => read(item) === wanted, shortcut: valueShortcut(subject, [wanted]) }
}

function rangeNumber<R>({ read }: Of<R, "number">, [first, second]: readonly Value[]): Matcher<R> {
  if (isBlank(first) && isBlank(second)) return { test: null }
  const from = isBlank(first) ? Number.NEGATIVE_INFINITY : readNumber(first)
  const to = isBlank(second) ? Number.POSITIVE_INFINITY : readNumber(second)
  return {
    test: (item) => {
      const value = read(item)
      return value !== undefined && value >= from && value <= to
    },
  }
}

/** Orders after every text a span is made of. */
const LAST = "\uffff"

function rangeSpan<R>({ read, bound }: Of<R, "span">, [first, second]: readonly Value[]): Matcher<R> {
  if (isBlank(first) && isBlank(second)) return { test: null }
  const end = (value: Value | undefined, side: Side): string => {
    if (isBlank(value)) return side === "from" ? "" : LAST
    const read = bound(value, side)
    if (read === undefined) throw invalidParams(`search_value is not a date or time: ${JSON.stringify(value)}`)
    return read
  }
  const from = end(first, "from")
  const to = end(second, "to")
  return {
    test: (item) => {
      const value = read(item)
      return value !== undefined && value >= from && value <= to
    },
  }
}

function anyId<R>(subject: Of<R, "ids">, references: readonly string[]): Matcher<R> {
  if (references.length === 0) return { test: null }
  const { read, idOf } = subject
  const wanted = new Set(references.map(idOf))
  const shortcut = subject.isOwnId ? { iIds: [...wanted] } : valueShortcut(subject, [...wanted])
  return {
    test: (item) => {
      const value = read(item)
      if (typeof value === "string") return wanted.has(value)
      return value?.some((id) => wanted.has(id)) ?? false
    },
    shortcut,
  }
}
