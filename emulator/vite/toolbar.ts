import type { IncomingMessage } from "node:http"
import type { HtmlTagDescriptor } from "vite"
import { readChoice } from "./page-choice.ts"
import { TOOLBAR_SCRIPT } from "./paths.ts"

/** Loads the toolbar into a page of the dev server (docs/how-to/vite.md). */
export const TOOLBAR_TAG: HtmlTagDescriptor = {
  tag: "script",
  attrs: { type: "module", src: TOOLBAR_SCRIPT },
  injectTo: "body",
}

/**
 * Applies the toolbar's choice to a request to the service: the world, unless the request names one, and the user's token in place of the
 * one that was sent. Only requests of the dev server's own pages have a choice. Requests of the dashboard have `X-Hexarium`.
 */
export function applyChoice(incoming: IncomingMessage): void {
  const { headers, url = "" } = incoming
  if (headers["sec-fetch-site"] !== "same-origin" || headers["x-hexarium"] !== undefined) return
  const { world, acting } = readChoice(headers.cookie ?? "")
  const named = /^\/w\/([^/?#]+)/.exec(url)?.[1] ?? headers["x-hexarium-world"]
  if (named === undefined && world !== "main") incoming.url = `/w/${world}${url}`
  if (acting !== undefined && (named ?? world) === world) replaceToken(incoming, acting.token)
}

/** Replaces the token of a request in its header and, as for WebSockets, in its query. A request without token stays without one. */
function replaceToken(incoming: IncomingMessage, token: string): void {
  const { headers, rawHeaders } = incoming
  incoming.url = incoming.url?.replaceAll(/(?<=[?&](?:access_)?token=)[^&#]*/g, encodeURIComponent(token))
  if (headers.authorization === undefined) return
  headers.authorization = `Bearer ${token}`
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === "authorization") rawHeaders[at + 1] = headers.authorization
  }
}
