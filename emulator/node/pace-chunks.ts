import type { IncomingMessage } from "node:http"

/** How many pieces of a body are taken before the server looks at what else there is. */
const PIECES_A_TURN = 1000
/** Shorter pieces are put together, up to so many bytes: each that is handed on by itself costs more than it weighs. */
const SMALL_BYTES = 1024
const TOGETHER_BYTES = 16_384

/**
 * Has a body that comes in very small pieces wait for its turn every thousand of them, and hands them on together. Node takes 64 KiB from a
 * connection at a time, and 2 MiB where nothing else is read, in which there may be 350,000 pieces of a byte; nobody else would be
 * answered meanwhile.
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
    // The server reads no further, until the stream asks for it.
    return false
  }
  incoming._read = (size) => {
    isFull = false
    if (isWaiting) wanted = size
    else read(size)
  }
}
