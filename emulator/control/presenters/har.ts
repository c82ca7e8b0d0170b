import type { World } from "../../../src/world/index.ts"
import { VERSION } from "../../version.ts"
import { FORM_TYPE, type LoggedBody, type RequestEntry } from "../../worlds/index.ts"
import { bodiesOf, shownPath } from "./requests.ts"
import { redactedValue } from "./secrets.ts"

const HEAD = JSON.stringify({ log: { version: "1.2", creator: { name: "hexarium", version: VERSION }, entries: [] } })

/** Yields the text of a HAR 1.2 file with the given entries of a world's request log (control.md section 3, "har"). */
export function* harPieces({ baseUrl }: Pick<World, "baseUrl">, entries: readonly RequestEntry[]): Generator<string> {
  const tokens = new Map<string, string>()
  yield HEAD.slice(0, -"]}}".length)
  for (const [at, entry] of entries.entries()) {
    yield `${at === 0 ? "" : ","}\n${JSON.stringify(presentEntry(baseUrl, entry, tokens))}`
  }
  yield "\n]}}\n"
}

/** Headers of a response that `hexarium compare` compares, and that contain no secret but for links. */
const SHOWN_HEADERS = ["content-type", "content-disposition", "location", "retry-after"]

function presentEntry(baseUrl: string, entry: RequestEntry, tokens: Map<string, string>) {
  const { at, input, ms, status, uId, answerHeaders } = entry
  const { request, response, secrets, areAll } = bodiesOf(entry)
  const url = baseUrl + shownPath(input, secrets)
  const authorization =
    input.token === null ? [] : [{ name: "Authorization", value: placeholderOf(input.token, tokens) }]
  const headers = SHOWN_HEADERS.flatMap((name) => {
    const value = answerHeaders[name]
    return value === undefined ? [] : [{ name, value: String(redactedValue(value, secrets)) }]
  })
  const sent = presentBody(entry.body, areAll && !hasSecret(request, secrets))
  const received = presentBody(entry.answer, areAll && !hasSecret(response, secrets))
  return {
    startedDateTime: at,
    time: ms,
    ...(uId !== null && { _user: uId }),
    request: {
      method: input.method,
      url,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: [...authorization, ...(sent === null ? [] : [{ name: "Content-Type", value: sent.mimeType }])],
      queryString: [...new URLSearchParams(url.split("?")[1])].map(([name, value]) => ({ name, value })),
      ...(sent !== null && { postData: { text: "", ...sent } }),
      headersSize: -1,
      bodySize: -1,
    },
    response: {
      status,
      statusText: "",
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers,
      content: received === null ? { size: 0, mimeType: "" } : { size: -1, ...received },
      redirectURL: headers.find(({ name }) => name === "location")?.value ?? "",
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
  }
}

/** Returns the placeholder of a token. The same token always has the same one. */
function placeholderOf(authorization: string, tokens: Map<string, string>): string {
  const known = tokens.get(authorization) ?? `Bearer Redacted-token-${tokens.size + 1}`
  tokens.set(authorization, known)
  return known
}

const hasSecret = (value: unknown, secrets: ReadonlySet<string>): boolean =>
  JSON.stringify(redactedValue(value, secrets)) !== JSON.stringify(value)

/** Returns the text of a body, or the reason why the file does not contain the text. */
function presentBody(body: LoggedBody | null, mayShow: boolean) {
  if (body === null) return null
  const { contentType, content } = body
  const mimeType = contentType ?? "application/json"
  if (contentType === FORM_TYPE) return { mimeType, comment: "the request log keeps no files of forms" }
  if (typeof content === "number") return { mimeType, comment: "the request log keeps no body of this size" }
  if (!mayShow) return { mimeType, comment: "the body contains secrets" }
  const isText = typeof content === "string" || /^(?:text\/|application\/json\b)/.test(mimeType)
  if (!isText) return { mimeType, comment: "the body is not a text" }
  return { mimeType, text: typeof content === "string" ? content : new TextDecoder().decode(content) }
}
