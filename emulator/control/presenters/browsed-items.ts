import type { BrowsedItem } from "../../../src/inside.ts"

/** An item with its filled values in list form, by display ID. */
export const presentBrowsedItem = ({ item, title, values }: BrowsedItem) => ({
  i_id: item.iId,
  title,
  rev_no: item.revNo,
  created_at: item.createdAt,
  updated_at: item.updatedAt,
  access_keys: item.accessKeys.length,
  values: Object.fromEntries([...values].map(([{ displayId }, shown]) => [displayId, shown])),
})
