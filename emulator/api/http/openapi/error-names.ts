import type { ErrorShape } from "../../../../src/model/index.ts"

export const ERROR_NAMES: Readonly<Record<ErrorShape, string>> = {
  errorsWithResult: "ErrorsWithResult",
  flat: "FlatError",
  placeNotFound: "PlaceNotFound",
  itemNotFound: "ItemNotFound",
  itemErrors: "ItemErrors",
  errorText: "ErrorText",
  errorMessage: "ErrorMessage",
  rejected: "Rejected",
}

const ELEMENT = {
  description: "Code",
  error: "value is not unique",
  error_code: "INVALID_VALUE",
  error_level: "ERROR",
  reference_id: "f_id:64b9239699efce1610aedc6c",
}

export const ERROR_EXAMPLES: Readonly<Record<ErrorShape, object>> = {
  errorsWithResult: {
    has_error: true,
    errors: [
      {
        description: "body.page",
        error: "expected a number, got a string",
        error_code: "INVALID_PARAMS",
        error_level: "ERROR",
        reference_id: "page",
      },
    ],
    result: null,
  },
  flat: { error: "group not found: NOWHERE", error_code: "NOT_FOUND" },
  placeNotFound: { description: "fields for d_id: Nowhere is not found", error: "NOT_FOUND" },
  itemNotFound: {
    error: "NOT_FOUND",
    errors: [
      {
        description: "item not found for i_id:7735c7a36488d71e5f638e12",
        error: "not found",
        error_code: "NOT_FOUND",
        error_level: "ERROR",
        reference_id: "7735c7a36488d71e5f638e12",
      },
    ],
  },
  itemErrors: { error: [ELEMENT] },
  errorText: { error: "file format is not supported: text/plain" },
  errorMessage: { code: 999, message: "No privileges to the Application" },
  rejected: {
    error: "",
    details: { result: "The discount is too high", status: "REJECTED", stop_execution: true },
    error_code: "PROCESS_STOPPED",
  },
}

export const FLAT_EXAMPLES: Readonly<Record<number, object>> = {
  400: { error: "body.email: expected a string, got a number", error_code: "INVALID_PARAMS" },
  401: { error: "TOKEN_INVALID", error_code: "UNAUTHORIZED", description: "expired token" },
  403: { error: "you must be an administrator of the workspace", error_code: "NO_PRIVILEGES" },
  404: ERROR_EXAMPLES.flat,
  413: { error: "the request is larger than 16 MiB", error_code: "INVALID_PARAMS" },
  415: {
    error: 'Content-Encoding: expected gzip, deflate or br, received "zstd"',
    error_code: "INVALID_PARAMS",
  },
  500: { error: "internal error", error_code: "SYSTEM_ERROR" },
}
