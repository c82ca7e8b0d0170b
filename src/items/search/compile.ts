import type { Side, Subject } from "../../fields/index.ts"
import { type FId, foldPatternWidth, foldWidth, invalidParams } from "../../model/index.ts"
import type { Condition, Item } from "../../model/records/index.ts"
import { valueKey } from "../../state/index.ts"
import { itemsInScope, requireSubject, type SearchScope, visibility } from "./scope.ts"
import { type TextSearch, textTest } from "./text-match.ts"

type Test<R> = (record: R) => boolean

export interface SearchTarget<R> extends TextSearch<R> {
  /** If true, an exact match of numbers and dates is equality with any search value. Default: only one number can be exact. */
  readonly exactMatchesAny?: boolean | undefined
  /** Returns how to read and compare the value that a condition tests. Throws if the condition's ID is unknown. */
  subjectOf(condition: Condition): Subject<R>
}

export interface CompiledConditions<R = Item> {
  /** Tests whether a record matches. Null if all records match. */
  readonly test: Test<R> | null
  /** Index lookups. Each lookup finds all matching items, and possibly other items. */
  readonly shortcuts: readonly Shortcut[]
  /** True if `test` runs regular expressions, which may be slow. */
  readonly hasPatterns: boolean
  /** The matching records, if they are already known. `test` is then null. */
  readonly found?: readonly R[]
}

/** Keys of the index `itemValues`, IDs of items, or ranges of creation times or of a field's sort keys. */
export type Shortcut =
  | { readonly keys: readonly string[]; readonly fId: FId }
  | { readonly iIds: readonly string[] }
  | { readonly ranges: readonly Range[]; readonly fId: FId | "created_at" }

/** Both ends belong to the range. */
export interface Range {
  readonly from: string | number
  readonly to: string | number
}

export const MAX_CONDITIONS = 1000

/** Maximum number of regular expressions in a request. Each may be tested on every item. */
const MAX_PATTERNS = 50

export interface ConditionCounter {
  count: number
  patterns?: number
}

function take(counter: ConditionCounter): void {
  counter.count += 1
  if (counter.count > MAX_CONDITIONS) throw invalidParams(`expected at most ${MAX_CONDITIONS} conditions`)
}

type Value = string | null

/** Compiles conditions on items. Throws INVALID_PARAMS, or INVALID_VALUE for an invalid regular expression (model.md section 11). */
export const compileConditions = (
  scope: SearchScope,
  conditions: readonly Condition[],
  useOrCondition: boolean,
): CompiledConditions => compile(searchedItems(scope), conditions, useOrCondition)

