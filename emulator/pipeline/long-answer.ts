import { invalidParams } from "../../src/inside.ts"
import { nextTurn } from "../next-turn.ts"
import { LongText } from "../wire/long-text.ts"

/** What is written at once, in characters as `weigh` takes them. */
const PIECE = 65_536
/** What is put together as one part, and written before others have their turn. */
const TURN_CHARACTERS = 1_048_576
/** What an answer may have, in characters. */
const MOST_CHARACTERS = 134_217_728
/** What a value is taken for beside its texts: its name, quotes and commas. */
const VALUE = 16

/**
 * Whether an answer may be very long: items look up others, whose titles may be long, so a little that is stored can be answered any
 * number of times.
 */
export const isLongAnswer = (answer: unknown): boolean => weigh(answer, TURN_CHARACTERS) >= TURN_CHARACTERS

/**
 * The JSON of a long answer, written piece by piece, so that others have their turn and one that is too long is refused before there
 * is much of it.
 */
export async function writeLongAnswer(answer: unknown): Promise<LongText> {
  const text = new LongText()
  let length = 0
  let turn = ""
  for (const piece of piecesOf(answer)) {
    turn += piece
    length += piece.length
    if (length > MOST_CHARACTERS) throw tooLong()
    if (turn.length < TURN_CHARACTERS) continue
    text.add(turn)
    turn = ""
    await nextTurn()
  }
  text.add(turn)
  return text
}

const tooLong = () =>
  invalidParams(`the answer is longer than ${MOST_CHARACTERS / 1_048_576} MiB: ask for fewer items a page`)

/** How long the JSON of a value is, roughly; no more of it is looked at than weighs `most`. */
function weigh(value: unknown, most: number): number {
  if (typeof value === "string") return VALUE + value.length
  let weight = VALUE
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && weight < most; at += 1) weight += weigh(value[at], most - weight)
  } else if (typeof value === "object" && value !== null) {
    for (const name in value) {
      if (weight >= most) break
      weight += weigh((value as Members)[name], most - weight)
    }
  }
  return weight
}

type Members = Readonly<Record<string, unknown>>

function write(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    // No text has room for it.
    if (error instanceof RangeError) throw tooLong()
    throw error
  }
}

function* piecesOf(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null || weigh(value, PIECE) < PIECE) yield write(value)
  else if (Array.isArray(value)) yield* piecesOfList(value)
  else yield* piecesOfObject(value as Members)
}

function* piecesOfObject(value: Members): Generator<string> {
  let before = "{"
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    before = ","
    yield* piecesOf(member)
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
      yield* piecesOf(list[at])
      at += 1
      continue
    }
    let end = at + 1
    for (; end < list.length; end += 1) {
      weight += weigh(list[end], PIECE)
      if (weight >= PIECE) break
    }
    yield write(list.slice(at, end)).slice(1, -1)
    at = end
  }
  yield "]"
}
