import type { Io } from "../io.ts"

/** What may wait for a reader of the output; further lines are dropped until there is room again. */
const WAITING_BYTES = 1_048_576

/** Writes the lines of one turn of the event loop together. */
export class Batch {
  readonly #io: Io
  /** How the log says that it left out so many lines. */
  readonly #gap: (lines: number) => string
  #lines: string[] = []
  #dropped = 0

  constructor(io: Io, gap: (lines: number) => string) {
    this.#io = io
    this.#gap = gap
  }

  add(line: string): this {
    if (this.#lines.length === 0) setImmediate(() => this.flush())
    this.#lines.push(line)
    return this
  }

  flush(): void {
    if (this.#lines.length === 0) return
    const text = this.#lines.join("")
    if (this.#io.waiting() + text.length > WAITING_BYTES) {
      this.#dropped += this.#lines.length
    } else {
      this.#io.out(this.#dropped === 0 ? text : this.#gap(this.#dropped) + text)
      this.#dropped = 0
    }
    this.#lines = []
  }
}
