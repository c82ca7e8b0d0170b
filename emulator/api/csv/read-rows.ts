import type { ParseError, ParseStepResult } from "papaparse"
import { invalidParams, notUtf8 } from "../../../src/model/index.ts"
import { nextTurn } from "../../wire/index.ts"
import { LineEnds } from "./line-ends.ts"
import { papa } from "./papa.ts"

/** Number of bytes to read before other work in the event loop runs. */
const TURN_BYTES = 65_536
/** Maximum number of rows in a file, including blank rows. */
const MAX_ROWS = 1_000_000
const MAX_CELLS = 10_000_000

const OPTIONS = { delimiter: ",", newline: "\n", fastMode: false } as const

export interface CsvRow {
  /** Line of the file on which the row starts; the first line is 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** Error in the row's quotes and the column of the error, counted from 1; undefined if the quotes are valid. */
  readonly broken: { readonly error: ParseError; readonly column: number } | undefined
  /** If true, the end of the row has not been read yet, and `take` will be called again with more of the row. */
  readonly isCut: boolean
}

export interface CsvPiece {
  /** Line of the file on which the text starts; the first line is 1. */
  readonly line: number
  readonly text: string
}

/**
 * Reads UTF-8 CSV, with or without a byte order mark (RFC 4180). Line ends may be CRLF, LF and CR. Calls `take` with each
 * row; `take` throws to refuse the file. Yields to the event loop between parts. Returns pieces of whole rows, without
 * the pieces that contain only blank rows.
 */
export async function readRows(bytes: Uint8Array, take: (row: CsvRow) => void): Promise<CsvPiece[]> {
  await papa.load()
  const decoder = new TextDecoder("utf-8", { fatal: true })
  const pieces: CsvPiece[] = []
  const reading = { line: 1, rows: 0, cells: 0, isBlank: true }
  const lineEnds = new LineEnds()
  let pending = ""
  /** Length of `pending` to wait for. An incomplete row is parsed again once `pending` has doubled in length. */
  let wanted = 0
  for (let start = 0; start < bytes.length; start += TURN_BYTES) {
    const isLast = start + TURN_BYTES >= bytes.length
    if (start > 0) await nextTurn()
    const part = decode(decoder, bytes, start, isLast)
    pending += lineEnds.unify(part)
    if (pending.length < wanted && !isLast) continue
    const { line } = reading
    reading.isBlank = true
    const end = takeRows(pending, isLast, reading, take)
    if (end > 0 && !reading.isBlank) pieces.push({ line, text: pending.slice(0, end) })
    pending = pending.slice(end)
    wanted = end > 0 ? 0 : pending.length * 2
  }
  return pieces
}

export function cellsOfPiece({ text }: CsvPiece): string[][] {
  return papa.code.parse<string[]>(text, OPTIONS).data
}

/** Counts the line ends inside a row's cells. */
export const newlinesIn = (cells: readonly string[]): number => {
  let count = 0
  for (const cell of cells) if (/[\r\n]/.test(cell)) count += cell.split(/\r\n|\n|\r/).length - 1
  return count
}

/** Decodes a part of a file. UTF-16 is often valid UTF-8 with characters U+0000, which no CSV file of texts contains. */
function decode(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array, start: number, isLast: boolean): string {
  let text: string
  try {
    text = decoder.decode(bytes.subarray(start, start + TURN_BYTES), { stream: !isLast })
  } catch {
    throw invalidParams(notUtf8(bytes))
  }
  if (start === 0 && text.slice(0, FIRST_CHARACTERS).includes("\0")) throw invalidParams(notUtf8(bytes))
  return text
}

const FIRST_CHARACTERS = 16

/** Separators of other programs, none of which a display ID may contain. */
const SEPARATORS = [
  [";", "semicolons"],
  ["\t", "tabs"],
  ["|", "vertical bars"],
] as const

/** Returns why a header is not separated by commas, and what to do. Undefined if it may be right. */
export function separatorFault([first = "", ...others]: readonly string[]): string | undefined {
  const received = JSON.stringify(first.slice(0, 100))
  if (/^sep=/i.test(first)) return `received ${received}; remove this line, and separate the cells by commas`
  const name = others.length > 0 ? undefined : SEPARATORS.find(([separator]) => first.includes(separator))?.[1]
  return name && `the cells of ${received} are separated by ${name}; separate them by commas`
}

/** Calls `take` with each row of `text`. Returns the position after the last complete row. */
function takeRows(
  text: string,
  isLast: boolean,
  reading: { line: number; rows: number; cells: number; isBlank: boolean },
  take: (row: CsvRow) => void,
): number {
  let end = 0
  papa.code.parse<string[]>(text, {
    ...OPTIONS,
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
      if (reading.rows > MAX_ROWS) throw invalidParams(`line ${line}: the file has more than ${MAX_ROWS} rows`)
      if (reading.cells > MAX_CELLS) throw invalidParams(`line ${line}: the file has more than ${MAX_CELLS} cells`)
    },
  })
  return end
}

/** Returns the column, counted from 1, that contains the text position `index`. `row` starts at the position `from`. */
function columnOf(row: string, index: number | undefined, from: number): number {
  const before = row.slice(0, (index ?? from + 1) - from - 1)
  return papa.code.parse<string[]>(before, { delimiter: "," }).data.at(-1)?.length ?? 1
}
