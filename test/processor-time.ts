/** Processor time of some work in ms, including all threads of the process and garbage collection. */
export async function costOf<T>(work: () => T | Promise<T>): Promise<{ readonly result: T; readonly ms: number }> {
  const began = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(began)
  return { result, ms: (user + system) / 1000 }
}

const TRIES = 6

/** Repeats some work until it takes at most `most` ms, at most six times. Garbage collection and a busy machine slow some attempts down. */
export async function leastCostOf<T>(most: number, work: () => T | Promise<T>): ReturnType<typeof costOf<T>> {
  let least = await costOf(work)
  for (let tries = 1; least.ms > most && tries < TRIES; tries += 1) {
    const { result, ms } = await costOf(work)
    least = { result, ms: Math.min(least.ms, ms) }
  }
  return least
}

/**
 * Returns how many times as long some work takes as a baseline. Both run in each attempt, so that a busy machine slows both. Repeats them
 * until the ratio is at most `most`, at most six times.
 */
export async function leastRatioOf<T>(
  most: number,
  work: () => T | Promise<T>,
  baseline: () => unknown,
): Promise<{ readonly result: T; readonly ratio: number }> {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 1; ; tries += 1) {
    const { ms: base } = await costOf(baseline)
    const { result, ms } = await costOf(work)
    least = Math.min(least, ms / base)
    if (least <= most || tries === TRIES) return { result, ratio: least }
  }
}
