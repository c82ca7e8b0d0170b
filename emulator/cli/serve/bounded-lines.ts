const NEW_LINE = 10
/** Initial size of the buffer for a line that arrives in chunks. The size doubles as needed. */
const FIRST_ROOM = 65_536
const NO_ROOM = Buffer.alloc(0)

export interface LineReader {
  line(text: string): void
  tooLong(): void
}

/**
 * Splits bytes into lines in linear time, whatever the size of the chunks. Buffers at most `most` bytes of an
 * unfinished line, and nothing of a longer line.
 */
export class BoundedLines {
  readonly #most: number
  readonly #reader: LineReader
  #room: Buffer = NO_ROOM
  #held = 0
  #isTooLong = false

  constructor(most: number, reader: LineReader) {
    this.#most = most
    this.#reader = reader
  }

  get memory(): number {
    return this.#room.length
  }

  take(chunk: Buffer): void {
    let from = 0
    for (let end = chunk.indexOf(NEW_LINE); end !== -1; end = chunk.indexOf(NEW_LINE, from)) {
      this.#end(chunk.subarray(from, end))
      from = end + 1
    }
    if (from < chunk.length) this.#hold(chunk.subarray(from))
  }

  #end(last: Buffer): void {
    const isWhole = this.#held === 0 && !this.#isTooLong && last.length <= this.#most
    if (!isWhole) this.#hold(last)
    const wasTooLong = this.#isTooLong
    const line = isWhole ? last : this.#room.subarray(0, this.#held)
    this.#forget()
    this.#isTooLong = false
    if (!wasTooLong) this.#reader.line(line.toString("utf8").replace(/\r$/, ""))
  }

  #hold(part: Buffer): void {
    if (this.#isTooLong) return
    const length = this.#held + part.length
    if (length > this.#most) {
      this.#forget()
      this.#isTooLong = true
      this.#reader.tooLong()
      return
    }
    if (length > this.#room.length) this.#grow(length)
    part.copy(this.#room, this.#held)
    this.#held = length
  }

  #grow(length: number): void {
    const room = Buffer.allocUnsafe(Math.min(this.#most, Math.max(length, 2 * this.#room.length, FIRST_ROOM)))
    this.#room.copy(room, 0, 0, this.#held)
    this.#room = room
  }

  #forget(): void {
    this.#room = NO_ROOM
    this.#held = 0
  }
}
