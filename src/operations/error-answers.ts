/** The answer to an item that is wrong, deleted or invisible (errors.md section 3). */
export const itemNotFoundAnswer = {
  status: 404,
  code: "NOT_FOUND",
  shape: "itemNotFound",
  description: "item not found for i_id:{item-id}",
  error: "not found",
  referenceId: "{item-id}",
} as const
