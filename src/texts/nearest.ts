/** The name that was probably meant: the nearest one, if it is near enough. */
export function nearest(given: string, names: readonly string[]): string | undefined {
  const wanted = given.toLowerCase()
  const allowed = Math.max(2, Math.floor(given.length / 3))
  let best: { name: string; distance: number } | undefined
  for (const name of names) {
    const distance = editDistance(wanted, name.toLowerCase())
    if (distance <= allowed && (best === undefined || distance < best.distance)) best = { name, distance }
  }
  return best?.name
}

/** How many letters must be put in, left out or replaced (Levenshtein). */
export function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= right.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[right.length] ?? 0
}
