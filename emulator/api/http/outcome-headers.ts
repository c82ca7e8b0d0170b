import type { OutcomeHeaders } from "../../../src/insight/index.ts"
import { type RequestHeaders, wantsJson } from "../../wire/index.ts"
import { isJson } from "./body.ts"
import { isForm } from "./multipart.ts"

/** Maximum number of characters of a header in the log. Longer values have the same outcome as their beginning. */
const MAX_HEADER_CHARACTERS = 200

const DRY_RUN = "x-hexarium-dry-run"
const UNKNOWN_FIELDS = "x-hexarium-unknown-fields"

/** Returns the headers that can change a request's outcome; undefined for an ordinary request with a JSON body. */
export function outcomeHeaders(
  { method, headers }: { readonly method: string; readonly headers: RequestHeaders },
  operation: string | null,
): OutcomeHeaders | undefined {
  const found: Record<string, string> = {}
  const keep = (name: keyof OutcomeHeaders, value: string | null) => {
    if (value !== null) found[name] = value.slice(0, MAX_HEADER_CHARACTERS)
  }
  const contentType = headers.get("content-type") ?? ""
  if (method !== "GET" && method !== "HEAD" && !isJson(contentType) && !isForm(contentType))
    keep("content-type", contentType)
  if (wantsJson(headers)) keep("accept", "application/json")
  if (operation === "UnauthorizedCall") for (const name of ["origin", "referer"] as const) keep(name, headers.get(name))
  if (headers.get(DRY_RUN) !== "1") keep(DRY_RUN, headers.get(DRY_RUN))
  if (headers.get(UNKNOWN_FIELDS) === "refuse") keep(UNKNOWN_FIELDS, "refuse")
  return Object.keys(found).length === 0 ? undefined : (found as OutcomeHeaders)
}
