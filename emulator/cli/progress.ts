import type { Progress } from "../persistence/copy-store.ts"
import type { Io } from "./io.ts"

/** What takes longer than this says how far it is. */
const QUIET_MS = 1000
const EVERY_MS = 100

/** Says on a terminal how far a long work is, in one line that goes away at its end. */
export function progressOn(io: Io, what: string): { readonly tell: Progress; readonly end: () => void } {
  const began = performance.now()
  let told = began + QUIET_MS - EVERY_MS
  let isShown = false
  const { isTTY } = process.stderr
  return {
    tell(done, of) {
      const now = performance.now()
      if (!isTTY || now - told < EVERY_MS) return
      told = now
      isShown = true
      io.err(`\r${what}: ${of === 0 ? 100 : Math.floor((done / of) * 100)} % `)
    },
    end() {
      if (isShown) io.err("\r\u001b[K")
    },
  }
}
