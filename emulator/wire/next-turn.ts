/** The original timer. Tests replace the global timers. */
const { setTimeout: later } = globalThis

let latest: Promise<void> = Promise.resolve()

/** Waits until other events are handled. Only one caller resumes per turn, so that long responses do not block requests. */
export function nextTurn(): Promise<void> {
  latest = latest.then(() => new Promise((resolve) => later(resolve, 0)))
  return latest
}
