import { plainDigits } from "../../../src/fields/index.ts"
import { papa } from "./papa.ts"

/** Number of characters after which a piece of the CSV text ends. */
const PIECE = 65_536

type Row = readonly unknown[]

const plainCell = (cell: unknown): unknown => (typeof cell === "number" ? plainDigits(cell) : cell)

/**
 * Yields CSV in pieces of about `PIECE` characters. Each row is created just before it is written. Numbers are plain digits without an
 * exponent (model.md section 16, "CSV export").
 */
export function* csvPieces<T>(header: Row, list: readonly T[], rowOf: (one: T) => Row): Generator<string> {
  let rows: Row[] = [header]
  let length = 0
  const write = () => `${papa.code.unparse(rows as unknown[][], { newline: "\n" })}\n`
  for (const one of list) {
    if (length >= PIECE) {
      yield write()
      rows = []
      length = 0
    }
    const row = rowOf(one).map(plainCell)
    rows.push(row)
    for (const cell of row) length += typeof cell === "string" ? cell.length + 1 : 8
  }
  yield write()
}
