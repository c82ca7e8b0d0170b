import type { Form } from "../wire/form.ts"
import { LongText } from "../wire/long-text.ts"

/** The largest body that is kept, in characters or bytes; of a larger one only its size is. */
const KEPT = 65_536

/** A body of a request or an answer; written out when somebody looks. */
export interface KeptBody {
  readonly contentType: string | null
  /** As it was sent; of a body that is too large, how many bytes it had. */
  readonly content: string | Uint8Array | number
}

/** Null for an empty body. */
export function keepBody(body: string | Uint8Array | LongText, contentType: string | null): KeptBody | null {
  if (body instanceof LongText) return { contentType, content: body.byteLength }
  if (body.length === 0) return null
  return { contentType, content: body.length > KEPT ? sizeOf(body) : body }
}

/** Of a form its texts, and of its files what they are called, as JSON. */
export function keepForm({ fields, files }: Form): KeptBody | null {
  const told = files.map(({ name, filename, contentType, bytes }) => ({
    name,
    filename,
    content_type: contentType,
    bytes: bytes.byteLength,
  }))
  const texts = [...Object.entries(fields).flat(), ...told.flatMap(({ name, filename }) => [name, filename])]
  const size = texts.reduce((sum, text) => sum + text.length, 0)
  if (size > KEPT) return { contentType: "multipart/form-data", content: size }
  return keepBody(JSON.stringify({ ...fields, files: told }), null)
}

/** In bytes. */
export const sizeOf = (content: KeptBody["content"]): number =>
  typeof content === "number"
    ? content
    : typeof content === "string"
      ? new TextEncoder().encode(content).length
      : content.length

/** How much a body holds: its characters or bytes. */
export const weightOf = (body: KeptBody | null): number =>
  body === null || typeof body.content === "number" ? 0 : body.content.length

/** Only how large a body was. */
export const withoutContent = ({ contentType, content }: KeptBody): KeptBody => ({
  contentType,
  content: sizeOf(content),
})
