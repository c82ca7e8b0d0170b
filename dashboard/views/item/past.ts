/** An entry of the request log that wrote the item. */
export interface Write {
  readonly entry: { readonly id: string; readonly at: string }
  /** IDs of the history entries that the write made. */
  readonly made: ReadonlySet<string>
}

/** A line of the item's past: one write and its history entries. One of the two may be missing. */
export interface PastLine<H, W> {
  readonly histories: readonly H[]
  readonly write: W | undefined
}

/**
 * Combines an item's history entries and its writes in the request log into one list, newest first. A history entry stays alone if the log
 * no longer contains its write. A write without a history entry, such as a script's, also stays alone. Entries with the same time keep
 * their order.
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
