import { bytesReply, type Reply } from "./reply.ts"

/** Returns a download reply. Browsers save the bytes as a file called `name`, whatever the content type is. */
export const fileReply = (contentType: string, bytes: Uint8Array, name: string): Reply =>
  bytesReply(contentType, bytes, {
    "content-disposition": `attachment; filename*=UTF-8''${encodeName(name)}`,
    "x-content-type-options": "nosniff",
  })

/** Maximum length of a file name in UTF-8 bytes, as in file systems. */
const MAX_BYTES = 255

/** Encodes a file name as an extended header parameter (RFC 8187). Cuts names longer than MAX_BYTES. */
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

/** Percent-encodes one character. Replaces a lone surrogate with U+FFFD, because UTF-8 cannot represent it. */
const encodeCharacter = (character: string): string =>
  /['()*]/.test(character)
    ? `%${character.charCodeAt(0).toString(16).toUpperCase()}`
    : encodeURIComponent(character.replace(/\p{Surrogate}/u, "\ufffd"))
