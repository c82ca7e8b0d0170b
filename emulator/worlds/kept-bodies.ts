import type { Form } from "../wire/form.ts"

/** The largest body that is kept; of a larger one only its size is. */
const KEPT_BYTES = 65_536
/** Room for a hundred usual bodies, so that making one is rare. */
const SLAB_BYTES = 262_144

/** A body of a request or an answer, as it was sent; written out when somebody looks. */
export interface KeptBody {
  readonly bytes: number
  readonly contentType: string | null
  /** Null where the body is too large to be kept. */
  readonly content: Uint8Array | null
}

const encoder = new TextEncoder()

/**
 * Copies of bodies, one behind the other in a few large arrays: outside the heap, where the collector would have to carry each of
 * them from the young objects to the old ones just to throw it away there (performance.md, "buffers").
 */
export class BodyShelf {
  #slab = new Uint8Array(0)
  #used = 0

  /** Null for an empty body. */
  keep(body: string | Uint8Array, contentType: string | null): KeptBody | null {
    if (body.length === 0) return null
    const content = body.length > KEPT_BYTES ? undefined : (this.#write(body) ?? this.#renewed().#write(body))
    return { bytes: content?.length ?? sizeOf(body), contentType, content: content ?? null }
  }

  /** Its texts, and of its files what they are called, as JSON. */
  keepForm({ fields, files }: Form): KeptBody | null {
    const told = files.map(({ name, filename, contentType, bytes }) => ({
      name,
      filename,
      content_type: contentType,
      bytes: bytes.byteLength,
    }))
    const texts = [...Object.entries(fields).flat(), ...told.flatMap(({ name, filename }) => [name, filename])]
    const bytes = texts.reduce((sum, text) => sum + text.length, 0)
    if (bytes > KEPT_BYTES) return { bytes, contentType: "multipart/form-data", content: null }
    return this.keep(JSON.stringify({ ...fields, files: told }), null)
  }

  /** Undefined when there is no room left for it. */
  #write(body: string | Uint8Array): Uint8Array | undefined {
    const room = this.#slab.subarray(this.#used, this.#used + KEPT_BYTES)
    const written = typeof body === "string" ? writeText(body, room) : writeBytes(body, room)
    if (written === undefined) return undefined
    this.#used += written
    return room.subarray(0, written)
  }

  #renewed(): this {
    this.#slab = new Uint8Array(SLAB_BYTES)
    this.#used = 0
    return this
  }
}

function writeText(text: string, room: Uint8Array): number | undefined {
  const { read, written } = encoder.encodeInto(text, room)
  return read < text.length ? undefined : written
}

function writeBytes(bytes: Uint8Array, room: Uint8Array): number | undefined {
  if (bytes.length > room.length) return undefined
  room.set(bytes)
  return bytes.length
}

const sizeOf = (body: string | Uint8Array): number =>
  typeof body === "string" ? encoder.encode(body).length : body.length
