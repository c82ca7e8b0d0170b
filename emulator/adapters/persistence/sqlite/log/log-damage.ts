import { areEqual, openLog, type Sum } from "./log-file.ts"

/**
 * Finds damage in the write-ahead log of a database that nobody has open; answers what is wrong, in words. A killed process or a pulled
 * plug leaves at most one transaction unfinished, at the end: the next one is written after the one before it is on the disk. So where a
 * transaction can't be read and another one follows it, the log was damaged later.
 */
export function findLogDamage(file: string): string | undefined {
  const log = openLog(file)
  if (log === undefined) return undefined
  try {
    // The header is on the disk before the first frame is written.
    if (!log.hasSoundHeader) return log.frames > 0 && log.frame(0).page > 0 ? "the header can't be read" : undefined
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
    // Frames of an older log may follow, and of a transaction that was rolled back: neither goes on from a commit of this log.
    let before: { readonly sum: Sum; readonly commit: number } | undefined
    for (; position < log.frames; position += 1) {
      const frame = log.frame(position)
      const follows = before !== undefined && before.commit > 0 && areEqual(frame.salts, log.salts)
      if (follows && areEqual(log.sumOf(frame, (before as { readonly sum: Sum }).sum), frame.sum))
        return `the first ${commits} commits can be read, and those after them can't`
      before = frame
    }
    return undefined
  } finally {
    log.close()
  }
}
