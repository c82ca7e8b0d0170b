/** Error for an item that is unknown, deleted or hidden from the caller (errors.md section 3). */
export const itemNotFoundAnswer = {
  statusOf: "NOT_FOUND",
  code: "NOT_FOUND",
  shape: "itemNotFound",
  description: "item not found for i_id:{item-id}",
  error: "not found",
  referenceId: "{item-id}",
} as const
