/** Number of entries that are sorted or merged before the generators yield. This takes some milliseconds. */
export const ENTRIES_PER_TURN = 20_000

/** Sorts a long list without changing it. Equal elements keep their order. Yields regularly, so that the caller can let other work run. */
export function* sortInTurns<T>(
  list: readonly T[],
  compare: (left: T, right: T) => number,
): Generator<void, readonly T[]> {
  let runs: (readonly T[])[] = []
  for (let from = 0; from < list.length; from += ENTRIES_PER_TURN) {
    runs.push(list.slice(from, from + ENTRIES_PER_TURN).sort(compare))
    yield
  }
  while (runs.length > 1) {
    const merged: (readonly T[])[] = []
    for (let at = 0; at < runs.length; at += 2)
      merged.push(yield* merge(runs[at] as readonly T[], runs[at + 1] ?? [], compare))
    runs = merged
  }
  return runs[0] ?? []
}

function* merge<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (left: T, right: T) => number,
): Generator<void, readonly T[]> {
  if (right.length === 0 || compare(left.at(-1) as T, right[0] as T) <= 0) return left.concat(right)
  const merged: T[] = []
  let [fromLeft, fromRight] = [0, 0]
  while (fromLeft < left.length && fromRight < right.length) {
    if (merged.length % ENTRIES_PER_TURN === 0) yield
    const [first, second] = [left[fromLeft] as T, right[fromRight] as T]
    if (compare(first, second) <= 0) {
      merged.push(first)
      fromLeft += 1
    } else {
      merged.push(second)
      fromRight += 1
    }
  }
  return merged.concat(left.slice(fromLeft), right.slice(fromRight))
}

/** Groups a list by keys. The groups, and the elements of each, keep their order. Yields regularly. */
export function* groupInTurns<T, K>(list: readonly T[], keyOf: (element: T) => K): Generator<void, Map<K, T[]>> {
  const groups = new Map<K, T[]>()
  for (const [at, element] of list.entries()) {
    if (at % ENTRIES_PER_TURN === 0) yield
    const key = keyOf(element)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [element])
    else group.push(element)
  }
  return groups
}

/** Runs all parts of some work without pauses. */
export function finish<T>(work: Generator<void, T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
  }
}
