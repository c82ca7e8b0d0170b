/** A write of an item in the log. */
export interface Write {
  readonly entry: { readonly id: string; readonly at: string }
  /** IDs of its histories. */
  readonly made: ReadonlySet<string>
}

/** The histories of one write, and the write; either may be unknown. */
export interface PastLine<H, W> {
  readonly histories: readonly H[]
  readonly write: W | undefined
}

/**
 * Histories and writes of an item as one list, newest first. Histories whose write the log has dropped stay without it,
 * and so do writes without a history, such as a script's. Entries with the same time, as under a frozen clock,
 * keep the order of their list.
 */
export function pastOf<H extends { readonly history_id: string; readonly created_at: string }, W extends Write>(
  histories: readonly H[],
  writes: readonly W[],
): readonly PastLine<H, W>[] {
  const lines: PastLine<H, W>[] = []
  const left = [...writes]
  const listedHistories = new Set<H>()
  const addWrites = (isNewer: (write: W) => boolean) => {
    for (let [write] = left; write !== undefined && isNewer(write); [write] = left) {
      left.shift()
      const made = histories.filter(({ history_id }) => write?.made.has(history_id))
      for (const history of made) listedHistories.add(history)
      lines.push({ histories: made, write })
    }
  }
  for (const history of histories) {
    if (listedHistories.has(history)) continue
    const own = left.find(({ made }) => made.has(history.history_id))
    addWrites(own === undefined ? ({ entry }) => entry.at > history.created_at : () => !listedHistories.has(history))
    if (!listedHistories.has(history)) lines.push({ histories: [history], write: undefined })
  }
  addWrites(() => true)
  return lines
}
