const listeners = new WeakMap<AbortSignal, Set<() => void>>()

/** Calls `listener` on abort; returns an unsubscribe function. Adds one listener per signal: Node warns about the eleventh. */
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
