import { nextTurn } from "../next-turn.ts"

const encoder = new TextEncoder()

/**
 * A text that is too long to be put together: its parts, in order. They are encoded one by one as they are sent; kept as bytes, they left
 * 150 MiB behind them with the allocator of the C library.
 */
export class LongText {
  readonly #parts: string[] = []
  #byteLength = 0

  /** In UTF-8. */
  get byteLength(): number {
    return this.#byteLength
  }

  add(part: string): void {
    this.#parts.push(part)
    this.#byteLength += encoder.encode(part).length
  }

  /** The parts in UTF-8, each when the last was taken and others had their turn. */
  stream(): ReadableStream<Uint8Array> {
    const parts = this.#parts
    let at = 0
    return new ReadableStream(
      {
        async pull(controller) {
          await nextTurn()
          const part = parts[at++]
          if (part === undefined) controller.close()
          else controller.enqueue(encoder.encode(part))
        },
      },
      { highWaterMark: 0 },
    )
  }

  toString(): string {
    return this.#parts.join("")
  }
}
