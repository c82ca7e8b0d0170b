import type { Content, Entry, Header, PostData } from "har-format"
import { TOO_LARGE, unpack } from "../har/unpack.ts"
import { MAX_BYTES } from "./collected-bodies.ts"

/** A request that the proxy has passed on, and its response. */
export interface RecordedTraffic {
  readonly startedAt: Date
  readonly ms: number
  readonly method: string
  readonly url: string
  readonly httpVersion: string
  readonly requestHeaders: readonly string[]
  /** Undefined if the body was too large to be recorded. */
  readonly requestBody: Buffer | undefined
  readonly status: number
  readonly statusText: string
  readonly responseHeaders: readonly string[]
  readonly responseBody: Buffer | undefined
}

/** Creates the HAR entry of a request and its response, with the unpacked bodies. */
export async function exchangeEntry(exchange: RecordedTraffic): Promise<Entry> {
  const requestHeaders = headersOf(exchange.requestHeaders)
  const responseHeaders = headersOf(exchange.responseHeaders)
  const body = await contentOf(exchange.responseBody, responseHeaders)
  const { requestBody } = exchange
  return {
    startedDateTime: exchange.startedAt.toISOString(),
    time: exchange.ms,
    request: {
      method: exchange.method,
      url: exchange.url,
      httpVersion: exchange.httpVersion,
      cookies: [],
      headers: requestHeaders,
      queryString: [],
      ...(requestBody?.length === 0 ? {} : { postData: await postDataOf(requestBody, requestHeaders) }),
      headersSize: -1,
      bodySize: requestBody?.length ?? -1,
    },
    response: {
      status: exchange.status,
      statusText: exchange.statusText,
      httpVersion: exchange.httpVersion,
      cookies: [],
      headers: responseHeaders,
      content: body,
      redirectURL: headerIn(responseHeaders, "location") ?? "",
      headersSize: -1,
      bodySize: exchange.responseBody?.length ?? -1,
    },
    cache: {},
    timings: { send: 0, wait: exchange.ms, receive: 0 },
  }
}

const headersOf = (raw: readonly string[]): Header[] =>
  raw.flatMap((name, at) => (at % 2 === 0 ? { name, value: raw[at + 1] ?? "" } : []))

const headerIn = (headers: readonly Header[], wanted: string): string | undefined =>
  headers.find(({ name }) => name.toLowerCase() === wanted)?.value

/** `_encoding` says that the text is Base64. HAR has no standard property for this in requests. */
async function postDataOf(
  body: Buffer | undefined,
  headers: readonly Header[],
): Promise<PostData & { _encoding?: "base64" }> {
  const mimeType = headerIn(headers, "content-type") ?? ""
  const unpacked = await unpackedBody(body, headers)
  if (typeof unpacked === "string") return { mimeType, text: "", comment: unpacked }
  const text = textOf(unpacked)
  return text === undefined ? { mimeType, text: unpacked.toString("base64"), _encoding: "base64" } : { mimeType, text }
}

async function contentOf(body: Buffer | undefined, headers: readonly Header[]): Promise<Content> {
  const mimeType = headerIn(headers, "content-type") ?? ""
  const unpacked = await unpackedBody(body, headers)
  if (typeof unpacked === "string") return { size: -1, mimeType, comment: unpacked }
  const text = textOf(unpacked)
  const size = unpacked.length
  return text === undefined
    ? { size, mimeType, text: unpacked.toString("base64"), encoding: "base64" }
    : { size, mimeType, text }
}

/** Returns the unpacked body, or the reason why it can't be recorded. A packed body could contain secrets that nobody sees. */
const unpackedBody = async (body: Buffer | undefined, headers: readonly Header[]) =>
  body === undefined ? TOO_LARGE : unpack(body, allIn(headers, "content-encoding").join(","), MAX_BYTES)

const allIn = (headers: readonly Header[], wanted: string): string[] =>
  headers.flatMap(({ name, value }) => (name.toLowerCase() === wanted ? [value] : []))

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** Returns the body as text; undefined if it is not UTF-8. */
function textOf(body: Buffer): string | undefined {
  try {
    return utf8.decode(body)
  } catch {
    return undefined
  }
}
