import type { RequestHeaders } from "./request-headers.ts"

/**
 * Whether the link of a mail is to be answered with JSON in place of a redirect: only when `Accept` names JSON and not HTML
 * (api.md section 0).
 */
export function wantsJson(headers: RequestHeaders): boolean {
  const accept = (headers.get("accept") ?? "").toLowerCase()
  return accept.includes("application/json") && !accept.includes("text/html")
}
