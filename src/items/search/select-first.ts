/** After so many rounds without an end the rest is sorted: an order that was made to take long takes no longer than that. */
const MOST_ROUNDS = 64

/**
 * Moves the first `count` elements of an order before all others, and leaves either part as it comes: a far page of many is found without
 * sorting them all. No two elements may be equal in the order.
 */
export function selectFirst<T>(list: T[], count: number, compare: (left: T, right: T) => number): void {
  const last = count - 1
  let low = 0
  let high = list.length - 1
  for (let round = 0; low < high && last >= low && last < high; round += 1) {
    if (round === MOST_ROUNDS) {
      const rest = list.slice(low, high + 1).sort(compare)
      for (const [at, element] of rest.entries()) list[low + at] = element
      return
    }
    const quarter = (high - low) >> 2
    const three = [list[low + quarter] as T, list[(low + high) >> 1] as T, list[high - quarter] as T]
    const [, pivot] = three.sort(compare) as [T, T, T]
    let left = low
    let right = high
    while (left <= right) {
      while (compare(list[left] as T, pivot) < 0) left += 1
      while (compare(list[right] as T, pivot) > 0) right -= 1
      if (left > right) break
      const moved = list[left] as T
      list[left] = list[right] as T
      list[right] = moved
      left += 1
      right -= 1
    }
    // Up to `right` they come before the pivot or are it, from `left` on after it.
    if (last <= right) high = right
    else if (last >= left) low = left
    else return
  }
}
