/** Lists of keys. A list never changes, and one that was looked through before is not looked through again. */
export type BlobNames = readonly (readonly string[])[]

/** Keeps the bytes of files and pictures, by content; records hold the key. Shared by all forks of a world. */
export interface Blobs {
  /**
   * Stores the bytes and answers their key (SHA-256 in hex); the same bytes have the same key and are kept once. The caller must not
   * change them afterwards. Bytes may be freed as soon as the caller gives up the thread, unless an owner names them or they are
   * retained by then.
   */
  put(bytes: Uint8Array): string
  /** The bytes under a key; undefined when they were never put here, or are freed. */
  get(key: string): Uint8Array | undefined
  /**
   * From now on what `owner` names is kept, until `letGo` or until the owner is nowhere any more: it is held weakly, and `namesOf` must
   * not hold it. Without this method, and the three below, everything is kept for ever.
   */
  heldBy?<T extends object>(owner: T, namesOf: (owner: T) => BlobNames): void
  /** Ends what `heldBy` began: what the owner names is kept for it no longer. */
  letGo?(owner: object): void
  /**
   * Keeps these names, and what is put or got through the answer, until its `release`. For a load or a command: their records name the
   * bytes only once they commit.
   */
  retain?(names: BlobNames): RetainedBlobs
  /** Frees what nobody names or retains. Call it now and then. */
  sweep?(): void
}

/** Blobs as a load or a command uses them. */
export interface RetainedBlobs extends Blobs {
  /** Ends the work: what it kept is kept for it no longer. The blobs themselves can still be used. */
  release(): void
}

/** Retains blobs where the adapter can; one that cannot never frees any. */
export const retain = (blobs: Blobs, names: BlobNames = []): RetainedBlobs =>
  blobs.retain?.(names) ?? { put: (bytes) => blobs.put(bytes), get: (key) => blobs.get(key), release() {} }
