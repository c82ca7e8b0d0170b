const RESERVED = new Set([
  "_id",
  "a_id",
  "access_keys",
  "created_at",
  "created_by",
  "d_id",
  "i_id",
  "item_links",
  "labels",
  "links",
  "lookup_items",
  "p_id",
  "rev_no",
  "status_id",
  "title",
  "unread",
  "updated_at",
  "updated_by",
  "w_id",
])

/** Returns whether a display ID is forbidden because responses use it for a system property (model.md section 5.1). Case-sensitive. */
export const isReservedFieldId = (displayId: string): boolean => RESERVED.has(displayId)
