import type { Unifier } from "../../insight/index.ts"
import type { HarEntry } from "../har/read-har.ts"
import { tokenOf } from "../har/token-of.ts"

/** Headers of a request that the connection or the browser sets, and that say nothing about the call. Recorded bodies are unpacked. */
const LEFT_OUT =
  /^(?::.*|host|connection|content-length|content-encoding|transfer-encoding|accept-encoding|cookie|authorization|x-hexarium-world|origin|referer|sec-.*|if-none-match|if-modified-since|proxy-.*|te|upgrade.*|keep-alive)$/i

/** Creates the request to the world that corresponds to a recorded request. `authorization` is the request's token in the world. */
export function replayedRequest(
  { request }: HarEntry,
  path: string,
  authorization: string | undefined,
  unifier: Unifier,
): Request {
  const headers = new Headers()
  for (const { name, value } of request.headers) {
    if (!LEFT_OUT.test(name)) headers.append(name, unifier.translate(value))
  }
  const own = request.headers.find(({ name }) => name.toLowerCase() === "authorization")
  const sent = authorization ?? own?.value
  if (sent !== undefined) headers.set("authorization", sent)
  const body = bodyOf(request, unifier, headers)
  return new Request(`http://localhost/api/v0${unifier.translate(path)}`, {
    method: request.method,
    headers,
    body: request.method === "GET" || request.method === "HEAD" ? null : body,
    redirect: "manual",
  })
}

function bodyOf(
  { postData }: HarEntry["request"],
  unifier: Unifier,
  headers: Headers,
): Uint8Array<ArrayBuffer> | string | FormData | null {
  if (postData == null) return null
  const { text, mimeType, params } = postData
  if (text !== undefined && text !== "") {
    if (mimeType !== "" && !headers.has("content-type")) headers.set("content-type", mimeType)
    return postData._encoding === "base64" ? new Uint8Array(Buffer.from(text, "base64")) : unifier.translate(text)
  }
  if (params === undefined || params.length === 0) return null
  // The form gets a new boundary, which the header must name.
  headers.delete("content-type")
  const form = new FormData()
  for (const { name, value, fileName, contentType } of params) {
    const content = unifier.translate(typeof value === "string" ? value : "")
    if (typeof fileName !== "string") form.append(name, content)
    else form.append(name, new File([content], fileName, { type: typeof contentType === "string" ? contentType : "" }))
  }
  return form
}

/** Returns the placeholders of confirmation IDs in a request. The world has these IDs only in its mails. */
export const confirmationPlaceholders = ({ request }: HarEntry): string[] => [
  ...new Set(`${request.url}\n${request.postData?.text ?? ""}`.match(/\bRedacted-confirmation-\d+\b/g) ?? []),
]

/** Returns the request's token if no response has contained it yet, otherwise undefined. */
export function unknownToken(entry: HarEntry, unifier: Unifier): string | undefined {
  const token = tokenOf(entry)
  return token === undefined || unifier.hereOf(token) !== undefined ? undefined : token
}
