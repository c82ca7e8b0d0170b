import type { ParseConfig, ParseError } from "papaparse"
import { type ImportRow, invalidParams } from "../../src/inside.ts"
import { decodeCsv } from "./decode.ts"
import { papa } from "./papa.ts"

/** A file of ImportItems: its header, and its rows, which are read as they are asked for. */
export interface ItemsFile {
  readonly header: readonly string[]
  readonly rows: Iterable<ImportRow>
}

/** So many characters a cell may have. */
const MAX_CELL = 1_000_000
/** So many rows are read at a time. */
const CHUNK = 1000

/** A record of the file, and where it begins. */
interface Line extends ImportRow {
  readonly isBlank: boolean
}

/**
 * Reads a CSV file in UTF-8 with a header (RFC 4180). Refuses, while rows are read, what is no such file: quotes that don't close,
 * rows of another length than the header, cells of more than a million characters.
 */
export function parseItems(bytes: Uint8Array): ItemsFile {
  const lines = linesOf(decodeCsv(bytes))
  const first = lines.next()
  const header = first.done === true || first.value.isBlank ? [] : first.value.cells.map((cell) => cell.trim())
  if (header.length === 0) throw invalidParams("line 1: a header with display IDs of fields is missing")
  return { header, rows: rowsBelow(header, lines) }
}

function* rowsBelow(header: readonly string[], lines: Iterable<Line>): Generator<ImportRow> {
  for (const { line, cells, isBlank } of lines) {
    if (isBlank) continue
    if (cells.length !== header.length) throw wrongLength(line, cells, header)
    yield { line, cells }
  }
}

function wrongLength(line: number, cells: readonly string[], header: readonly string[]) {
  const missing = header[cells.length]
  const which = missing === undefined ? `column ${header.length + 1} is too many` : `${missing} is missing`
  return invalidParams(`line ${line}: ${cells.length} cells where the header has ${header.length}: ${which}`)
}

function* linesOf(text: string): Generator<Line> {
  let options: ParseConfig<string[]> = { delimiter: ",", fastMode: false }
  let line = 1
  for (let start = 0; start < text.length; ) {
    const rest = text.slice(start)
    const { data, errors, meta } = papa.code.parse<string[]>(rest, { ...options, preview: CHUNK })
    // What ends a line is guessed once, from the beginning of the file.
    options = { ...options, newline: meta.linebreak as "\n" }
    const [broken] = errors
    for (const [at, cells] of data.entries()) {
      if (broken?.row === at) throw brokenQuotes(rest, options, broken, line)
      for (const [column, { length }] of cells.entries()) {
        if (length <= MAX_CELL) continue
        throw invalidParams(`line ${line}, column ${column + 1}: ${length} characters where ${MAX_CELL} are the most`)
      }
      yield { line, cells, isBlank: cells.length === 1 && cells[0] === "" }
      line += 1
      for (const cell of cells) line += newlinesIn(cell)
    }
    start += meta.cursor
  }
}

const newlinesIn = (cell: string): number => (/[\r\n]/.test(cell) ? cell.split(/\r\n|\n|\r/).length - 1 : 0)

/** `line` is where the row begins; the cell is the one whose quotes are wrong. */
function brokenQuotes(
  text: string,
  options: ParseConfig<string[]>,
  { row = 0, index = 1, code }: ParseError,
  line: number,
) {
  const from = row === 0 ? 0 : papa.code.parse<string[]>(text, { ...options, preview: row }).meta.cursor
  const before = papa.code.parse<string[]>(text.slice(from, index - 1), options).data.at(-1)?.length ?? 1
  const what = code === "MissingQuotes" ? "a quote is not closed" : "a quote inside a quoted cell is not doubled"
  return invalidParams(`line ${line}, column ${before}: ${what}`)
}
