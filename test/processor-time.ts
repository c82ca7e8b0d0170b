/** What some work costs of the processor, in ms. All threads of the process count, those of the garbage collection too. */
export async function costOf<T>(work: () => T | Promise<T>): Promise<{ readonly result: T; readonly ms: number }> {
  const began = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(began)
  return { result, ms: (user + system) / 1000 }
}

const TRIES = 6

/** Works until it costs no more than `most` ms, at most six times. Garbage collection and a busy machine make some tries longer. */
export async function leastCostOf<T>(most: number, work: () => T | Promise<T>): ReturnType<typeof costOf<T>> {
  let least = await costOf(work)
  for (let tries = 1; least.ms > most && tries < TRIES; tries += 1) {
    const { result, ms } = await costOf(work)
    least = { result, ms: Math.min(least.ms, ms) }
  }
  return least
}
