/** Who is to be told of a signal. */
const listeners = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls back when a signal is given that many wait for, such as the end of a world. Node takes more than ten listeners of one signal for
 * a leak and says so; here it has one. The answer ends the waiting.
 */
export function whenAborted(signal: AbortSignal, listener: () => void): () => void {
  const known = listeners.get(signal)
  const all = known ?? new Set()
  if (known === undefined) {
    listeners.set(signal, all)
    signal.addEventListener("abort", () => {
      for (const one of all) one()
    })
  }
  all.add(listener)
  return () => void all.delete(listener)
}
