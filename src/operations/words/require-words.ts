import { nearest } from "../../texts/nearest.ts"
import type { UndeclaredName } from "../index.ts"
import { INNER, type InnerTypes } from "./inner-words.ts"
import { WORDS } from "./words.ts"

type Members = Readonly<Record<string, unknown>>
type Words = Readonly<Record<string, string>>

const wordsOf = (operation: string): Words => WORDS[operation as UndeclaredName] as Words

/** What an item is answered with: who writes an answer back, changed, means no harm by these. */
const ANSWERED: readonly string[] = [
  ...["itemId", "title", "revNo", "status", "values", "createdAt", "createdBy", "updatedAt", "updatedBy"],
  ...["dId", "pId", "sId", "actions", "unread", "historyId", "findings", "item", "lookups", "linkedItems"],
]

/** The parts of a request in the API's own form. */
const PARTS: readonly string[] = ["params", "query", "body", "form", "headers", "signal"]

/** Of a call that says something that its operation doesn't know. */
export class WordError extends TypeError {
  /** What it is called when it is printed, minified or not. */
  static override readonly name: string = "TypeError"
  constructor(text: string) {
    super(text)
    this.name = "TypeError"
  }
}

/** The first member that must be there and is not. */
export function absentWord(operation: string, given: unknown): string | undefined {
  if (!isMembers(given)) return undefined
  return Object.entries(wordsOf(operation) ?? {}).find(
    ([name, word]) => !word.endsWith("?") && given[name] === undefined,
  )?.[0]
}

/**
 * Refuses a call in process, or of the client in flat words, whose input is no object or has a member that the operation doesn't know:
 * it would do something else than was meant, and nobody would notice.
 */
export function requireWords(operation: string, given: unknown): void {
  const words = wordsOf(operation)
  if (words === undefined) return
  if (!isMembers(given)) throw new WordError(`${operation} takes ${membersText(words)}; it was given ${kindOf(given)}`)
  requireKnown(operation, `${operation}: `, words, given)
}

/** Refuses members that are not among the words, here and further within. */
function requireKnown(where: string, within: string, words: Words, given: Members): void {
  for (const [name, value] of Object.entries(given)) {
    if (Object.hasOwn(words, name)) requireInner(`${within}${name}`, name, words[name] as string, value)
    else if (!isAnswered(words, given, name)) throw new WordError(strayText(where, words, given, name))
  }
}

/** Whether a member that is not known comes of an answer that is written back. */
function isAnswered(words: Words, given: Members, name: string): boolean {
  if (!ANSWERED.includes(name)) return false
  if (Object.entries(words).some(([one, word]) => !word.endsWith("?") && given[one] === undefined)) return false
  return name !== "values" || !("item" in words) || given.item !== undefined || given.changes !== undefined
}

function strayText(operation: string, words: Words, given: Members, name: string): string {
  if (PARTS.includes(name)) {
    return `${operation}: ${name} is of the API's own form, and the call has flat words, too; it takes ${membersText(words)}`
  }
  if (name === "values" && "item" in words) return `${operation} knows no values; did you mean item?`
  const open = Object.keys(words).filter((one) => given[one] === undefined)
  const meant = nearest(name.replaceAll("_", ""), open)
  return `${operation} knows no ${name}; ${meant === undefined ? `it takes ${membersText(words)}` : `did you mean ${meant}?`}`
}

/** What a word says of objects whose members are known, too. */
function innerOf(word: string): { readonly words: Words; readonly many: "" | "[]" | "{}" } | undefined {
  const [, name = "", many = ""] = /^(\w+)(\[\]|\{\})?/.exec(word) ?? []
  if (!Object.hasOwn(INNER, name)) return undefined
  return { words: INNER[name as keyof InnerTypes], many: many as "" | "[]" | "{}" }
}

function requireInner(where: string, name: string, word: string, value: unknown): void {
  const inner = innerOf(word)
  if (inner === undefined || value === undefined || value === null) return
  const { words, many } = inner
  if (many === "[]") requireEach(where, value, words)
  else if (many === "{}") {
    for (const [key, list] of Object.entries(isMembers(value) ? value : {})) requireEach(`${where}.${key}`, list, words)
  } else if (isMembers(value)) requireKnown(where, `${where}.`, words, value)
  else if (!isName(word, value)) {
    const [operation, ...path] = where.split(": ")
    throw new WordError(`${operation}: ${path} is ${hintOf(name, words)}, not ${kindOf(value)}`)
  }
}

