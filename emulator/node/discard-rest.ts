import type { Readable } from "node:stream"

/** Limits for a client that still sends its body after the response: time between chunks, total time, total size. */
const PAUSE_MS = 1000
const UNREAD_MS = 10_000
const UNREAD_BYTES = 512 * 1_048_576

/** Reads and discards the rest of a request's body, so that the client receives the response and can reuse the connection. */
export function discardRest(incoming: Readable): void {
  const cut = () => incoming.destroy()
  const pause = setTimeout(cut, PAUSE_MS).unref()
  const whole = setTimeout(cut, UNREAD_MS).unref()
  const stop = () => {
    clearTimeout(pause)
    clearTimeout(whole)
  }
  let room = UNREAD_BYTES
  const drop = (chunk: Uint8Array) => {
    room -= chunk.length
    if (room < 0) cut()
    else pause.refresh()
  }
  incoming.on("data", drop).once("end", stop).once("close", stop).resume()
}
