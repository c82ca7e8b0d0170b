import { EXIT } from "./io.ts"

/** Resolves at the first SIGINT or SIGTERM; a second SIGINT ends the process at once. */
export function waitForSignal(): Promise<void> {
  return new Promise((resolve) => {
    let interrupts = 0
    process.on("SIGINT", () => {
      interrupts += 1
      if (interrupts > 1) process.exit(EXIT.interrupted)
      resolve()
    })
    process.on("SIGTERM", resolve)
  })
}
