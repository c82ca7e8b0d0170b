/** The usual HTTP status of a code (errors.md section 2). The only statuses of failures are here and in the rows. */
export const STATUSES = {
  INVALID_PARAMS: 400,
  INVALID_VALUE: 400,
  INVALID_SETTINGS: 400,
  ITEM_REV_CONFLICT: 409,
  NOT_FOUND: 404,
  NO_PRIVILEGES: 403,
  PROCESS_STOPPED: 400,
  TRANSACTION_ABORTED: 400,
  SEARCH_TIMEOUT: 200,
  COUNT_TIMEOUT: 200,
  SYSTEM_ERROR: 500,
  UNAUTHORIZED: 401,
  NOT_IMPLEMENTED: 501,
} as const
