/** Keeps the original timer function, because tests replace the global one. */
const { setTimeout: later } = globalThis

let latest: Promise<void> = Promise.resolve()

/** Waits for a later turn of the event loop. Only one caller resumes per turn, so that long responses do not block requests. */
export function nextTurn(): Promise<void> {
  latest = latest.then(() => new Promise((resolve) => later(resolve, 0)))
  return latest
}
