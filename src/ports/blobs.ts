/** An immutable list of blob keys and of other lists. Lists share parts, so an adapter may skip a list that it has already seen. */
export type BlobList = readonly (string | BlobList)[]

/** The lists of the blobs that an owner uses. */
export type BlobNames = readonly BlobList[]

/** Stores the bytes of files and pictures under keys derived from the bytes. A world and its forks share one blob store. */
export interface Blobs {
  /**
   * Stores bytes under their hexadecimal SHA-256 and returns this key; equal bytes are stored once. The caller must not change the
   * bytes afterwards. Once the caller yields the thread, the bytes may be freed unless an owner lists their key or a view retains them.
   */
  put(bytes: Uint8Array): string
  /** Returns the bytes of a key; undefined if they were never stored in this blob store or have been freed. */
  get(key: string): Uint8Array | undefined
  /**
   * Returns the listed keys that have no bytes. A view also retains the listed blobs. Adapters that can skip lists whose blobs they still
   * contain implement this method. Otherwise `get` is called for each key of a state that is read from a store.
   */
  missing?(names: BlobNames): string[]
  /**
   * Keeps the blobs that `namesOf(owner)` lists, until `release(owner)` or until the owner is garbage collected. `namesOf` must not hold a
   * reference to the owner. Adapters that never free blobs omit this method and the three below.
   */
  retainedBy?<T extends object>(owner: T, namesOf: (owner: T) => BlobNames): void
  /** Stops keeping the owner's blobs. */
  release?(owner: object): void
  /**
   * Returns a view that keeps `names`, and all blobs stored or read through the view, until the view's `release`. Loading a world and
   * running a command need a view, because their records refer to the blobs only after the commit.
   */
  retain?(names: BlobNames): RetainedBlobs
  /** Frees blobs that no owner lists and no view retains. Callers should call it occasionally. */
  sweep?(): void
}

/** A view of a blob store for one load or command. The store frees none of the view's blobs before `release`. */
export interface RetainedBlobs extends Blobs {
  /** Stops retaining blobs. The view can still be used to read and store blobs. */
  release(): void
}

/** Returns a view that retains blobs. If the adapter has no `retain`, it never frees blobs, so the view only forwards calls. */
export const retain = (blobs: Blobs, names: BlobNames = []): RetainedBlobs =>
  blobs.retain?.(names) ?? {
    put: (bytes) => blobs.put(bytes),
    get: (key) => blobs.get(key),
    missing: (wanted) => missingBlobs(blobs, wanted),
    release() {},
  }

/** Returns the listed keys that have no bytes. A view also retains the listed blobs. */
export const missingBlobs = (blobs: Blobs, names: BlobNames): string[] =>
  blobs.missing?.(names) ?? [...keysOf(names, new Set())].filter((key) => blobs.get(key) === undefined)

/** Yields the keys of lists that are not in `visited`, and adds these lists to it. */
export function* keysOf(names: BlobNames, visited: Pick<WeakSet<BlobList>, "has" | "add">): Generator<string> {
  for (const list of names) {
    if (visited.has(list)) continue
    visited.add(list)
    for (const part of list) {
      if (typeof part === "string") yield part
      else yield* keysOf([part], visited)
    }
  }
}
