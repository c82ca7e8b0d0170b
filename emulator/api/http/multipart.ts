import {
  MaxFileSizeExceededError,
  MaxTotalSizeExceededError,
  type MultipartPart,
  parseMultipart,
} from "@remix-run/multipart-parser"
import type { Context } from "hono"
import { areEscapesValid, DomainError, invalidParams } from "../../../src/model/index.ts"
import type { FilePart, Form } from "../../wire/index.ts"
import type { AppEnv } from "./app-env.ts"
import { readBytes } from "./body.ts"
import { MAX_UPLOAD_BYTES, tooLarge } from "./limits.ts"

const MAX_PARTS = 1000
/** Maximum number of bytes in a body for headers and boundaries, in addition to the parts' contents. */
const MAX_OVERHEAD_BYTES = 1_048_576
const MAX_HEADER_BYTES = 65_536

export const isForm = (contentType: string): boolean => /^multipart\/form-data\s*(?:;|$)/i.test(contentType)

/**
 * Reads a multipart/form-data body. File names are returned as sent, including any folder names. Throws if the body is
 * malformed or if the parts together exceed `maxBytes`.
 */
export async function readForm(
  context: Pick<Context<AppEnv>, "req" | "env">,
  maxBytes = MAX_UPLOAD_BYTES,
): Promise<Form> {
  const contentType = context.req.header("content-type")
  if (contentType !== undefined && !isForm(contentType)) throw anotherType(contentType)
  const bytes = await readBytes(context, maxBytes + MAX_OVERHEAD_BYTES, maxBytes)
  if (contentType === undefined) {
    if (bytes.length > 0) throw anotherType("no content type")
    return { fields: {}, files: [] }
  }
  const [, quoted, bare] = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? bare
  if (boundary === undefined) throw malformedForm("the content type has no boundary")
  const limits = { maxParts: MAX_PARTS, maxHeaderSize: MAX_HEADER_BYTES, maxFileSize: maxBytes, maxTotalSize: maxBytes }
  const fields: [string, string][] = []
  const files: FilePart[] = []
  let room = MAX_OVERHEAD_BYTES
  try {
    for (const part of parseMultipart(bytes, { boundary, ...limits })) {
      // Limits the size of all headers, because parsing headers is slow and a body may have a thousand parts.
      room -= Object.values(part.headers).reduce((sum, value) => sum + (value?.length ?? 0), 0)
      if (room < 0) throw malformedForm(`the headers of the parts are larger than ${MAX_OVERHEAD_BYTES} bytes`)
      const { name, filename, contentType } = readPart(part)
      if (name === undefined) throw malformedForm("a part has no name")
      if (filename === undefined && !BINARY.test(contentType ?? "")) {
        fields.push([name, new TextDecoder().decode(part.bytes)])
      } else if (filename !== "" || part.size > 0) {
        files.push({ name, filename: filename ?? "", contentType: contentType ?? "text/plain", bytes: part.bytes })
      }
    }
  } catch (error) {
    if (error instanceof DomainError) throw error
    const isTooLarge = error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError
    throw isTooLarge ? tooLarge(maxBytes) : malformedForm((error as Error).message)
  }
  return { fields: Object.fromEntries(fields), files }
}

const anotherType = (contentType: string) =>
  invalidParams(`expected a multipart/form-data body, received ${contentType}`)

/** A part with this content type is a file even if it has no filename. */
const BINARY = /^application\/octet-stream\s*(?:;|$)/i

const malformedForm = (why: string) => invalidParams(`the body is not valid multipart/form-data: ${why}`)

/** Matches each Content-Disposition parameter: an unquoted value, or a quoted value with escaped `"` and `\`. */
const PARAMETERS = /;\s*([^=;\s]+)\s*=\s*(?:"((?:\\["\\]|[^"])*)"|([^;]*))/g

function readPart({ headers }: MultipartPart) {
  const given: Record<string, string> = {}
  for (const [, key = "", quoted, bare = ""] of (headers["content-disposition"] ?? "").matchAll(PARAMETERS)) {
    given[key.toLowerCase()] = quoted?.replaceAll(/\\(["\\])/g, "$1") ?? bare.trim()
  }
  const { name, filename } = given
  return {
    name: name === undefined ? undefined : unescapeName(name),
    filename: extendedName(given["filename*"]) ?? (filename === undefined ? undefined : unescapeName(filename)),
    contentType: headers["content-type"]?.trim(),
  }
}

/** Decodes a file name in RFC 8187 format, such as `utf-8''a%20b`. Returns undefined for any other format. */
function extendedName(value: string | undefined): string | undefined {
  const [, escaped] = /^utf-8'[^']*'(.*)$/is.exec(value ?? "") ?? []
  if (escaped !== undefined && !areEscapesValid(escaped))
    throw malformedForm(`filename*: expected percent escapes of UTF-8, received ${escaped.slice(0, 100)}`)
  return escaped === undefined ? undefined : decodeURIComponent(escaped)
}

/** Decodes the three characters that browsers escape in names (WHATWG HTML, "multipart/form-data"). */
const unescapeName = (name: string): string =>
  name.replace(/%(?:22|0D|0A)/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))
