import { defined } from "../../../src/model/index.ts"
import type { Fault } from "../../../src/model/records/index.ts"

/** Converts a planned fault for a response, with only the properties that were given. */
export const presentFault = ({ id, operation, times, left, ...fault }: Fault) => ({
  id,
  operation,
  times,
  left,
  ...defined({
    delay_ms: fault.delayMs ?? undefined,
    status: fault.status ?? undefined,
    body: fault.body,
    disconnect: fault.disconnect || undefined,
    task: fault.task,
    store_failure: fault.storeFailure ?? undefined,
    headers: fault.headers,
    jitter_ms: fault.jitterMs,
    rate_limit: fault.rateLimit && {
      requests: fault.rateLimit.requests,
      per_ms: fault.rateLimit.perMs,
      ...defined({ by_user: fault.rateLimit.byUser || undefined }),
    },
    match: fault.match,
    nth: fault.nth,
    probability: fault.probability,
  }),
})
