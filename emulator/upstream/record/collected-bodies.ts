import type { Readable } from "node:stream"

/** Size in bytes of the largest recorded body, and of all bodies in memory together. Larger bodies are passed on without being recorded. */
export const MAX_BYTES = 16_777_216
const MAX_BYTES_TOGETHER = 268_435_456

/** A body that is passed on and recorded. */
export interface CollectedBody {
  /** Returns the bytes that have passed so far; undefined if there were too many. */
  bytes(): Buffer | undefined
  /** Frees the memory. Must be called once the body is recorded or lost. */
  free(): void
}

/** The bodies of all requests and responses that are not recorded yet. */
export class CollectedBodies {
  #bytes = 0

  /** Collects a body while somebody else reads the stream. */
  collect(stream: Readable): CollectedBody {
    let chunks: Buffer[] = []
    let length = 0
    let isClosed = false
    const free = () => {
      for (const { length: freed } of chunks) this.#bytes -= freed
      chunks = []
      isClosed = true
    }
    stream.on("data", (chunk: Buffer) => {
      if (isClosed) return
      length += chunk.length
      if (length > MAX_BYTES || this.#bytes + chunk.length > MAX_BYTES_TOGETHER) {
        length = Number.POSITIVE_INFINITY
        free()
        return
      }
      this.#bytes += chunk.length
      chunks.push(chunk)
    })
    return { bytes: () => (length === Number.POSITIVE_INFINITY ? undefined : Buffer.concat(chunks)), free }
  }
}
