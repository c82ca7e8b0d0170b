import type { HarEntry } from "../har/read-har.ts"

const isJson = (mimeType: string): boolean => /\bjson\b/i.test(mimeType)

const BASE64 = /^[A-Za-z0-9+/_\s-]*={0,2}\s*$/

const NO_CONTENT = 204

/** Returns whether a response had a body that the recording lacks, or has in an encoding that can't be read. */
export function lacksResponseBody({ request, response }: HarEntry): boolean {
  const { content, status } = response
  const { text, encoding, size, mimeType } = content
  if (request.method.toUpperCase() === "HEAD" || status === NO_CONTENT) return false
  if (text === undefined) {
    return size !== 0 || isJson(mimeType) || numberIn(response.headers, "content-length") > 0 || sizeOf(response) > 0
  }
  if (encoding === undefined || encoding === "" || /^utf-?8$/i.test(encoding)) return false
  return encoding.toLowerCase() !== "base64" || !BASE64.test(text)
}

/** Returns whether a request had bytes that the recording lacks: the whole body, or the content of a file in a form. */
export function lacksRequestBytes({ request }: HarEntry): boolean {
  const { postData, headers } = request
  const declared = Math.max(numberIn(headers, "content-length"), sizeOf(request))
  const text = postData?.text ?? ""
  const params = postData?.params ?? []
  if (text !== "") return postData?._encoding !== "base64" && lacksFile(text, declared)
  if (params.length > 0) return params.some((param) => typeof param.fileName === "string" && !param.value)
  return declared > 0 || (postData !== null && typeof postData?.comment === "string" && postData.comment !== "")
}

/** Matches a file without content in a multipart form. */
const EMPTY_FILE = /content-disposition:[^\r\n]*\bfilename\*?=[^\r\n]*\r?\n(?:[^\r\n]+\r?\n)*\r?\n(?:\r?\n)?--/i

/** Browsers leave out the content of files, or replace bytes that are no text with U+FFFD. */
const lacksFile = (text: string, declared: number): boolean =>
  (EMPTY_FILE.test(text) && declared > Buffer.byteLength(text)) ||
  (text.includes("\uFFFD") && /^--[\s\S]*\bfilename\*?=/i.test(text))

const sizeOf = ({ bodySize }: { readonly [member: string]: unknown }): number =>
  typeof bodySize === "number" ? bodySize : 0

function numberIn(headers: HarEntry["request"]["headers"], wanted: string): number {
  const value = Number(headers.find(({ name }) => name.toLowerCase() === wanted)?.value)
  return Number.isFinite(value) ? value : 0
}