function searchedItems(scope: SearchScope): SearchTarget<Item> {
  const { patterns, wallClock, cost, turns, exactMatchesAny } = scope
  return {
    exactMatchesAny,
    patterns,
    wallClock,
    cost,
    turns,
    subjectOf({ id }) {
      if (id === undefined) throw invalidParams("a condition needs an id or nested conditions")
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

/** Compiles conditions on records of any kind. All conditions of a request must share one `counter`, which enforces the maximum. */
export function compile<R>(
  searched: SearchTarget<R>,
  conditions: readonly Condition[],
  useOrCondition: boolean,
  counter: ConditionCounter = { count: 0 },
): CompiledConditions<R> {
  const before = counter.patterns ?? 0
  const parts = conditions.map((condition) => compileOne(searched, condition, counter))
  const shortcuts = useOrCondition && parts.length > 1 ? [] : parts.flatMap((part) => part.shortcuts)
  return { test: combine(parts, useOrCondition), shortcuts, hasPatterns: (counter.patterns ?? 0) > before }
}

export const both = (left: CompiledConditions, right: CompiledConditions): CompiledConditions => ({
  test: combine([left, right], false),
  shortcuts: [...left.shortcuts, ...right.shortcuts],
  hasPatterns: left.hasPatterns || right.hasPatterns,
})

type Part<R> = Omit<CompiledConditions<R>, "hasPatterns">

function combine<R>(parts: readonly Part<R>[], or: boolean): Test<R> | null {
  if (or && parts.some(({ test }) => test === null)) return null
  const tests = parts.flatMap(({ test }) => test ?? [])
  const [first, second] = tests
  if (first === undefined) return null
  if (second === undefined) return first
  if (tests.length === 2) return or ? (item) => first(item) || second(item) : (item) => first(item) && second(item)
  return or ? (item) => tests.some((test) => test(item)) : (item) => tests.every((test) => test(item))
}

function compileOne<R>(searched: SearchTarget<R>, condition: Condition, counter: ConditionCounter): Part<R> {
  take(counter)
  if (condition.conditions !== undefined) {
    const or = condition.useOrCondition === true
    const parts = condition.conditions.map((inner) => compileOne(searched, inner, counter))
    const test = combine(parts, or)
    if (condition.notMatch === true) return { test: test && ((record) => !test(record)), shortcuts: [] }
    return { test, shortcuts: or && parts.length > 1 ? [] : parts.flatMap((part) => part.shortcuts) }
  }
  return compileLeaf(searched, condition, counter)
}

function compileLeaf<R>(searched: SearchTarget<R>, condition: Condition, counter: ConditionCounter): Part<R> {
  const subject = searched.subjectOf(condition)
  const { test: matches, shortcut } = matcher(searched, subject, condition, counter)
  // A negated condition also matches empty values, whatever include_null says.
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
  /** Tests whether a record matches. Null if all records match. */
  readonly test: Test<R> | null
  readonly shortcut?: Shortcut | undefined
}

function matcher<R>(
  searched: SearchTarget<R>,
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
      return exact && (values.length === 1 || searched.exactMatchesAny === true)
        ? equalNumber(subject, texts(values))
        : rangeNumber(subject, values)
    case "span":
      return exact && (searched.exactMatchesAny === true || isOneDay(subject, values))
        ? equalSpan(subject, texts(values))
        : rangeSpan(subject, values)
    case "ids":
      return anyId(subject, texts(values))
  }
}

const isBlank = (value: Value | undefined): value is null | undefined | "" =>
  value === undefined || value === null || value === ""

const texts = (values: readonly Value[]): string[] => values.filter((value): value is string => !isBlank(value))

function patterns(values: readonly Value[], counter: ConditionCounter): string[] {
  const sources = texts(values)
  counter.patterns = (counter.patterns ?? 0) + sources.length
  if (counter.patterns > MAX_PATTERNS)
    throw invalidParams(`expected at most ${MAX_PATTERNS} patterns; each text without exact_match is a pattern`)
  return sources
}

type Of<R, M extends Subject["match"]> = Extract<Subject<R>, { readonly match: M }>

const valueShortcut = <R>(subject: Of<R, "text" | "number" | "ids">, values: readonly (string | number)[]) => {
  const { fId } = subject
  return fId === undefined ? undefined : { keys: values.map((value) => valueKey(fId, value)), fId }
}

const rangeShortcut = <R>({ fId }: Of<R, "number" | "span">, ranges: readonly Range[]) =>
  fId === undefined ? undefined : { ranges, fId }

function equalText<R>(subject: Of<R, "text">, wanted: readonly string[]): Matcher<R> {
  if (wanted.length === 0) return { test: null }
  const { read } = subject
  const shortcut = valueShortcut(subject, wanted)
  const all = new Set<string | undefined>(wanted.map((text) => text.normalize()))
  return { test: (item) => all.has(read(item)?.normalize()), shortcut }
}

function patternText<R>(searched: SearchTarget<R>, subject: Of<R, "text">, patterns: readonly string[]): Matcher<R> {
  const read = (item: R): string | undefined => {
    const text = subject.read(item)
    return text === undefined ? undefined : foldWidth(text)
  }
  const textsOf = (item: R) => {
    const text = read(item)
    return text === undefined ? undefined : [text]
  }
  const tests = patterns.map((pattern) => textTest(searched, foldPatternWidth(pattern), textsOf))
  if (tests.length === 0) return { test: null }
  return {
    test: (item) => {
      const text = read(item)
      return text !== undefined && tests.some((test) => test(text))
    },
  }
}

function patternNames<R>(searched: SearchTarget<R>, subject: Of<R, "names">, patterns: readonly string[]): Matcher<R> {
  const read = (item: R): readonly string[] | undefined => subject.read(item)?.map(foldWidth)
  const tests = patterns.map((pattern) => textTest(searched, foldPatternWidth(pattern), read))
  if (tests.length === 0) return { test: null }
  return { test: (item) => read(item)?.some((name) => tests.some((test) => test(name))) ?? false }
}

function readNumber(value: string): number {
  const number = value.trim() === "" ? Number.NaN : Number(foldWidth(value))
  if (Number.isFinite(number)) return number
  throw invalidParams(`search_value: expected a number, received ${JSON.stringify(value)}`)
}

function equalNumber<R>(subject: Of<R, "number">, values: readonly string[]): Matcher<R> {
  if (values.length === 0) return { test: null }
  const numbers = values.map(readNumber)
  const wanted = new Set<number | undefined>(numbers)
  const { read } = subject
  return { test: (item) => wanted.has(read(item)), shortcut: valueShortcut(subject, numbers) }
}

function rangeNumber<R>(subject: Of<R, "number">, [first, second]: readonly Value[]): Matcher<R> {
  if (isBlank(first) && isBlank(second)) return { test: null }
  const { read } = subject
  const from = isBlank(first) ? Number.NEGATIVE_INFINITY : readNumber(first)
  const to = isBlank(second) ? Number.POSITIVE_INFINITY : readNumber(second)
  return {
    test: (item) => {
      const value = read(item)
      return value !== undefined && value >= from && value <= to
    },
    shortcut: rangeShortcut(subject, [{ from, to }]),
  }
}

/** Sorts after every date or time in text form. */
const LAST_CHARACTER = "\uffff"

function readBound<R>({ bound }: Of<R, "span">, value: Value | undefined, side: Side): string {
  if (isBlank(value)) return side === "from" ? "" : LAST_CHARACTER
  const read = bound(value, side)
  if (read === undefined) throw invalidParams(`search_value: expected a date or time, not ${JSON.stringify(value)}`)
  return read
}

const isOneDay = <R>({ isDay }: Of<R, "span">, [value, ...others]: readonly Value[]): boolean =>
  others.length === 0 && !isBlank(value) && isDay?.(value) === true

/** Matches records whose date or time equals one of the values. `TODAY`, and a date without a time, match the whole day. */
function equalSpan<R>(subject: Of<R, "span">, values: readonly string[]): Matcher<R> {
  if (values.length === 0) return { test: null }
  const { read } = subject
  const spans = values.map((value) => [readBound(subject, value, "from"), readBound(subject, value, "to")] as const)
  const points = new Set(spans.filter(([from, to]) => from === to).map(([from]) => from))
  const days = spans.filter(([from, to]) => from !== to)
  return {
    test: (item) => {
      const value = read(item)
      if (value === undefined) return false
      return points.has(value) || days.some(([from, to]) => value >= from && value <= to)
    },
    shortcut: rangeShortcut(
      subject,
      spans.map(([from, to]) => ({ from, to })),
    ),
  }
}

function rangeSpan<R>(subject: Of<R, "span">, [first, second]: readonly Value[]): Matcher<R> {
  if (isBlank(first) && isBlank(second)) return { test: null }
  const { read } = subject
  const from = readBound(subject, first, "from")
  const to = readBound(subject, second, "to")
  return {
    test: (item) => {
      const value = read(item)
      return value !== undefined && value >= from && value <= to
    },
    shortcut: rangeShortcut(subject, [{ from, to }]),
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
