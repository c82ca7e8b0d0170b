import { areEqual, openLog, type Sum } from "./log-file.ts"

/**
 * Returns a description of damage in a database's write-ahead log, or undefined. No process may have the database open.
 * Each transaction is written after the previous one is on the disk, so a crash leaves at most one incomplete
 * transaction, at the end. An unreadable transaction before a readable one is therefore damage.
 */
export function findLogDamage(file: string): string | undefined {
  const log = openLog(file)
  if (log === undefined) return undefined
  try {
    // A readable frame proves damage, because the header reaches the disk before the first frame.
    if (!log.hasSoundHeader)
      return log.frames > 0 && log.frame(0).page > 0 ? "the header of the log can't be read" : undefined
    let sum: Sum = log.sums[0]
    let position = 0
    let commits = 0
    for (; position < log.frames; position += 1) {
      const frame = log.frame(position)
      if (!areEqual(frame.salts, log.salts)) break
      const next = log.sumOf(frame, sum)
      if (!areEqual(next, frame.sum)) break
      sum = next
      if (frame.commit > 0) commits += 1
    }
    // Frames of an older log or of a rolled-back transaction may follow. They do not continue a commit of this log.
    let before: { readonly sum: Sum; readonly commit: number } | undefined
    for (; position < log.frames; position += 1) {
      const frame = log.frame(position)
      const follows = before !== undefined && before.commit > 0 && areEqual(frame.salts, log.salts)
      if (follows && areEqual(log.sumOf(frame, (before as { readonly sum: Sum }).sum), frame.sum))
        return `only the first ${commits} commits can be read`
      before = frame
    }
    return undefined
  } finally {
    log.close()
  }
}
