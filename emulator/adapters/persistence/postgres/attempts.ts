import { setTimeout as pause } from "node:timers/promises"
import { StoreTrouble } from "../../../../src/inside.ts"
import { Unreachable } from "./connection.ts"
import { isDatabaseError } from "./driver.ts"

/** Somebody else was in the way of a transaction: nothing of it happened, and it may be tried again. */
const CONTENDED = /^(?:40001|40P01)$/
const FULL = /^(?:53100|53000)$/
const FIRST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 500

const isContended = (error: unknown): boolean => isDatabaseError(error) && CONTENDED.test(error.code ?? "")

/** The trouble that an error of the database is to those who use the store. */
export function troubleOf(error: unknown): StoreTrouble {
  if (error instanceof StoreTrouble) return error
  if (error instanceof Unreachable) {
    return new StoreTrouble("gone", `the database can't be reached: ${error.message}`, {
      isUncertain: !error.isCertain,
      cause: error,
    })
  }
  const { message, code } = error as { readonly message: string; readonly code?: string }
  const isFull = FULL.test(code ?? "")
  const what = isFull ? "the disk of the database is full" : "the database refused"
  return new StoreTrouble(isFull ? "full" : "other", `${what}: ${message}`, { cause: error })
}

/** How long it is looked up at most what became of something that others can look up later. */
export const LOOKED_UP_MS = 10_000

/**
 * Does what may be done twice, until it is certain whether it has happened: as long as an answer of the database was lost, it is asked
 * again, for so long as `limitMs`, else however long it is away. `isAgain`: an earlier attempt may have happened. Refuses only what has
 * not happened, unless the limit was reached: that trouble is uncertain.
 */
export async function untilCertain<T>(
  attempt: (isAgain: boolean) => Promise<T>,
  isOver: () => boolean,
  limitMs = Number.POSITIVE_INFINITY,
): Promise<T> {
  let uncertainSince: number | undefined
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
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

/** Asks what may be asked twice: once more where the connection turned out to be dead. */
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
