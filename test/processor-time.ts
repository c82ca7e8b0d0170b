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
