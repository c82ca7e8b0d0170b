/** Kept, as tests that stop the clock replace it. */
const { setTimeout: later } = globalThis

let latest: Promise<void> = Promise.resolve()

/**
 * Lets everything else have its turn of the event loop. Of several who wait one goes on in each turn, or many together would keep
 * everybody waiting: four long answers at once kept `/health` for 1.1 s.
 */
export function nextTurn(): Promise<void> {
  latest = latest.then(() => new Promise((resolve) => later(resolve, 0)))
  return latest
}
