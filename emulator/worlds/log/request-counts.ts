import type { RequestEntry, RequestOutcome } from "./request-entry.ts"

/** Upper bounds of the buckets for durations, in milliseconds, in ascending order. */
export const BUCKETS_MS: readonly number[] = [0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000]

/** Counts of one operation's requests. */
export interface OperationCounts {
  readonly outcomes: Record<RequestOutcome, number>
  /** Number of requests in each bucket of BUCKETS_MS; the last element counts the requests beyond all bounds. */
  readonly buckets: number[]
  totalMs: number
}

/** Name under which requests without an operation are counted. */
const UNKNOWN_OPERATION = "unknown"

/**
 * Counts the completed requests of clients to all worlds of a server, for /metrics. Counts only grow: they outlive a
 * world's reset and deletion. The keys are bounded, because an entry's operation is a name of the API or null.
 */
export class RequestCounts {
  readonly operations = new Map<string, OperationCounts>()
  /** Number of responses by status; 0 for requests whose connection was cut. */
  readonly statuses = new Map<number, number>()

  add({ input, outcome, ms, status }: RequestEntry): void {
    const counts = this.#countsOf(input.operation ?? UNKNOWN_OPERATION)
    counts.outcomes[outcome] += 1
    counts.totalMs += ms
    let bucket = 0
    while (bucket < BUCKETS_MS.length && ms > (BUCKETS_MS[bucket] as number)) bucket += 1
    counts.buckets[bucket] = (counts.buckets[bucket] as number) + 1
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
  }

  #countsOf(operation: string): OperationCounts {
    let counts = this.operations.get(operation)
    if (counts === undefined) {
      const buckets = [...BUCKETS_MS, Number.POSITIVE_INFINITY].map(() => 0)
      counts = { outcomes: { ok: 0, refused: 0, failed: 0 }, buckets, totalMs: 0 }
      this.operations.set(operation, counts)
    }
    return counts
  }
}
