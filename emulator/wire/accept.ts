export type RequestHeaders = Pick<Headers, "get">

/**
 * Returns whether a client that opens a mail link gets JSON instead of a redirect. It does if `Accept` contains JSON
 * and not HTML (api.md section 0).
 */
export function wantsJson(headers: RequestHeaders): boolean {
  const accept = (headers.get("accept") ?? "").toLowerCase()
  return accept.includes("application/json") && !accept.includes("text/html")
}
