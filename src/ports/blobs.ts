/** Keeps the bytes of files and pictures, by content; records hold the key. Shared by all forks of a world. */
export interface Blobs {
  /** Stores the bytes and answers their key (SHA-256 in hex); the same bytes have the same key and are kept once. The caller must not change them afterwards. */
  put(bytes: Uint8Array): string
  /** The bytes under a key; undefined when they were never put here. */
  get(key: string): Uint8Array | undefined
}
