/** Number of entries that are sorted or merged before the generators yield. This takes some milliseconds. */
export const ENTRIES_PER_TURN = 20_000

/** Sorts a list without changing it. Equal elements keep their order. Yields regularly in a long list, so that the caller can let other work run. */
export function* sortInTurns<T>(
  list: readonly T[],
  compare: (left: T, right: T) => number,
): Generator<void, readonly T[]> {
  if (list.length <= ENTRIES_PER_TURN) return [...list].sort(compare)
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
  // An array that grows by `push` would be copied several times, which takes longer than the comparisons.
  const merged = new Array<T>(left.length + right.length)
  let fromLeft = 0
  for (let from = 0; from < merged.length; from += ENTRIES_PER_TURN) {
    yield
    fromLeft = mergePart(left, right, fromLeft, merged, from, compare)
  }
  return merged
}

/** Merges the elements of one turn. Returns the number of elements of the left list that are merged so far. */
function mergePart<T>(
  left: readonly T[],
  right: readonly T[],
  fromLeft: number,
  merged: T[],
  from: number,
  compare: (left: T, right: T) => number,
): number {
  let [atLeft, atRight] = [fromLeft, from - fromLeft]
  const end = Math.min(from + ENTRIES_PER_TURN, merged.length)
  for (let at = from; at < end; at += 1) {
    const isLeft =
      atRight === right.length || (atLeft < left.length && compare(left[atLeft] as T, right[atRight] as T) <= 0)
    merged[at] = (isLeft ? left[atLeft] : right[atRight]) as T
    if (isLeft) atLeft += 1
    else atRight += 1
  }
  return atLeft
}

/** Groups a list by keys. The groups, and the elements of each, keep their order. Yields regularly. */
export function* groupInTurns<T, K>(list: readonly T[], keyOf: (element: T) => K): Generator<void, Map<K, T[]>> {
  const groups = new Map<K, T[]>()
  for (let from = 0; from < list.length; from += ENTRIES_PER_TURN) {
    yield
    for (const element of list.slice(from, from + ENTRIES_PER_TURN)) {
      const key = keyOf(element)
      const group = groups.get(key)
      if (group === undefined) groups.set(key, [element])
      else group.push(element)
    }
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
