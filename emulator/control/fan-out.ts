/** How many clients are written to before everything else has its turn. */
const CLIENTS_A_TURN = 32

const due = new Set<() => void>()
let isGoingRound = false

/**
 * Writes to a client soon, what it is told until then at once. Of many clients some are written to in each turn of the event loop:
 * three hundred that were told of each of three hundred writes by itself kept everybody waiting for 2 s.
 */
export function writeSoon(write: () => void): void {
  due.add(write)
  if (isGoingRound) return
  isGoingRound = true
  queueMicrotask(goRound)
}

/** For a client that is gone. */
export const writeNoMore = (write: () => void): void => void due.delete(write)

function goRound(): void {
  let left = CLIENTS_A_TURN
  for (const write of due) {
    if (left === 0) break
    left -= 1
    due.delete(write)
    write()
  }
  if (due.size > 0) setTimeout(goRound, 0)
  else isGoingRound = false
}
