/** The largest body that is kept; of a larger one only its size is. */
const KEPT_BYTES = 65_536
/** Room for a hundred usual bodies, so that making one is rare. */
const SLAB_BYTES = 262_144

/** A body of a request or an answer, as it was sent; written out when somebody looks. */
export class KeptBody {
  readonly bytes: number
  readonly contentType: string | null
  /** Null where the body is too large to be kept. */
  readonly #slab: Buffer | null
  readonly #start: number

  constructor(slab: Buffer | null, start: number, bytes: number, contentType: string | null) {
    this.#slab = slab
    this.#start = start
    this.bytes = bytes
    this.contentType = contentType
  }

  /** Null where the body is too large to be kept. */
  get content(): Uint8Array | null {
    return this.#slab === null ? null : this.#slab.subarray(this.#start, this.#start + this.bytes)
  }
}

/**
 * Copies of bodies, one behind the other in a few large buffers: outside the heap, where the collector would have to carry each of
 * them from the young objects to the old ones just to throw it away there.
 */
export class BodyShelf {
  #slab = Buffer.alloc(0)
  #used = 0

  /** Null for an empty body. */
  keep(content: string | Uint8Array, contentType: string | null): KeptBody | null {
    const bytes = typeof content === "string" ? Buffer.byteLength(content) : content.byteLength
    if (bytes === 0) return null
    if (bytes > KEPT_BYTES) return new KeptBody(null, 0, bytes, contentType)
    if (this.#used + bytes > this.#slab.length) {
      this.#slab = Buffer.allocUnsafeSlow(SLAB_BYTES)
      this.#used = 0
    }
    const start = this.#used
    if (typeof content === "string") this.#slab.write(content, start)
    else this.#slab.set(content, start)
    this.#used += bytes
    return new KeptBody(this.#slab, start, bytes, contentType)
  }
}
