import { type FileHandle, open } from "node:fs/promises"
import type { Entry, Har } from "har-format"
import { VERSION } from "../../version.ts"
import { UpstreamProblem } from "../upstream-problem.ts"

const HEAD: Har = { log: { version: "1.2", creator: { name: "hexarium", version: VERSION }, entries: [] } }
const END = "\n]}}\n"

/**
 * Writes a HAR file that is complete after each entry: an entry and the file's end replace the old end in one write. A
 * process that is killed therefore leaves a readable file.
 */
export class HarWriter {
  readonly #handle: FileHandle
  readonly #file: string
  /** Position of the file's end, which the next entry replaces. */
  #at: number
  #isEmpty = true
  #last: Promise<void> = Promise.resolve()

  private constructor(handle: FileHandle, file: string, at: number) {
    this.#handle = handle
    this.#file = file
    this.#at = at
  }

  /** Creates the file. Rejects with an `UpstreamProblem` if it exists, because a recording must not be overwritten. */
  static async create(file: string): Promise<HarWriter> {
    const head = JSON.stringify(HEAD).replace(/\]\}\}$/, "")
    const handle = await open(file, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
      throw new UpstreamProblem(
        error.code === "EEXIST"
          ? `${file} exists already; record to another file, or delete it`
          : `${file} can't be written: ${reasonOf(error)}`,
      )
    })
    const writer = new HarWriter(handle, file, Buffer.byteLength(head))
    await writer.#write(`${head}${END}`, 0)
    return writer
  }

  /** Appends an entry after all entries that were appended before. */
  append(entry: Entry): Promise<void> {
    this.#last = this.#last.then(() => this.#append(entry))
    return this.#last
  }

  async #append(entry: Entry): Promise<void> {
    const text = `${this.#isEmpty ? "" : ","}\n${JSON.stringify(entry)}`
    await this.#write(`${text}${END}`, this.#at)
    this.#at += Buffer.byteLength(text)
    this.#isEmpty = false
  }

  async #write(text: string, at: number): Promise<void> {
    const bytes = Buffer.from(text)
    try {
      for (let done = 0; done < bytes.length; ) {
        done += (await this.#handle.write(bytes, done, bytes.length - done, at + done)).bytesWritten
      }
    } catch (error) {
      await this.#restoreEnd()
      throw new UpstreamProblem(`${this.#file} can't be written: ${reasonOf(error as NodeJS.ErrnoException)}`)
    }
  }

  /** Removes a partly written entry, for example after the disk became full. */
  async #restoreEnd(): Promise<void> {
    const end = Buffer.from(END)
    await this.#handle.truncate(this.#at + end.length).catch(() => {})
    await this.#handle.write(end, 0, end.length, this.#at).catch(() => {})
  }

  async close(): Promise<void> {
    await this.#last.catch(() => {})
    await this.#handle.close()
  }
}

export function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === "ENOSPC") return "the disk is full"
  if (code === "ENOENT") return "its folder does not exist"
  if (code === "EACCES" || code === "EROFS" || code === "EPERM") return "you may not write to its folder"
  return message
}
