import type { ParseError, ParseStepResult } from "papaparse"
import { invalidParams } from "../../../src/inside.ts"
import { nextTurn } from "../../wire/next-turn.ts"
import { papa } from "../../csv/papa.ts"

/** How much of a file is read before others have their turn, in bytes. */
const TURN_BYTES = 65_536
/** So many rows a file may have, blank ones among them. */
const MAX_ROWS = 1_000_000
/** And so many cells. */
const MAX_CELLS = 10_000_000

/** A row of a file. */
export interface CsvRow {
  /** Where it begins, from 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** Why its quotes are no quotes, and in which column, from 1. */
  readonly broken: { readonly error: ParseError; readonly column: number } | undefined
  /** Its end is not known yet: it is told again with more of it. */
  readonly isCut: boolean
}

/** Several rows of a file. */
export interface CsvPiece {
  /** Where they begin, from 1. */
  readonly line: number
  readonly text: string
  readonly newline: "\n" | "\r" | "\r\n"
}

/**
 * Reads CSV in UTF-8, with or without a byte order mark (RFC 4180), in turns with others: `take` is told each row, and refuses it by
 * throwing. Answers the file in pieces of whole rows, without those that are all blank.
 */
export async function readRows(bytes: Uint8Array, take: (row: CsvRow) => void): Promise<CsvPiece[]> {
  await papa.load()
  const decoder = new TextDecoder("utf-8", { fatal: true })
  const pieces: CsvPiece[] = []
  const reading = { line: 1, rows: 0, cells: 0, isBlank: true }
  let newline: CsvPiece["newline"] | undefined
  let pending = ""
  /** A row that is longer than what was read is looked at again when there is twice as much of it. */
  let wanted = 0
  for (let start = 0; start < bytes.length; start += TURN_BYTES) {
    const isLast = start + TURN_BYTES >= bytes.length
    if (start > 0) await nextTurn()
    pending += decode(decoder, bytes.subarray(start, start + TURN_BYTES), isLast)
    if (pending.length < wanted && !isLast) continue
    newline ??= papa.code.parse(pending, { delimiter: ",", preview: 1 }).meta.linebreak as CsvPiece["newline"]
    const { line } = reading
    reading.isBlank = true
    const end = takeRows(pending, newline, isLast, reading, take)
    if (end > 0 && !reading.isBlank) pieces.push({ line, text: pending.slice(0, end), newline })
    pending = pending.slice(end)
    wanted = end > 0 ? 0 : pending.length * 2
  }
  return pieces
}

/** The rows of a piece. */
export function cellsOfPiece({ text, newline }: CsvPiece): string[][] {
  return papa.code.parse<string[]>(text, { delimiter: ",", newline, fastMode: false }).data
}

/** How many line ends are within the cells of a row. */
export const newlinesIn = (cells: readonly string[]): number => {
  let count = 0
  for (const cell of cells) if (/[\r\n]/.test(cell)) count += cell.split(/\r\n|\n|\r/).length - 1
  return count
}

function decode(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array, isLast: boolean): string {
  try {
    return decoder.decode(bytes, { stream: !isLast })
  } catch {
    throw invalidParams("the file is not valid UTF-8")
  }
}

/** Tells the rows of a text; answers where the first begins whose end is not known. */
function takeRows(
  text: string,
  newline: CsvPiece["newline"],
  isLast: boolean,
  reading: { line: number; rows: number; cells: number; isBlank: boolean },
  take: (row: CsvRow) => void,
): number {
  let end = 0
  papa.code.parse<string[]>(text, {
    delimiter: ",",
    newline,
    fastMode: false,
    step({ data: cells, errors, meta: { cursor } }: ParseStepResult<string[]>) {
      const isCut = !isLast && cursor >= text.length
      const [error] = isCut ? [] : errors
      const { line } = reading
      take({ line, cells, isCut, broken: error && { error, column: columnOf(text.slice(end), error.index, end) } })
      if (isCut) return
      end = cursor
      reading.line += 1 + newlinesIn(cells)
      reading.rows += 1
      reading.cells += cells.length
      if (cells.length > 1 || cells[0] !== "") reading.isBlank = false
      if (reading.rows > MAX_ROWS) throw invalidParams(`line ${line}: more than ${MAX_ROWS} rows`)
      if (reading.cells > MAX_CELLS) throw invalidParams(`line ${line}: more than ${MAX_CELLS} cells`)
    },
  })
  return end
}

/** The column of what stands at a place of a text, of which a row begins at `from`. */
function columnOf(row: string, index: number | undefined, from: number): number {
  const before = row.slice(0, (index ?? from + 1) - from - 1)
  return papa.code.parse<string[]>(before, { delimiter: "," }).data.at(-1)?.length ?? 1
}
