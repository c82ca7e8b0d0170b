/** Every runtime has one; the engine's own types know the language only. */
interface Runtime {
  readonly TextDecoder: new (encoding: "utf-8") => { decode(bytes: Uint8Array): string }
}

const { TextDecoder } = globalThis as unknown as Runtime

/** The text that bytes are in UTF-8; what is none becomes U+FFFD. */
export const readUtf8 = (bytes: Uint8Array): string => new TextDecoder("utf-8").decode(bytes)
