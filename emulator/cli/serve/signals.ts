import { readFileSync } from "node:fs"
import { EXIT, type Io } from "../io.ts"

/** How often a process that npm started looks whether its parent is still there. */
const LOOK_MS = 100

/**
 * Resolves at the first SIGINT or SIGTERM; a second SIGINT ends the process at once. npm puts a shell between itself and what it
 * runs, and not every shell hands on the signal that ends it: below npm, the end of the parent counts as one, and that of npm
 * itself where it can be told.
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
    }, LOOK_MS)
    timer.unref()
  })
}

/** Who started npm's shell: another as soon as that one has ended. Undefined without /proc or such a shell. */
function starterOf(shell: number): string | undefined {
  try {
    return /^\d+ \(sh\) \S (\d+) /.exec(readFileSync(`/proc/${shell}/stat`, "latin1"))?.[1]
  } catch {
    return undefined
  }
}
