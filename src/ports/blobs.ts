/** Keeps the bytes of files and pictures, by content; records hold the key. Shared by all forks of a world. */
export interface Blobs {
  /** Stores the bytes and answers their key (SHA-256 in hex); the same bytes have the same key and are kept once. The caller must not change them afterwards. */
  put(bytes: Uint8Array): string
  /** The bytes under a key; undefined when they were never put here. */
  get(key: string): Uint8Array | undefined
  /**
   * From now on what `owner` names is kept, until `letGo` or until the owner is nowhere any more: it is held weakly, and `namesOf` must
   * not hold it. `namesOf` answers lists of keys; one that it has answered before is not looked through again. Without this
   * method, and the two below, everything is kept for ever.
   */
  heldBy?<T extends object>(owner: T, namesOf: (owner: T) => readonly (readonly string[])[]): void
  /** Ends what `heldBy` began: what the owner names is kept for it no longer. */
  letGo?(owner: object): void
  /** Frees what nobody has named for a while. To be called now and then. */
  sweep?(): void
}
