import { invalidParams } from "../../../src/model/index.ts"
import { badRow, type ImportedUser } from "../../../src/operations/index.ts"
import { readRows, separatorFault } from "./read-rows.ts"

const COLUMNS = ["Email", "UserName", "Password", "GroupDisplayIDs", "RoleDisplayIDs", "IsDelete"] as const
type Column = (typeof COLUMNS)[number]

/** Maximum numbers of users in a file, cells in a row, and characters in a cell. */
const MAX_USERS = 10_000
const MAX_CELLS = 1000
const MAX_CELL = 1_000_000

/** A row of the file, and the line of the file on which the row starts; the first line is 1. */
interface Line {
  readonly line: number
  readonly cells: readonly string[]
}

/**
 * Parses a UserImport file (api.md section 12): UTF-8 CSV with a header. Columns may be in any order; only the column
 * Email is required. Several values in one cell are separated by `;`. Blank lines are skipped.
 */
export async function parseUsers(bytes: Uint8Array): Promise<ImportedUser[]> {
  const [header, ...lines] = await readLines(bytes)
  if (header === undefined) throw invalidParams("the file is empty; expected a header with the column Email")
  const fault = separatorFault(header.cells)
  if (fault !== undefined) throw invalidParams(`line ${header.line}: ${fault}`)
  const columns = header.cells.map((cell) => cell.trim())
  for (const [at, column] of columns.entries()) {
    if (!COLUMNS.some((known) => known === column)) throw invalidParams(`unknown column ${JSON.stringify(column)}`)
    if (columns.indexOf(column) !== at) throw invalidParams(`expected the column ${column} once, received it twice`)
  }
  if (!columns.includes("Email")) throw invalidParams("the header lacks the column Email")
  return lines.map(({ line, cells }) => {
    if (cells.length > columns.length) throw badRow(line, `expected ${columns.length} cells, received ${cells.length}`)
    const cell = (column: Column): string => cells[columns.indexOf(column)]?.trim() ?? ""
    return {
      line,
      email: cell("Email"),
      username: cell("UserName"),
      password: cells[columns.indexOf("Password")] ?? "",
      groups: listIn(cell("GroupDisplayIDs")),
      roles: listIn(cell("RoleDisplayIDs")),
      isDelete: flagIn(line, cell("IsDelete")),
    }
  })
}

async function readLines(bytes: Uint8Array): Promise<Line[]> {
  const lines: Line[] = []
  await readRows(bytes, ({ line, cells, broken, isCut }) => {
    if (broken !== undefined) throw badRow(line, broken.error.message)
    if (cells.length > MAX_CELLS) throw badRow(line, `expected at most ${MAX_CELLS} cells, received more`)
    if (cells.some(({ length }) => length > MAX_CELL)) throw badRow(line, `a cell has more than ${MAX_CELL} characters`)
    if (isCut || cells.every((cell) => cell.trim() === "")) return
    if (lines.length > MAX_USERS) throw badRow(line, `expected at most ${MAX_USERS} users, received more`)
    lines.push({ line, cells })
  })
  return lines
}

const listIn = (cell: string): string[] =>
  cell
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "")

function flagIn(line: number, cell: string): boolean {
  const text = cell.toLowerCase()
  if (text === "true" || text === "1") return true
  if (text === "" || text === "false" || text === "0") return false
  throw badRow(line, `IsDelete: expected true or false, received ${JSON.stringify(cell)}`)
}