function requireEach(where: string, list: unknown, words: Words): void {
  if (!Array.isArray(list)) return
  for (const [at, one] of list.entries()) {
    if (!isMembers(one))
      throw new WordError(`${where}[${at}] is an object of ${membersText(words)}, not ${kindOf(one)}`)
    requireKnown(`${where}[${at}]`, `${where}[${at}].`, words, one)
  }
}

/** A name is a text, or one for each language. */
const isName = (word: string, value: unknown): boolean => word.startsWith("names") && typeof value === "string"

const hintOf = (name: string, words: Words): string => HINTS[name] ?? `an object of ${membersText(words)}`

/**
 * What is wrong with the form of an input that an operation failed at; null where nothing is. The form is not looked at beforehand: what
 * the API refuses is to be refused in its words.
 */
export function misshapen(operation: string, given: unknown): string | null {
  const words = wordsOf(operation)
  if (words === undefined || !isMembers(given)) return null
  return misshapenIn(operation, words, given)
}

function misshapenIn(where: string, words: Words, given: Members): string | null {
  for (const [name, word] of Object.entries(words)) {
    const value = given[name]
    const what = whatIs(word)
    if (value === undefined) {
      if (!word.endsWith("?")) return `${where}: ${name} is missing; it takes ${membersText(words)}`
    } else if (value !== null && what !== undefined && !what.fits(value)) {
      return `${where}: ${name} is ${HINTS[name] ?? what.text}, not ${kindOf(value)}`
    }
  }
  return misshapenWithin(where, words, given)
}

function misshapenWithin(where: string, words: Words, given: Members): string | null {
  const listed: [string, unknown, Words][] = []
  for (const [name, word] of Object.entries(words)) {
    const value = given[name]
    const inner = innerOf(word)
    if (inner === undefined) continue
    if (inner.many === "[]") listed.push([name, value, inner.words])
    for (const [key, entries] of inner.many === "{}" && isMembers(value) ? Object.entries(value) : []) {
      if (!Array.isArray(entries)) return `${where}: ${name} is ${HINTS[name]}; ${key} has ${kindOf(entries)}`
      listed.push([`${name}.${key}`, entries, inner.words])
    }
  }
  for (const [name, list, words] of listed) {
    for (const [at, one] of (Array.isArray(list) ? list : []).entries()) {
      const told = isMembers(one) ? misshapenIn(`${where}: ${name}[${at}]`, words, one) : null
      if (told !== null) return told
    }
  }
  return null
}

/** What a value of a word is; undefined where it may be anything, or is asked about by `requireWords`. */
function whatIs(word: string) {
  const { many } = innerOf(word) ?? {}
  return KINDS[many === "[]" ? "list" : many === "{}" ? "members" : word.replace("?", "")]
}

/** How the less obvious ones look. */
const HINTS: Readonly<Record<string, string>> = {
  relatedDsItems: "an object of lists by datastore, { Lines: [{ operation: 1, item: { … } }] }",
  conditions: 'a list, [{ id: "Total", searchValue: ["10", null] }]',
  searchValue: 'a list, ["text"] or ["from", "to"]',
  changes: 'a list, [{ id: "Total", value: 12 }]',
  file: "an object of name, contentType and bytes (a Uint8Array)",
  bytes: "a Uint8Array",
  link: "an object of datastore and itemId",
}

const KINDS: Readonly<Record<string, { readonly text: string; readonly fits: (value: unknown) => boolean }>> = {
  text: { text: "a text", fits: (value) => typeof value === "string" },
  number: { text: "a number", fits: (value) => typeof value === "number" },
  flag: { text: "true or false", fits: (value) => typeof value === "boolean" },
  list: { text: "a list", fits: Array.isArray },
  members: { text: "an object", fits: (value) => typeof value === "object" && !Array.isArray(value) },
}

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value)

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return "a list"
  if (typeof value === "object") return "an object"
  return typeof value === "string" ? JSON.stringify(value.slice(0, 60)) : `the ${typeof value} ${String(value)}`
}

const MOST_NAMED = 8

/** The members that an operation takes, what must be there first. */
function membersText(words: Words): string {
  const names = Object.keys(words)
  if (names.length === 0) return "nothing"
  const sorted = names.toSorted(
    (left, right) => Number(words[left]?.endsWith("?")) - Number(words[right]?.endsWith("?")),
  )
  return `${sorted.slice(0, MOST_NAMED).join(", ")}${names.length > MOST_NAMED ? ", …" : ""}`
}
