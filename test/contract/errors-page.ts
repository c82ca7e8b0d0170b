import { readFileSync } from "node:fs"
import { type OperationName, operationOf, rows } from "../../emulator/api/index.ts"

const PATH = "docs/reference/errors.md"
const PAGE = readFileSync(new URL(`../../${PATH}`, import.meta.url), "utf8")

/** Operations that a part of errors.md names. `rule` is the place of the part, for messages. */
export interface NamedOperations extends ReadonlySet<OperationName> {
  readonly rule: string
}

/** Reads the operations that errors.md names in the text that matches `part`. */
export function operationsIn(place: string, part: RegExp): NamedOperations {
  const rule = `${PATH} ${place}`
  const words = new Set(part.exec(PAGE)?.[0].match(/\w+/g))
  const names = rows.map(([name]) => name).filter((name) => words.has(operationOf(name)))
  if (names.length === 0) throw new Error(`${rule} names no operations`)
  return Object.assign(new Set(names), { rule })
}
