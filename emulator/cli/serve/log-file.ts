import { appendFileSync, writeFileSync } from "node:fs"
import { PRIVATE_FILE } from "../../adapters/index.ts"
import { plain } from "../colours.ts"
import type { Io } from "../io.ts"
import { notWritten } from "../output.ts"

/** Truncates the file and returns output that writes to it. Stops with one line at the first text that can't be written. */
export function toFile(file: string, { err }: Pick<Io, "err">): Pick<Io, "out" | "colours" | "waiting"> {
  try {
    writeFileSync(file, "", { mode: PRIVATE_FILE })
  } catch (error) {
    throw notWritten(file, error)
  }
  let isOver = false
  const out = (text: string) => {
    if (isOver) return
    try {
      appendFileSync(file, text)
    } catch (error) {
      isOver = true
      err(`hexarium: the log ends here, because ${notWritten(file, error).message}\n`)
    }
  }
  return { out, colours: { out: plain, err: plain }, waiting: () => 0 }
}
