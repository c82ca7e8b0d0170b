import type { KitFile, WireBody } from "./targets.ts"

export const bytesOf = (file: KitFile): Uint8Array<ArrayBuffer> =>
  "text" in file
    ? new TextEncoder().encode(file.text)
    : Uint8Array.from(atob(file.base64), (letter) => letter.charCodeAt(0))

/** Parses a response body: JSON as data, text as a string, other types as base64. Returns null for an empty body. */
export function readBody(contentType: string, body: string | Uint8Array | null): WireBody {
  if (body === null || body.length === 0) return null
  if (/\bjson\b/.test(contentType)) return JSON.parse(textOf(body))
  if (contentType.startsWith("text/")) return textOf(body)
  return btoa(Array.from(toBytes(body), (byte) => String.fromCharCode(byte)).join(""))
}

const textOf = (body: string | Uint8Array): string => (typeof body === "string" ? body : new TextDecoder().decode(body))

const toBytes = (body: string | Uint8Array): Uint8Array =>
  typeof body === "string" ? new TextEncoder().encode(body) : body
