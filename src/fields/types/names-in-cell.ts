/** Exports separate names by commas. People also write `;`. */
const COMMAS = /,/g
const SEPARATORS = /;|,/g

/**
 * Splits a cell of a CSV file into names, which may contain separators themselves. `find` returns undefined for an unknown name. The whole
 * cell may be one name. Otherwise it is split at commas or, if that does not give names, at `;`, too. The longest run of parts that is a
 * name wins, if the rest consists of names, too. Returns the parts of a cell that does not consist of names, with the unknown ones as
 * texts. `mostParts` is the largest number of parts in a name.
 */
export function namesInCell<T>(
  cell: string,
  find: (name: string) => T | undefined,
  mostParts: number,
): readonly (T | string)[] {
  const known = (text: string) => find(text) ?? find(text.trim())
  const whole = known(cell)
  if (whole !== undefined) return [whole]
  const byCommas = split(cell, COMMAS, known, mostParts)
  return byCommas.isComplete ? byCommas.names : split(cell, SEPARATORS, known, mostParts).names
}

function split<T>(cell: string, separators: RegExp, known: (text: string) => T | undefined, mostParts: number) {
  const ends = [...cell.matchAll(separators)].map(({ index }) => index)
  const starts = [0, ...ends.map((end) => end + 1)]
  ends.push(cell.length)
  const run = (from: number, to: number) => known(cell.slice(starts[from], ends[to]))
  /** For each part, the last parts of the runs that begin with it, if the rest consists of names. Longer runs come first. */
  const lasts: number[][] = starts.map(() => [])
  for (let from = starts.length - 1; from >= 0; from -= 1) {
    for (let to = Math.min(from + mostParts, starts.length) - 1; to >= from; to -= 1) {
      const isRestNamed = to === starts.length - 1 || lasts[to + 1]?.length !== 0
      if (isRestNamed && run(from, to) !== undefined) lasts[from]?.push(to)
    }
  }
  const names = new Set<T | string>()
  for (let from = 0; from < starts.length; ) {
    const ways = lasts[from] ?? []
    // A value has each name once. Another run is therefore better than a name that was found before.
    const to = ways.find((way) => !names.has(run(from, way) ?? "")) ?? ways[0] ?? from
    names.add(run(from, to) ?? cell.slice(starts[from], ends[to]).trim())
    from = to + 1
  }
  return { names: [...names], isComplete: lasts[0]?.length !== 0 }
}

/** Returns the number of parts into which `namesInCell` splits a name. */
export const partsOf = (name: string): number => (name.match(SEPARATORS)?.length ?? 0) + 1
