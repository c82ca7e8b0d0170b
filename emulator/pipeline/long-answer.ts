import { invalidParams } from "../../src/inside.ts"

/** Lists of fewer elements are written at once. */
const SHORT = 8
/** The most elements that are written at once, fewer where they are long. */
const MOST_AT_ONCE = 16
/** Characters of elements that are written by themselves. */
const LONG_PIECE = 65_536
/** How much is written before others have their turn. */
const TURN_CHARACTERS = 4_194_304
/** What an answer may have, in characters. */
const MOST_CHARACTERS = 134_217_728

/** Kept, as tests that stop the clock replace it. */
const { setTimeout: later } = globalThis

type Members = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isLongList = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length >= SHORT

/**
 * Whether an answer has lists that may make it very long: items look up others, whose titles may be long, so a little that is stored can
 * be answered any number of times.
 */
export const isLongAnswer = (answer: unknown): boolean => {
  if (!isObject(answer)) return isLongList(answer)
  for (const name in answer) if (isLongList(answer[name])) return true
  return false
}

/**
 * The JSON of an answer with long lists, written piece by piece, so that others have their turn and one that is too long is refused
 * before there is much of it.
 */
export async function writeLongAnswer(answer: unknown): Promise<string> {
  const pieces: string[] = []
  let length = 0
  let ofTurn = 0
  for (const piece of piecesOf(answer)) {
    pieces.push(piece)
    length += piece.length
    ofTurn += piece.length
    if (length > MOST_CHARACTERS) throw tooLong()
    if (ofTurn < TURN_CHARACTERS) continue
    ofTurn = 0
    await new Promise((resolve) => later(resolve, 0))
  }
  return pieces.join("")
}

const tooLong = () =>
  invalidParams(`the answer is longer than ${MOST_CHARACTERS / 1_048_576} MiB: ask for fewer items a page`)

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
  if (isLongList(value)) yield* piecesOfList(value)
  else if (isObject(value)) yield* piecesOfObject(value)
  else yield write(value)
}

function* piecesOfObject(value: Members): Generator<string> {
  let before = "{"
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    before = ","
    if (isLongList(member)) yield* piecesOfList(member)
    else yield write(member)
  }
  yield before === "{" ? "{}" : "}"
}

function* piecesOfList(list: readonly unknown[]): Generator<string> {
  let before = "["
  let count = 1
  for (let at = 0; at < list.length; ) {
    const piece = write(list.slice(at, at + count)).slice(1, -1)
    yield before
    yield piece
    before = ","
    at += count
    count = piece.length > LONG_PIECE ? 1 : Math.min(MOST_AT_ONCE, count * 2)
  }
  yield "]"
}
