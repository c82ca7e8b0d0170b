import type { ChangeRow, Instant } from "../../../../src/inside.ts"

/** Stand in no JSON and in no other column, since JSON escapes them. */
const [BETWEEN_ROWS, BETWEEN_COLUMNS] = ["\u001e", "\u001f"]

/** The changes of a world after a version, as one text. */
export const PACKED_CHANGES = `SELECT group_concat(sequence || char(31) || at || char(31) || coalesce(actor, '') || char(31) || operation
  || char(31) || sum || char(31) || body, char(30)) AS packed
  FROM (SELECT * FROM changes WHERE world = ? AND sequence > ? ORDER BY sequence LIMIT ?)`

/** So many bytes at most are packed into one text, unless it is a single change. */
export const MOST_PACKED = 32 * 1_048_576

export const SIZE_OF_CHANGES =
  "SELECT sum(octet_length(body)) AS size FROM (SELECT body FROM changes WHERE world = ? AND sequence > ? ORDER BY sequence LIMIT ?)"

/** Each change, with its check sum. */
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
