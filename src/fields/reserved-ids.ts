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
  "unread",
  "updated_at",
  "updated_by",
  "w_id",
])

/** Display ID of a field that gives its value, instead of the item's title, the key `title` in responses (model.md section 5.1). */
export const TITLE_KEY = "title"

/** Returns whether a key of an item in a response is a system property, unless the datastore has a field with this display ID. */
export const isSystemKey = (key: string): boolean => key === TITLE_KEY || RESERVED.has(key)

/** Returns whether a display ID is forbidden because responses use it for a system property (model.md section 5.1). Case-sensitive. */
export const isReservedFieldId = (displayId: string): boolean => RESERVED.has(displayId)
