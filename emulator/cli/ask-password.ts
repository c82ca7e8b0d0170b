import { createInterface } from "node:readline/promises"
import { Writable } from "node:stream"

/** Reads a line without echoing it. Returns undefined if there is no terminal. */
export async function askPassword(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined
  process.stderr.write(question)
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: unseen, terminal: true })
  try {
    return await terminal.question("")
  } finally {
    terminal.close()
    process.stderr.write("\n")
  }
}
