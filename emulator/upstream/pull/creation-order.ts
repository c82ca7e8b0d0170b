/**
 * Restores the order in which items were created. The API lists items by time, but the reverse links of an item in the
 * order in which they were made. The order of a fixture's items decides the order of reverse links.
 */
export class CreationOrder {
  readonly #following = new Map<string, Set<string>>()

  /** Adds items of a datastore in the order in which an item links to them. */
  add(iIds: readonly string[]): void {
    for (const [at, iId] of iIds.entries()) {
      const next = iIds[at + 1]
      if (next === undefined || next === iId) continue
      const following = this.#following.get(iId) ?? new Set()
      following.add(next)
      this.#following.set(iId, following)
    }
  }

  /** Sorts the IDs so that the known orders hold. IDs whose orders contradict each other keep their places. */
  sort(iIds: readonly string[]): string[] {
    const known = new Set(iIds)
    const before = new Map<string, number>()
    for (const [iId, following] of this.#following) {
      if (!known.has(iId)) continue
      for (const next of following) before.set(next, (before.get(next) ?? 0) + 1)
    }
    const sorted = new Set<string>()
    for (const iId of iIds) {
      const ready = (before.get(iId) ?? 0) === 0 ? [iId] : []
      for (let next = ready.pop(); next !== undefined; next = ready.pop()) {
        if (sorted.has(next)) continue
        sorted.add(next)
        for (const other of this.#following.get(next) ?? []) {
          const left = (before.get(other) ?? 0) - 1
          before.set(other, left)
          if (left === 0 && known.has(other)) ready.push(other)
        }
      }
    }
    return [...sorted, ...iIds.filter((iId) => !sorted.has(iId))]
  }
}
