import type { BrowsedItem } from "../../../src/items/index.ts"

/** Converts an item for a response, with its non-empty values in list format by display ID. */
export const presentBrowsedItem = ({ item, title, values }: BrowsedItem) => ({
  i_id: item.iId,
  title,
  rev_no: item.revNo,
  created_at: item.createdAt,
  updated_at: item.updatedAt,
  access_keys: item.accessKeys.length,
  values: Object.fromEntries([...values].map(([{ displayId }, shown]) => [displayId, shown])),
})
