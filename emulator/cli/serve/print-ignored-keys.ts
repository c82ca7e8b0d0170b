import type { AppWorlds } from "../../worlds/index.ts"
import type { Io } from "../io.ts"
import { printable } from "../printable.ts"

/** Maximum number of pairs of operation and key that are printed. */
const MAX_PAIRS = 1000

/** Prints each key that a write ignored to standard error, once for each operation and key. */
export function printIgnoredKeys(worlds: AppWorlds, io: Pick<Io, "err">): void {
  const printed = new Set<string>()
  worlds.onWorld(({ log }) => {
    log.follow(({ ignored, input }) => {
      const operation = input.operation ?? input.path
      for (const { key, text } of ignored.lines) {
        const pair = `${operation} ${key}`
        if (printed.size >= MAX_PAIRS || printed.has(pair)) continue
        printed.add(pair)
        io.err(`hexarium: ${printable(`${operation} ${text}`)}\n`)
        if (printed.size === MAX_PAIRS) io.err("hexarium: further ignored keys are only in the request log\n")
      }
    })
  })
}
