import { writeFile } from "node:fs/promises"
import { failed, type Io } from "./io.ts"

/** Writes a document to a file, or to standard output where none is named. */
export async function writeOutput(io: Io, file: string | undefined, text: string): Promise<void> {
  if (file === undefined) return io.out(text)
  try {
    await writeFile(file, text)
  } catch (error) {
    throw failed(`${file} can't be written: ${(error as Error).message}`)
  }
}
