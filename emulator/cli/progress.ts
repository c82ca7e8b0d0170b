import type { Progress } from "../adapters/persistence/copy-store.ts"
import type { Io } from "./io.ts"

/** What takes longer than this says how far it is. */
const QUIET_MS = 1000
const EVERY_MS = 100
/** Looking at the time costs more than counting. */
const COUNTED = 256

/** Work that may take long, and says so. */
export interface LongWork {
  /** So much is done of so much. */
  readonly tell: Progress
  /** One more thing is done, of nobody knows how many. */
  readonly count: (what: string) => void
  /** What is done from now on. */
  readonly step: (what: string) => void
  readonly end: () => void
}

export const QUIET: LongWork = { tell: () => {}, count: () => {}, step: () => {}, end: () => {} }

/** Says on a terminal how far a long work is, in one line of standard error that goes away at its end. */
export function progressOn(io: Io, what: string): LongWork {
  if (io.isTerminal !== true) return QUIET
  const began = performance.now()
  let doing = what
  let counted = 0
  let told = began + QUIET_MS - EVERY_MS
  let isShown = false
  const show = (far: string) => {
    const now = performance.now()
    if (now - told < EVERY_MS) return
    told = now
    isShown = true
    io.err(`\r\u001b[K${doing}${far} `)
  }
  // Of work elsewhere, such as that of a server, only the time is known.
  const timer = setInterval(() => show(` … ${Math.round((performance.now() - began) / 1000)} s`), QUIET_MS)
  timer.unref()
  return {
    tell: (done, of) => show(`: ${of === 0 ? 100 : Math.floor((done / of) * 100)} %`),
    count(next) {
      if (doing !== next) counted = 0
      doing = next
      counted += 1
      if (counted % COUNTED === 0) show(`: ${counted.toLocaleString("en")}`)
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
