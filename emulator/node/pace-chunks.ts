import type { IncomingMessage } from "node:http"

/** Maximum number of a body's chunks that are handled in one turn of the event loop. */
const PIECES_A_TURN = 1000
/** Chunks shorter than SMALL_BYTES are joined into chunks of at most TOGETHER_BYTES, because passing on each chunk takes time. */
const SMALL_BYTES = 1024
const TOGETHER_BYTES = 16_384

/**
 * Joins a request body's tiny chunks, and pauses after every thousand chunks. Node reads up to 2 MiB at a time, which
 * may contain 350,000 chunks of one byte. Without pauses, these would block all other requests.
 */
export function paceChunks(incoming: IncomingMessage): void {
  const push = incoming.push.bind(incoming)
  const read = incoming._read.bind(incoming)
  let left = PIECES_A_TURN
  let isWaiting = false
  let isFull = false
  let wanted: number | undefined
  let together = Buffer.alloc(0)
  let length = 0

  const handOn = (piece: Buffer): void => {
    isFull = !push(piece)
  }
  const handOnTogether = (): void => {
    if (length === 0 || incoming.destroyed) return
    const pieces = together.subarray(0, length)
    together = Buffer.alloc(0)
    length = 0
    handOn(pieces)
  }
  const gather = (piece: Buffer): void => {
    if (length + piece.length > TOGETHER_BYTES) handOnTogether()
    if (together.length === 0) {
      together = Buffer.allocUnsafe(TOGETHER_BYTES)
      setImmediate(handOnTogether)
    }
    length += piece.copy(together, length)
  }

  incoming.push = (piece, encoding) => {
    if (!Buffer.isBuffer(piece)) {
      handOnTogether()
      return push(piece, encoding)
    }
    if (piece.length < SMALL_BYTES) gather(piece)
    else {
      handOnTogether()
      handOn(piece)
    }
    left -= 1
    if (left > 0) return !isFull
    if (!isWaiting) {
      isWaiting = true
      setImmediate(() => {
        isWaiting = false
        left = PIECES_A_TURN
        if (wanted !== undefined) read(wanted)
        wanted = undefined
      })
    }
    // Returning false stops reading until the stream calls `_read` again.
    return false
  }
  incoming._read = (size) => {
    isFull = false
    if (isWaiting) wanted = size
    else read(size)
  }
}
