import type { Instant } from "../../../../src/model/index.ts"
import type { ChangeRow } from "../../../../src/ports/index.ts"

/** Separators in packed changes. They do not occur in the data: JSON escapes them, and other columns never contain them. */
const [BETWEEN_ROWS, BETWEEN_COLUMNS] = ["\u001e", "\u001f"]

export const PACKED_CHANGES = `SELECT group_concat(sequence || char(31) || at || char(31) || coalesce(actor, '') || char(31) || operation
  || char(31) || sum || char(31) || body, char(30)) AS packed
  FROM (SELECT * FROM changes WHERE world = ? AND sequence > ? ORDER BY sequence LIMIT ?)`

/** Maximum size in bytes of one packed string. A single larger change is still packed. */
export const MAX_PACKED_BYTES = 32 * 1_048_576

export const SIZE_OF_CHANGES =
  "SELECT sum(octet_length(body)) AS size FROM (SELECT body FROM changes WHERE world = ? AND sequence > ? ORDER BY sequence LIMIT ?)"

export function* packedChanges(packed: string): Generator<readonly [ChangeRow, number]> {
  if (packed === "") return
  for (const row of packed.split(BETWEEN_ROWS)) {
    const [sequence, at = "", actor = "", operation = "", sum, body = ""] = row.split(BETWEEN_COLUMNS)
    yield [
      { sequence: Number(sequence), at: at as Instant, actor: actor === "" ? null : actor, operation, body },
      Number(sum),
    ]
  }
}

export const unpackChanges = (packed: string): ChangeRow[] => Array.from(packedChanges(packed), ([change]) => change)
