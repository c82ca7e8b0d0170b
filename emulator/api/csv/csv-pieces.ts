import { papa } from "../../csv/papa.ts"

/** Written at once, in characters. */
const PIECE = 65_536

type Row = readonly unknown[]

/** A header and rows as CSV, in pieces that are little longer than a row. Each row is made when it is written. */
export function* csvPieces<T>(header: Row, list: readonly T[], rowOf: (one: T) => Row): Generator<string> {
  let rows: Row[] = [header]
  let length = 0
  let before = ""
  const write = () => before + papa.code.unparse(rows as unknown[][], { newline: "\n" })
  for (const one of list) {
    if (length >= PIECE) {
      yield write()
      before = "\n"
      rows = []
      length = 0
    }
    const row = rowOf(one)
    rows.push(row)
    for (const cell of row) length += typeof cell === "string" ? cell.length + 1 : 8
  }
  yield write()
}
