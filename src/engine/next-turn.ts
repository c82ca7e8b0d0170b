import type { Timer } from "../ports/timer.ts"

/** The last turn that was promised, by the timer that gives it. */
const latest = new WeakMap<Timer, Promise<void>>()

/** Lets others have their turn. Only one who waits goes on in a turn of the event loop, or many would keep everybody waiting together. */
export function nextTurn(timer: Timer): Promise<void> {
  const turn = (latest.get(timer) ?? Promise.resolve()).then(
    () => new Promise<void>((resolve) => void timer.after(0, resolve)),
  )
  latest.set(
    timer,
    turn.catch(() => {}),
  )
  return turn
}

/** Does work that yields between its pieces; others have their turn after each. */
export async function inTurns<T>(timer: Timer, work: Generator<void, T>): Promise<T> {
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
    await nextTurn(timer)
  }
}
