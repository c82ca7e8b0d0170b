import type { Share } from "./answer-room.ts"
import { nextTurn } from "./next-turn.ts"

/** Number of bytes to measure or send before the event loop gets a turn for other work. */
const TURN_BYTES = 1_048_576

const encoder = new TextEncoder()
/** Buffer in which to count a string's bytes. Longer strings are counted in parts. */
const scratch = new Uint8Array(262_144)

/** Returns a string's length in UTF-8 bytes. */
function bytesOf(text: string): number {
  let bytes = 0
  for (let rest = text; rest !== ""; ) {
    const { read, written } = encoder.encodeInto(rest, scratch)
    bytes += written
    rest = rest.slice(read)
  }
  return bytes
}

export interface LongTextLimit {
  /** Maximum length of the text in bytes. */
  readonly most: number
  /** Called if the text is longer than `most`. Throws an error, or returns a shorter text to send instead. */
  readonly beyond: () => string
}

/**
 * A text that is too long to keep in memory. Its pieces are generated twice, first to measure the text and then to send
 * it. Only about 1 MiB of the text is in memory at a time.
 */
export class LongText {
  readonly #pieces: () => Iterable<string>
  readonly #limit: LongTextLimit | undefined
  #byteLength: number | undefined
  #share: Share | undefined

  constructor(pieces: () => Iterable<string>, limit?: LongTextLimit) {
    this.#pieces = pieces
    this.#limit = limit
  }

  /** Length in UTF-8 bytes. Throws if `measure` has not run. */
  get byteLength(): number {
    if (this.#byteLength === undefined) throw new Error("a long text was sent before its length was measured")
    return this.#byteLength
  }

  get isMeasured(): boolean {
    return this.#byteLength !== undefined
  }

  /** The text, if it has less than 1 MiB. Generates its pieces only up to this length. */
  get ifShort(): string | undefined {
    let text = ""
    let bytes = 0
    for (const piece of this.#pieces()) {
      bytes += bytesOf(piece)
      if (bytes >= TURN_BYTES) return undefined
      text += piece
    }
    return text
  }

  /**
   * Counts the text's bytes up to the limit. Returns this object, or a string if the text is short or exceeds the
   * limit. This object releases `share` when it is sent or `measure` fails. If a string is returned, the caller must
   * release `share`.
   */
  async measure(share?: Share): Promise<LongText | string> {
    try {
      return await this.#measure(share)
    } catch (error) {
      share?.release()
      throw error
    }
  }

  async #measure(share: Share | undefined): Promise<LongText | string> {
    let length = 0
    let turn = 0
    for (const piece of this.#pieces()) {
      const bytes = bytesOf(piece)
      length += bytes
      turn += bytes
      if (this.#limit !== undefined && length > this.#limit.most) return this.#limit.beyond()
      if (turn < TURN_BYTES) continue
      turn = 0
      await nextTurn()
    }
    if (length < TURN_BYTES) return String(this)
    this.#byteLength = length
    this.#share = share
    share?.shrink(length)
    return this
  }

  /** Releases the reserved memory if the text will not be sent. */
  release(): void {
    this.#share?.release()
  }

  /**
   * Returns a stream of UTF-8 that generates the text while it is read. If the client reads nothing while other
   * responses wait for memory, calls `cutOff`; if `cutOff` is undefined, the stream fails.
   */
  stream(cutOff?: () => void): ReadableStream<Uint8Array> {
    const pieces = this.#pieces()[Symbol.iterator]()
    const share = this.#share
    return new ReadableStream<Uint8Array>(
      {
        start(controller) {
          share?.onCut(cutOff ?? (() => controller.error(new Error("the client read the response too slowly"))))
        },
        async pull(controller) {
          await nextTurn()
          share?.moved()
          const part = partOf(pieces)
          if (part === undefined) {
            share?.release()
            controller.close()
          } else controller.enqueue(encoder.encode(part))
        },
        cancel() {
          share?.release()
        },
      },
      { highWaterMark: 0 },
    )
  }

  toString(): string {
    return [...this.#pieces()].join("")
  }
}

/** Joins pieces to a part that is long enough to send. Returns undefined if no pieces are left. */
function partOf(pieces: Iterator<string>): string | undefined {
  let part: string | undefined
  while (part === undefined || part.length < TURN_BYTES) {
    const { done, value } = pieces.next()
    if (done === true) break
    part = (part ?? "") + value
  }
  return part
}

/** Joins the pieces to a string if they have fewer than TURN_BYTES characters. Otherwise returns a `LongText`. */
export function shortOrLong(pieces: () => Iterable<string>): string | LongText {
  let text = ""
  for (const piece of pieces()) {
    text += piece
    if (text.length >= TURN_BYTES) return new LongText(pieces)
  }
  return text
}
