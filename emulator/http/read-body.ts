import { DomainError, invalidParams } from "../../src/index.ts"
import { MAX_JSON_BYTES, tooLarge } from "./limits.ts"

/**
 * Reads a body of at most `limit` bytes and stops reading where it passes that. `lengthIsTrue`: the transport holds the
 * body to its Content-Length, as a socket does, so it can be taken in one go.
 */
export async function readBytes(request: Request, lengthIsTrue: boolean, limit = MAX_JSON_BYTES): Promise<Uint8Array> {
  const declared = request.headers.get("content-length")
  if (declared !== null && Number(declared) > limit) throw tooLarge(limit)
  if (declared !== null && lengthIsTrue) return new Uint8Array(await request.arrayBuffer().catch(throwEndedEarly))
  return request.body === null ? new Uint8Array(0) : readStream(request.body, limit)
}

/** The client went away in the middle: its own doing, and nobody is left to hear the answer. */
export function endedEarly(cause: unknown): DomainError {
  return invalidParams(`the body ended before its end: ${(cause as Error).message}`)
}

function throwEndedEarly(cause: unknown): never {
  throw endedEarly(cause)
}

/** Reads a stream of at most `limit` bytes and stops reading where it passes that. */
export async function readStream(body: AsyncIterable<Uint8Array>, limit = MAX_JSON_BYTES): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of body) {
      length += chunk.length
      if (length > limit) throw tooLarge(limit)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof DomainError) throw error
    throw endedEarly(error)
  }
  return joinChunks(chunks, length)
}

export function joinChunks(chunks: readonly Uint8Array[], length: number): Uint8Array {
  if (chunks.length === 1 && chunks[0] !== undefined) return chunks[0]
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
