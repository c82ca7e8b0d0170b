import { defined } from "../../model/index.ts"
import type { Fault, FaultRateLimit, FaultWindow } from "../../model/records/index.ts"
import type { Tx } from "../../state/index.ts"
import type { FaultedCall } from "./fault-match.ts"

/** Result of counting a matching call: the fault's new counters, and the fault as it affects the call, if it does. */
interface Turn {
  readonly counters: Partial<Fault>
  readonly affects: Fault | undefined
}

/**
 * Counts a matching call and decides whether the fault affects it. Draws random numbers only for `probability` and
 * `jitterMs`, because each draw changes the IDs that the world generates later.
 */
export function takeTurn(tx: Tx, fault: Fault, { uId }: FaultedCall): Turn {
  const { nth, probability, rateLimit, jitterMs } = fault
  const seen = nth === undefined ? undefined : (fault.seen ?? 0) + 1
  const limit = rateLimit === undefined ? undefined : countInWindow(fault.windows ?? {}, rateLimit, tx.now, uId)
  const counters = defined({ seen, windows: limit?.windows })
  const isDue =
    (nth === undefined || (seen ?? 0) >= nth) &&
    (limit === undefined || limit.isExceeded) &&
    (probability === undefined || tx.newFraction() < probability)
  if (!isDue) return { counters, affects: undefined }
  const delayMs =
    jitterMs === undefined ? fault.delayMs : (fault.delayMs ?? 0) + Math.floor(tx.newFraction() * jitterMs)
  const headers = limit === undefined ? fault.headers : { "retry-after": String(limit.secondsLeft), ...fault.headers }
  return { counters: { ...counters, left: fault.left - 1 }, affects: { ...fault, delayMs, ...defined({ headers }) } }
}

function countInWindow(
  windows: Readonly<Record<string, FaultWindow>>,
  { requests, perMs, byUser }: FaultRateLimit,
  now: string,
  uId: string | null,
) {
  const nowMs = Date.parse(now)
  // Expired intervals are removed, so that the number of intervals is at most the number of recent users.
  const open = Object.entries(windows).filter(([, { startMs }]) => nowMs >= startMs && nowMs < startMs + perMs)
  const key = byUser ? (uId ?? "") : ""
  const { startMs, requests: before } = Object.fromEntries(open)[key] ?? { startMs: nowMs, requests: 0 }
  return {
    windows: { ...Object.fromEntries(open), [key]: { startMs, requests: before + 1 } },
    isExceeded: before >= requests,
    secondsLeft: Math.ceil((startMs + perMs - nowMs) / 1000),
  }
}
