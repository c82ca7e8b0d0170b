/** Number of clients to which events are written per event-loop turn. */
const CLIENTS_A_TURN = 32

const due = new Set<() => void>()
let isWriting = false

/** Schedules one call of `write` for all events until then. Each event-loop turn makes only some of the calls. */
export function writeSoon(write: () => void): void {
  due.add(write)
  if (isWriting) return
  isWriting = true
  queueMicrotask(writeDue)
}

/** Cancels a scheduled write when the client has disconnected. */
export const cancelWrite = (write: () => void): void => void due.delete(write)

function writeDue(): void {
  let left = CLIENTS_A_TURN
  for (const write of due) {
    if (left === 0) break
    left -= 1
    due.delete(write)
    write()
  }
  if (due.size > 0) setTimeout(writeDue, 0)
  else isWriting = false
}
