import type { Io } from "../io.ts"

/** Maximum bytes of output to buffer for a slow reader; further lines are dropped. */
const WAITING_BYTES = 1_048_576

/** Collects the lines of one event-loop turn and writes them at once. */
export class Batch {
  readonly #io: Io
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
