import type { Fault } from "../../../src/model/records/index.ts"

/** Converts a planned fault for a response, with only the properties that were given. */
export const presentFault = ({ id, operation, times, left, ...fault }: Fault) => ({
  id,
  operation,
  times,
  left,
  ...(fault.delayMs === null ? {} : { delay_ms: fault.delayMs }),
  ...(fault.status === null ? {} : { status: fault.status }),
  ...(fault.body === undefined ? {} : { body: fault.body }),
  ...(fault.disconnect ? { disconnect: true } : {}),
  ...(fault.task === undefined ? {} : { task: fault.task }),
  ...(fault.storeFailure === null ? {} : { store_failure: fault.storeFailure }),
})
