import { bytesReply, type Reply } from "./reply.ts"

/** Bytes that a browser keeps as a file of that name, whatever they claim to be. */
export const fileReply = (contentType: string, bytes: Uint8Array, name: string): Reply =>
  bytesReply(contentType, bytes, {
    "content-disposition": `attachment; filename*=UTF-8''${encodeName(name)}`,
    "x-content-type-options": "nosniff",
  })

/** Characters of an encoded name: common clients give up answers with more than 16 KiB of headers. */
const MAX_ENCODED = 8000

/** A name as an extended parameter of a header (RFC 8187), cut where it is too long for one. */
function encodeName(name: string): string {
  let encoded = ""
  for (const character of name) {
    const part = encodeCharacter(character)
    if (encoded.length + part.length > MAX_ENCODED) break
    encoded += part
  }
  return encoded
}

/** Half a surrogate pair has no UTF-8. */
const encodeCharacter = (character: string): string =>
  /['()*]/.test(character)
    ? `%${character.charCodeAt(0).toString(16).toUpperCase()}`
    : encodeURIComponent(character.replace(/\p{Surrogate}/u, "\ufffd"))
