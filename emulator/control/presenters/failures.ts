import type { Failure } from "../../../src/model/records/index.ts"

/** Converts a failure of background work, such as a mail delivery, for a response. */
export const presentFailure = (failure: Failure) => ({
  at: failure.at,
  kind: failure.kind,
  id: failure.id,
  name: failure.name,
  ...(failure.kind === "mail" || failure.itemId === undefined ? {} : { item_id: failure.itemId }),
  error: failure.error,
})
