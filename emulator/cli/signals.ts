import { EXIT, type Io } from "./io.ts"

/** How often a process that npm started looks whether its parent is still there. */
const LOOK_MS = 100

/**
 * Resolves at the first SIGINT or SIGTERM; a second SIGINT ends the process at once. npm puts a shell between itself and what it
 * runs, and not every shell hands on the signal that ends it: below npm, the end of the parent counts as one.
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
    const timer = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(timer)
      resolve()
    }, LOOK_MS)
    timer.unref()
  })
}
