/** Globals that every runtime has. They are declared here because the engine is compiled without the type libraries of any runtime. */
interface Runtime {
  readonly btoa: (binary: string) => string
  readonly atob: (text: string) => string
  readonly TextDecoder: new (encoding: "utf-8") => { decode(bytes: Uint8Array): string }
}

const { btoa, atob, TextDecoder } = globalThis as unknown as Runtime

/** Bytes per chunk: few enough for the argument limits of all runtimes, and a multiple of three, so that only the last chunk is padded. */
const PIECE_BYTES = 8190

export function encodeBase64(bytes: Uint8Array): string {
  let text = ""
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE_BYTES)))
  }
  return text
}

export const encodeBase64Url = (bytes: Uint8Array): string =>
  encodeBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")

/** Decodes base64 with or without padding. Returns undefined if the string is not base64. */
export function decodeBase64(text: string): Uint8Array | undefined {
  // `atob` ignores white space, which is invalid here.
  if (/\s/.test(text)) return undefined
  try {
    const binary = atob(text)
    const bytes = new Uint8Array(binary.length)
    for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at)
    return bytes
  } catch {
    return undefined
  }
}

/** Decodes UTF-8. Invalid bytes become U+FFFD. */
export const readUtf8 = (bytes: Uint8Array): string => new TextDecoder("utf-8").decode(bytes)
