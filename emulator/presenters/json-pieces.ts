import { DataUrl } from "../../src/inside.ts"
import { JsonText } from "./json-text.ts"

/** What is written at once, in characters as `weigh` takes them. */
const PIECE = 65_536
/** What a value is taken for beside its texts: its name, quotes and commas. */
const VALUE = 16
/** From here on an answer is long: it is written in pieces, as it is sent. */
const LONG_CHARACTERS = 1_048_576

/**
 * Whether the JSON of a value may be very long: items look up others, whose titles may be long, so a little that is stored can be answered
 * any number of times.
 */
export const isLongJson = (value: unknown): boolean => weigh(value, LONG_CHARACTERS) >= LONG_CHARACTERS

/** JSON as a list of parts: texts that are written already, and values. Used where writing all of it at once would take too much. */
export class JsonParts {
  readonly parts: readonly unknown[]

  constructor(parts: readonly unknown[]) {
    this.parts = parts
  }
}

/** The JSON of a value in pieces of at most some 400,000 characters, so that no more than one of them is in memory. */
export function* jsonPieces(value: unknown): Generator<string> {
  if (typeof value === "string" && value.length >= PIECE) yield* piecesOfText(value)
  else if (value instanceof JsonText) yield* slicesOf(value.text)
  else if (value instanceof JsonParts) for (const part of value.parts) yield* jsonPieces(part)
  else if (value instanceof DataUrl) yield* piecesOfDataUrl(value)
  else if (typeof value !== "object" || value === null || weigh(value, PIECE) < PIECE) yield JSON.stringify(value)
  else if (Array.isArray(value)) yield* piecesOfList(value)
  else yield* piecesOfObject(value as Members)
}

/** JSON that is known to be short. */
export const jsonText = (value: unknown): string => [...jsonPieces(value)].join("")

/** A text in slices, none of which ends within a surrogate pair. */
export function* slicesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    let end = Math.min(at + PIECE, text.length)
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end += 1
    yield text.slice(at, end)
    at = end
  }
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

/** How long the JSON of a value is, roughly; no more of it is looked at than weighs `most`. */
function weigh(value: unknown, most: number): number {
  if (typeof value === "string") return VALUE + value.length
  if (typeof value !== "object" || value === null) return VALUE
  // They are never written together with other values, however short they are: `JSON.stringify` does not know them.
  if (value instanceof JsonText) return Math.max(PIECE, value.text.length)
  if (value instanceof JsonParts || value instanceof DataUrl) return PIECE
  let weight = VALUE
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && weight < most; at += 1) weight += weigh(value[at], most - weight)
  } else {
    for (const name in value) {
      if (weight >= most) break
      weight += name.length + weigh((value as Members)[name], most - weight)
    }
  }
  return weight
}

type Members = Readonly<Record<string, unknown>>

function* piecesOfText(text: string): Generator<string> {
  yield '"'
  for (const slice of slicesOf(text)) yield JSON.stringify(slice).slice(1, -1)
  yield '"'
}

function* piecesOfDataUrl(url: DataUrl): Generator<string> {
  yield JSON.stringify(url.head).slice(0, -1)
  yield* url.base64Pieces()
  yield '"'
}

function* piecesOfObject(value: Members): Generator<string> {
  let before = "{"
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    before = ","
    yield* jsonPieces(member)
  }
  yield before === "{" ? "{}" : "}"
}

/** Elements are written together as long as they weigh little: one by one takes a third longer. */
function* piecesOfList(list: readonly unknown[]): Generator<string> {
  let before = "["
  for (let at = 0; at < list.length; ) {
    yield before
    before = ","
    let weight = weigh(list[at], PIECE)
    if (weight >= PIECE) {
      yield* jsonPieces(list[at])
      at += 1
      continue
    }
    let end = at + 1
    for (; end < list.length; end += 1) {
      weight += weigh(list[end], PIECE)
      if (weight >= PIECE) break
    }
    yield JSON.stringify(list.slice(at, end)).slice(1, -1)
    at = end
  }
  yield "]"
}
