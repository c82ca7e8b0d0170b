import { bytesReply, type Reply } from "./reply.ts"

/** Bytes that a browser keeps as a file of that name, whatever they claim to be. */
export const fileReply = (contentType: string, bytes: Uint8Array, name: string): Reply =>
  bytesReply(contentType, bytes, {
    "content-disposition": `attachment; filename*=UTF-8''${encodeName(name)}`,
    "x-content-type-options": "nosniff",
  })

/** Bytes of a name, as many as file systems take. */
const MAX_BYTES = 255

/** A name as an extended parameter of a header (RFC 8187), cut where it is too long for one. */
function encodeName(name: string): string {
  let encoded = ""
  let bytes = 0
  for (const character of name) {
    const part = encodeCharacter(character)
    bytes += part.startsWith("%") ? part.length / 3 : 1
    if (bytes > MAX_BYTES) break
    encoded += part
  }
  return encoded
}

/** Half a surrogate pair has no UTF-8. */
const encodeCharacter = (character: string): string =>
  /['()*]/.test(character)
    ? `%${character.charCodeAt(0).toString(16).toUpperCase()}`
    : encodeURIComponent(character.replace(/\p{Surrogate}/u, "\ufffd"))
