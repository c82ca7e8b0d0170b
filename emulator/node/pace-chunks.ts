import type { IncomingMessage } from "node:http"

/** How many pieces of a body are taken before the server looks at what else there is. */
const PIECES_A_TURN = 1000

/**
 * Has a body that comes in very small pieces wait for its turn every thousand of them. Node takes 2 MiB from a connection at a time, in
 * which there may be 350,000 pieces of a byte; nobody else would be answered meanwhile.
 */
export function paceChunks(incoming: IncomingMessage): void {
  const push = incoming.push.bind(incoming)
  const read = incoming._read.bind(incoming)
  let left = PIECES_A_TURN
  let isWaiting = false
  let wanted: number | undefined
  incoming.push = (piece, encoding) => {
    const takesMore = push(piece, encoding)
    left -= 1
    if (left > 0) return takesMore
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
    if (isWaiting) wanted = size
    else read(size)
  }
}
