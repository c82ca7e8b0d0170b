import { readFileSync } from "node:fs"
import { EXIT, type Io } from "./io.ts"

/** Interval at which a process started by npm checks whether its parent still runs. */
const POLL_MS = 100

/**
 * Resolves at the first SIGINT or SIGTERM. A second SIGINT ends the process at once. npm starts commands through a
 * shell that may not forward signals, so the end of that shell or of npm also counts as a signal.
 */
export function waitForSignal({ env }: Pick<Io, "env">): Promise<void> {
  return new Promise((resolve) => {
    let interrupts = 0
    process.on("SIGINT", () => {
      interrupts += 1
      if (interrupts > 1) process.exit(EXIT.interrupted)
      resolve()
    })
    process.on("SIGTERM", resolve)
    if (env.npm_lifecycle_event === undefined) return
    const parent = process.ppid
    const npm = starterOf(parent)
    const timer = setInterval(() => {
      if (process.ppid === parent && (npm === undefined || starterOf(parent) === npm)) return
      clearInterval(timer)
      resolve()
    }, POLL_MS)
    timer.unref()
  })
}

/** Returns the parent of npm's shell, which changes when npm ends; undefined without /proc or if `shell` is not a shell. */
function starterOf(shell: number): string | undefined {
  try {
    return /^\d+ \(sh\) \S (\d+) /.exec(readFileSync(`/proc/${shell}/stat`, "latin1"))?.[1]
  } catch {
    return undefined
  }
}
