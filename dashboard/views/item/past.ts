/** A write of an item as the log knows it, newest first among its like. */
export interface Write {
  readonly entry: { readonly id: string; readonly at: string }
  /** The histories that it made. */
  readonly made: ReadonlySet<string>
}

/** A line of an item's past: the histories that were made together, the write that made them, or one of both where the other is not known. */
export interface PastLine<H, W> {
  readonly histories: readonly H[]
  readonly write: W | undefined
}

/**
 * Histories and writes of an item as one list, newest first. What the log has forgotten stands without its write; a write that made no
 * history, as of a script, stands alone. Many can be of one instant, as under a frozen clock: then the order of each list decides.
 */
export function pastOf<H extends { readonly history_id: string; readonly created_at: string }, W extends Write>(
  histories: readonly H[],
  writes: readonly W[],
): readonly PastLine<H, W>[] {
  const lines: PastLine<H, W>[] = []
  const left = [...writes]
  const told = new Set<H>()
  const tellWrites = (isNewer: (write: W) => boolean) => {
    for (let [write] = left; write !== undefined && isNewer(write); [write] = left) {
      left.shift()
      const made = histories.filter(({ history_id }) => write?.made.has(history_id))
      for (const history of made) told.add(history)
      lines.push({ histories: made, write })
    }
  }
  for (const history of histories) {
    if (told.has(history)) continue
    const own = left.find(({ made }) => made.has(history.history_id))
    tellWrites(own === undefined ? ({ entry }) => entry.at > history.created_at : () => !told.has(history))
    if (!told.has(history)) lines.push({ histories: [history], write: undefined })
  }
  tellWrites(() => true)
  return lines
}
