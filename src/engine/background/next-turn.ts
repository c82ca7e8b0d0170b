import type { Timer } from "../../ports/index.ts"

const latest = new WeakMap<Timer, Promise<void>>()

/** Yields to the event loop. Waiting calls resume one per turn; if all resumed in one turn, they would block the event loop together. */
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

/** Runs a generator to its end and yields to the event loop after each step. */
export const inTurns = <T>(timer: Timer, work: Generator<void, T>): Promise<T> =>
  withPauses(work, () => nextTurn(timer))

/** Runs a generator to its end and waits for `pause`, if any, after each step. */
export async function withPauses<T>(work: Generator<void, T>, pause: (() => Promise<void>) | undefined): Promise<T> {
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
    await pause?.()
  }
}
