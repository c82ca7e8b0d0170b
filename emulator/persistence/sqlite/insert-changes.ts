import type { ChangeRow, WorldNumber } from "../../../src/inside.ts"
import { sumOf } from "./rows.ts"
import type { SqliteSession } from "../../adapters/persistence/sqlite/session.ts"

/** So many changes at most are one statement: a statement costs nearly as much as a row. */
const TOGETHER = 10
const ROW = "(?, ?, ?, ?, ?, ?, ?)"
const STATEMENTS = Array.from(
  { length: TOGETHER + 1 },
  (_, rows) =>
    `INSERT INTO changes (world, sequence, at, actor, operation, body, sum) VALUES ${Array(rows).fill(ROW).join(", ")}`,
)

/** In a transaction: appends to the log of a world. */
export function insertChanges(session: SqliteSession, world: WorldNumber, changes: readonly ChangeRow[]): void {
  for (let from = 0; from < changes.length; from += TOGETHER) {
    const some = changes.slice(from, from + TOGETHER)
    const values = some.flatMap((change) => {
      const { sequence, at, actor, operation, body } = change
      return [world, sequence, at, actor, operation, body, sumOf(world, change)]
    })
    session.run(STATEMENTS[some.length] ?? "", ...values)
  }
}
