import { existsSync } from "node:fs"
import { open, truncate } from "node:fs/promises"
import { createInterface } from "node:readline"

export const ndjsonLines = (values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join("")

/** Reads an NDJSON file with the place of each line. Cuts off a last line that an interruption left incomplete. */
export async function* readNdjsonLines(
  file: string,
): AsyncGenerator<{ readonly value: unknown; readonly at: number; readonly length: number }> {
  if (!existsSync(file)) return
  const handle = await open(file, "r")
  let at = 0
  try {
    const { size } = await handle.stat()
    for await (const line of createInterface({ input: handle.createReadStream({ autoClose: false }) })) {
      const length = Buffer.byteLength(line)
      if (at + length + 1 > size) {
        await truncate(file, at)
        return
      }
      yield { value: JSON.parse(line), at, length }
      at += length + 1
    }
  } finally {
    await handle.close()
  }
}
