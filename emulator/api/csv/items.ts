import type { ImportRow } from "../../../src/items/index.ts"
import { invalidParams } from "../../../src/model/index.ts"
import { type CsvPiece, type CsvRow, cellsOfPiece, newlinesIn, readRows, separatorFault } from "./read-rows.ts"

/** A CSV file for ImportItems. Each row is parsed when the iteration reaches the row. */
export interface ItemsFile {
  readonly header: readonly string[]
  readonly rows: Iterable<ImportRow>
}

/** Maximum number of characters in a cell. */
const MAX_CELL = 1_000_000
const MAX_COLUMNS = 10_000

const isBlank = (cells: readonly string[]): boolean => cells.length === 1 && cells[0] === ""

/**
 * Parses a UTF-8 CSV file with a header (RFC 4180), and yields to the event loop between parts. Refuses unclosed
 * quotes, files beyond the limits, and rows whose number of cells differs from the header.
 */
export async function parseItems(bytes: Uint8Array): Promise<ItemsFile> {
  let header: readonly string[] | undefined
  const pieces = await readRows(bytes, (row) => {
    checkCells(row)
    if (header !== undefined) checkLength(row, header)
    else if (row.cells.length > MAX_COLUMNS) {
      throw invalidParams(`line 1: expected at most ${MAX_COLUMNS} columns, received more`)
    } else if (!row.isCut) {
      const fault = separatorFault(row.cells)
      if (fault !== undefined) throw invalidParams(`line 1: ${fault}`)
      if (row.cells.every((cell) => cell.trim() === "")) throw noHeader()
      header = row.cells.map((cell) => cell.trim())
    }
  })
  if (header === undefined) throw noHeader()
  return { header, rows: { [Symbol.iterator]: () => rowsBelow(pieces) } }
}

const noHeader = () => invalidParams("line 1: expected a header with the display IDs of fields, received an empty line")

function* rowsBelow(pieces: readonly CsvPiece[]): Generator<ImportRow> {
  for (const piece of pieces) {
    let { line } = piece
    for (const cells of cellsOfPiece(piece)) {
      if (line > 1 && !isBlank(cells)) yield { line, cells }
      line += 1 + newlinesIn(cells)
    }
  }
}

function checkCells({ line, cells, broken }: CsvRow): void {
  if (broken !== undefined) {
    const what =
      broken.error.code === "MissingQuotes" ? "the closing quote is missing" : "a quote in a cell must be doubled"
    throw invalidParams(`line ${line}, column ${broken.column}: ${what}`)
  }
  for (const [column, { length }] of cells.entries()) {
    if (length <= MAX_CELL) continue
    throw invalidParams(`line ${line}, column ${column + 1}: expected at most ${MAX_CELL} characters, received more`)
  }
}

function checkLength({ line, cells, isCut }: CsvRow, header: readonly string[]): void {
  const isRight = cells.length === header.length || (isCut ? cells.length < header.length : isBlank(cells))
  if (isRight) return
  const missing = header[cells.length]
  const which = missing === undefined ? `column ${header.length + 1} has no header` : `the column ${missing} is missing`
  throw invalidParams(`line ${line}: expected ${header.length} cells, received ${cells.length}: ${which}`)
}
