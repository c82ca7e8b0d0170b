import type { Readable } from "node:stream"

/** How long a client that goes on sending what was answered already may pause, how long it may take, and how much it may send. */
const PAUSE_MS = 1000
const UNREAD_MS = 10_000
const UNREAD_BYTES = 512 * 1_048_576

/** Lets the rest of a body go by unread, so that the client hears the answer and can use its connection again; not for ever. */
export function letGoBy(incoming: Readable): void {
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
