import type { Failure } from "../../../src/index.ts"

/** What went wrong where nobody could be told: a mail, or an item (if any) of an auto action. */
export const presentFailure = (failure: Failure) => ({
  at: failure.at,
  kind: failure.kind,
  id: failure.id,
  name: failure.name,
  ...(failure.kind === "mail" || failure.itemId === undefined ? {} : { item_id: failure.itemId }),
  error: failure.error,
})
