export type RequestHeaders = Pick<Headers, "get">

/**
 * Returns whether the response to a mail link is JSON instead of a redirect: only if `Accept` contains JSON and not HTML
 * (api.md section 0).
 */
export function wantsJson(headers: RequestHeaders): boolean {
  const accept = (headers.get("accept") ?? "").toLowerCase()
  return accept.includes("application/json") && !accept.includes("text/html")
}
