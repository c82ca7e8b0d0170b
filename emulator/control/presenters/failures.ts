import type { Failure } from "../../../src/inside.ts"

/** A failure that no caller could be told of: of a mail, or of an auto action and perhaps one of its items. */
export const presentFailure = (failure: Failure) => ({
  at: failure.at,
  kind: failure.kind,
  id: failure.id,
  name: failure.name,
  ...(failure.kind === "mail" || failure.itemId === undefined ? {} : { item_id: failure.itemId }),
  error: failure.error,
})
