import { closeSync, fstatSync, ftruncateSync, openSync, rmSync, writeSync } from "node:fs"
import { identityOf } from "./file-identity.ts"

const OWNER_ONLY = 0o600

/** A small file that this process creates, overwrites and removes. It never removes a file that replaced its own. */
export class OwnFile {
  readonly #path: string
  #handle: number | undefined
  #length = 0

  constructor(path: string) {
    this.#path = path
  }

  write(text: string): void {
    this.#handle ??= openSync(this.#path, "w", OWNER_ONLY)
    writeSync(this.#handle, text, 0)
    const length = Buffer.byteLength(text)
    if (length < this.#length) ftruncateSync(this.#handle, length)
    this.#length = length
  }

  /** Removes the file, unless its name now belongs to another file. */
  remove(): void {
    if (this.#handle === undefined) return
    const { dev, ino } = fstatSync(this.#handle, { bigint: true })
    if (identityOf(this.#path) === `${dev}-${ino}`) rmSync(this.#path, { force: true })
    closeSync(this.#handle)
    this.#handle = undefined
  }
}
