import type { Sources } from "../../src/fixtures/index.ts"
import type { Progress } from "../adapters/index.ts"
import type { Io } from "./io.ts"

const QUIET_MS = 1000
const EVERY_MS = 100
/** Number of `count` calls per reading of the clock, because reading the clock is slow. */
const COUNTS_PER_READING = 256

export interface LongWork {
  readonly report: Progress
  /** Counts one element. Call it instead of `report` if the total is unknown. */
  readonly count: (what: string) => void
  readonly step: (what: string) => void
  readonly end: () => void
}

export const QUIET_WORK: LongWork = { report: () => {}, count: () => {}, step: () => {}, end: () => {} }

/** Shows progress on a terminal, in one line of standard error that is cleared at the end. */
export function progressOn(io: Io, what: string): LongWork {
  if (io.isTerminal !== true) return QUIET_WORK
  const began = performance.now()
  let doing = what
  let counted = 0
  let reportedAt = began + QUIET_MS - EVERY_MS
  let isShown = false
  const show = (far: string) => {
    const now = performance.now()
    if (now - reportedAt < EVERY_MS) return
    reportedAt = now
    isShown = true
    io.err(`\r\u001b[K${doing}${far} `)
  }
  // Shows the elapsed time, because a remote server does not report its progress.
  const timer = setInterval(() => show(` … ${Math.round((performance.now() - began) / 1000)} s`), QUIET_MS)
  timer.unref()
  return {
    report: (done, of) => show(`: ${of === 0 ? 100 : Math.floor((done / of) * 100)} %`),
    count(next) {
      if (doing !== next) counted = 0
      doing = next
      counted += 1
      if (counted % COUNTS_PER_READING === 0) show(`: ${counted.toLocaleString("en")}`)
    },
    step(next) {
      doing = next
      show(" …")
    },
    end() {
      clearInterval(timer)
      if (isShown) io.err("\r\u001b[K")
      isShown = false
    },
  }
}

export const countingItems = (sources: Sources, { count }: LongWork): Sources => ({
  ...sources,
  visited: (doing) => count(`${doing} items`),
})
