/** What rows of a report tell besides their columns (api.md section 21.3). */
const OWN_KEYS: ReadonlySet<string> = new Set([
  "created_at",
  "d_id",
  "i_id",
  "id_value_results",
  "items",
  "lookup_items",
  "rev_no",
  "updated_at",
])

/** Whether no column may be called so. */
export const isReservedRowKey = (key: string): boolean => OWN_KEYS.has(key) || key === "__proto__"
