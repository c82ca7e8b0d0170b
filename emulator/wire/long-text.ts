import { nextTurn } from "./next-turn.ts"
import type { Share } from "./answer-room.ts"

/** What is measured or sent before others have their turn, in bytes. */
const TURN_BYTES = 1_048_576

const encoder = new TextEncoder()
/** Only for counting; a text that is longer is counted in parts. */
const counted = new Uint8Array(262_144)

/** How long a text is in UTF-8. */
function bytesOf(text: string): number {
  let bytes = 0
  for (let rest = text; rest !== ""; ) {
    const { read, written } = encoder.encodeInto(rest, counted)
    bytes += written
    rest = rest.slice(read)
  }
  return bytes
}

/** How long a text may be. */
export interface LongTextLimit {
  /** In bytes. */
  readonly most: number
  /** Refuses by throwing, or gives a shorter text in its place. */
  readonly beyond: () => string
}

/**
 * A text that is too long to be put together. Its pieces are made twice, to be measured and to be sent, and never kept: what it takes is what it
 * is made from, and a part of at most about a MiB.
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

  /** In UTF-8. Known once it is measured. */
  get byteLength(): number {
    if (this.#byteLength === undefined) throw new Error("a long text is sent before it was measured")
    return this.#byteLength
  }

  get isMeasured(): boolean {
    return this.#byteLength !== undefined
  }

  /**
   * Counts the text, no further than it may be long, and says what is to be sent: the text itself or a short one. `share`: the room of the text,
   * released once it is sent, or here if it is not sent.
   */
  async measure(share?: Share): Promise<LongText | string> {
    let sent: LongText | string | undefined
    try {
      sent = await this.#measure(share)
      return sent
    } finally {
      if (sent !== this) share?.release()
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

  /** Nobody is going to read it. */
  release(): void {
    this.#share?.release()
  }

  /**
   * The text in UTF-8, made as it is read, each part after others had their turn. `cutOff` ends the connection of a reader who takes nothing
   * while others wait; without one the stream fails.
   */
  stream(cutOff?: () => void): ReadableStream<Uint8Array> {
    const pieces = this.#pieces()[Symbol.iterator]()
    const share = this.#share
    return new ReadableStream<Uint8Array>(
      {
        start(controller) {
          share?.onCut(cutOff ?? (() => controller.error(new Error("the answer was not read while others waited"))))
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

/** As many pieces as are sent at once; undefined at the end. */
function partOf(pieces: Iterator<string>): string | undefined {
  let part: string | undefined
  while (part === undefined || part.length < TURN_BYTES) {
    const { done, value } = pieces.next()
    if (done === true) break
    part = (part ?? "") + value
  }
  return part
}

/** A text that is put together if it is short. */
export function shortOrLong(pieces: () => Iterable<string>): string | LongText {
  let text = ""
  for (const piece of pieces()) {
    text += piece
    if (text.length >= TURN_BYTES) return new LongText(pieces)
  }
  return text
}
