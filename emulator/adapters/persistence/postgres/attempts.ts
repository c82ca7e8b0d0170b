import { setTimeout as pause } from "node:timers/promises"
import { StoreTrouble } from "../../../../src/ports/index.ts"
import { Unreachable } from "./connection.ts"
import { isDatabaseError } from "./driver.ts"

/** SQLSTATEs of a conflict with another transaction. The failed transaction had no effect and may be retried. */
const CONFLICT_CODES = /^(?:40001|40P01)$/
const FULL_DISK_CODES = /^(?:53100|53000)$/
const FIRST_PAUSE_MS = 20
const MAX_PAUSE_MS = 500

const isContended = (error: unknown): boolean => isDatabaseError(error) && CONFLICT_CODES.test(error.code ?? "")

export function troubleOf(error: unknown): StoreTrouble {
  if (error instanceof StoreTrouble) return error
  if (error instanceof Unreachable) {
    return new StoreTrouble("gone", `the database can't be reached: ${error.message}`, {
      isUncertain: !error.isCertain,
      cause: error,
    })
  }
  const { message, code } = error as { readonly message: string; readonly code?: string }
  const isFull = FULL_DISK_CODES.test(code ?? "")
  const what = isFull ? "the database server's disk is full" : "the database failed"
  return new StoreTrouble(isFull ? "full" : "other", `${what}: ${message}`, { cause: error })
}

/** Maximum milliseconds for retrying a write after a lost response, if later reads show whether the write succeeded. */
export const LOOKUP_MS = 10_000

/**
 * Retries an idempotent operation until it is certain whether the operation had an effect. After a lost response,
 * retries for at most `limitMs` (default: no limit). `isAgain` means that an earlier attempt may have succeeded.
 * Rejects if the operation had no effect, or with an error marked as uncertain.
 */
export async function untilCertain<T>(
  attempt: (isAgain: boolean) => Promise<T>,
  isOver: () => boolean,
  limitMs = Number.POSITIVE_INFINITY,
): Promise<T> {
  let uncertainSince: number | undefined
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, MAX_PAUSE_MS)) {
    try {
      return await attempt(uncertainSince !== undefined)
    } catch (error) {
      if (error instanceof Unreachable && !error.isCertain) uncertainSince ??= performance.now()
      const isUncertain = uncertainSince !== undefined
      const isWorthIt = isUncertain ? error instanceof Unreachable || isContended(error) : isContended(error)
      if (!isWorthIt) throw troubleOf(error)
      const isLate = uncertainSince !== undefined && performance.now() - uncertainSince >= limitMs
      if (isOver() || isLate) throw troubleOf(new Unreachable(error, false))
    }
    await pause(wait)
  }
}

/** Runs an idempotent query. After a lost connection or a conflict, runs it a second time. */
export async function twice<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (!isContended(error) && !(error instanceof Unreachable && !error.isCertain)) throw troubleOf(error)
  }
  try {
    return await attempt()
  } catch (error) {
    throw troubleOf(error)
  }
}
