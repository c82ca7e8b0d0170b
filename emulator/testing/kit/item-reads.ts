import type { OperationName } from "../../api/index.ts"
import type { KitDatastore } from "./schema.ts"
import type { Target } from "./targets.ts"

/** The operation that lists a datastore's items. */
export const ITEM_LIST = "itemList" satisfies OperationName

/** Operations that read items, by their names on the wire and in process. */
export const ITEM_READS: ReadonlySet<string> = new Set<OperationName>([
  ITEM_LIST,
  "getItemDetails",
  "getLinkedItems",
  "getItemHistories",
  "getItemHistoriesOld",
])

type Acting = ReturnType<Target["as"]>

/** An item in the results of `as()`, with values by display ID. */
export type ItemAsSeen = Awaited<ReturnType<Acting[typeof ITEM_LIST]>>["items"][number]

/** Returns the items of a datastore that a user sees. */
export async function listItemsAs(
  target: Target,
  user: string,
  { appId, displayId }: KitDatastore,
): Promise<readonly ItemAsSeen[]> {
  const { items } = await target.as(user)[ITEM_LIST]({ application: appId, datastore: displayId })
  return items
}
