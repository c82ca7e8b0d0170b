import { mkdtempSync, rmSync } from "node:fs"
import { appendFile, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Environment variable with the folder in which the processes of a test run store their counts of coverage. */
const VARIABLE = "HEXARIUM_COVERAGE_FOLDER"

/** The folder of the running test run; undefined if nothing collects its counts. */
export const findCountsFolder = (): string | undefined => process.env[VARIABLE]

/** Appends counts as JSON to a file of the folder. Each process must use its own file. */
export const appendCounts = (folder: string, file: string, counts: object): Promise<void> =>
  appendFile(join(folder, file), `${JSON.stringify(counts)}\n`)

/** A folder that collects the counts `T` of all processes of a test run (insight.md section 5). */
export class CountsFolder<T> {
  readonly #path = mkdtempSync(join(tmpdir(), "hexarium-coverage-"))

  /** Environment variables for the processes of the test run. */
  get variables(): Readonly<Record<string, string>> {
    return { [VARIABLE]: this.#path }
  }

  /** Reads all counts. Leaves out the last line of a process that ended while it wrote the line. */
  async read(): Promise<T[]> {
    const files = await readdir(this.#path)
    const texts = await Promise.all(files.sort().map((file) => readFile(join(this.#path, file), "utf8")))
    return texts.flatMap((text) =>
      text
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line) as T),
    )
  }

  /** Deletes the counts. */
  async clear(): Promise<void> {
    for (const file of await readdir(this.#path)) await rm(join(this.#path, file))
  }

  /** Deletes the folder. */
  delete(): void {
    rmSync(this.#path, { recursive: true, force: true })
  }
}
