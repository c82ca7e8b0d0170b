import type { ErrorShape } from "../../contract/row.ts"

/** What the service's error bodies are called in the document. */
export const ERROR_NAMES: Readonly<Record<ErrorShape, string>> = {
  E1: "ErrorsWithResult",
  E2: "FlatError",
  E3: "PlaceNotFound",
  E4: "ItemNotFound",
  E5: "ItemErrors",
  E6: "ErrorText",
  E7: "ErrorMessage",
  E8: "Rejected",
}
