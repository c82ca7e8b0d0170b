import type { Instant } from "../model/index.ts"
import type { PendingJob } from "../model/records/index.ts"

/** Number that identifies a world in its store. A number is never reused, but a new world may take the name of a deleted world. */
export type WorldNumber = number

/** An immutable JSON document: up to 32 records of a table, the IDs of up to 32 other pages, or a state's list of tables. */
export interface Page {
  /** Result of `pageId(body)`. Pages with equal bodies have the same ID and are stored once. */
  readonly id: string
  /** The document as JSON text. */
  readonly body: string
}

/** The pages of a state, passed to a call that stores the state. */
export interface SnapshotPages {
  /** ID of the root page. */
  readonly root: string
  /** Pages to write. Some of them may already be stored. */
  readonly pages: readonly Page[]
  /** IDs of pages that the store must already contain. If any is missing, the call changes nothing and returns `"pages_missing"`. */
  readonly references: readonly string[]
}

/** The state that `reset` restores. */
export interface OriginRow {
  /** ID of the state's root page. */
  readonly root: string
  /** The world's time in this state. */
  readonly at: Instant
  /** Description of the state's source, as given by the creator of the world; null if unknown, as for a fork or an import. */
  readonly madeOf: string | null
}

/** Properties of a stored world. */
export interface WorldRow {
  /** Number of the world. */
  readonly world: WorldNumber
  /** Name of the world, unique in the store. */
  readonly name: string
  /** Name of the world from which this world was forked; null if this world is not a fork. */
  readonly parent: string | null
  /** Version of the parent world at the fork; null if this world is not a fork. */
  readonly parentVersion: number | null
  /** The state that `reset` restores. */
  readonly origin: OriginRow
  /** Sequence number of the newest change. */
  readonly version: number
  /** ID of the newest snapshot's root page. */
  readonly root: string
  /** Version of the newest snapshot. */
  readonly rootVersion: number
  /** The world's time when it was created. */
  readonly createdAt: Instant
}

/** A world to create. The store assigns the number; the root comes from the snapshot pages of the same call. */
export type NewWorldRow = Omit<WorldRow, "world" | "root">

/** One stored commit. */
export interface ChangeRow {
  /** The world's version after the commit. */
  readonly sequence: number
  /** The world's time at the commit. */
  readonly at: Instant
  /** ID of the user who caused the commit; null if no user did. */
  readonly actor: string | null
  /** Name of the operation. */
  readonly operation: string
  /** The change as JSON text (store.md, "Contents of a store"). */
  readonly body: string
}

/** A commit that replaces the whole state, such as a reset, a restore or an import. */
export interface Replacement {
  /** The change to append. */
  readonly change: ChangeRow
  /** Pages of the new state. */
  readonly snapshotPages: SnapshotPages
  /** If present, `reset` also restores the new state from now on. */
  readonly origin?: Omit<OriginRow, "root">
}

/** A named snapshot of a world. */
export interface SnapshotRow {
  /** Name of the snapshot, unique in its world. */
  readonly name: string
  /** The world's version in the snapshot. */
  readonly version: number
  /** ID of the snapshot's root page. */
  readonly root: string
  /** The world's time in the snapshot. */
  readonly at: Instant
  /** Digest of the snapshot's state. */
  readonly hash: string
}

/** The bytes of one or more files with equal content. */
export interface BlobRow {
  /** SHA-256 of the bytes in hexadecimal. */
  readonly sha256: string
  /** Media type of the first file with these bytes. */
  readonly contentType: string
  /** The content of the files. */
  readonly bytes: Uint8Array
}

/** A blob to which new records refer. If `bytes` is omitted, the store must already contain the blob. */
export type NamedBlob =
  | BlobRow
  | {
      /** Digest of the bytes. */
      readonly sha256: string
      /** Omitted, because the blob must already be in the store. */
      readonly bytes?: undefined
    }

/**
 * Result of a write. `outpaced`: another writer has already committed that sequence. `deleted`: the world was deleted. `pages_missing`,
 * `blobs_missing`: the store no longer contains a required page or blob. With any result but `done`, nothing was stored.
 */
export type Outcome = "done" | "outpaced" | "deleted" | Missing

/** Results of a call that refers to pages or blobs that the store has dropped. */
export type Missing = "pages_missing" | "blobs_missing"

/** The newest change of a world. */
export interface Head {
  /** Sequence number of the change; the world's version. */
  readonly version: number
  /** The change's ID (`changeId`). Undefined if the store does not identify changes, or no longer contains this one. */
  readonly id?: string | undefined
}

/** Event of a store: a world has a new change, or (`"worlds"`) the list of worlds or of snapshots changed. */
export type News =
  | (Head & {
      /** Number of the world. */
      readonly world: WorldNumber
    })
  | "worlds"

/** A job that is stored with the changes that cause it. */
export interface StoredJob extends PendingJob {
  /** If true, only the process that stored the job may do it. If false, any process that uses the store may. */
  readonly isOwn: boolean
}

/** Sizes of a store's contents. */
export interface StoreSizes {
  /** Total size in bytes; 0 if unknown. */
  readonly bytes: number
  /** Number of stored changes. */
  readonly changes: number
  /** Number of stored pages. */
  readonly pages: number
  /** Number of stored blobs. */
  readonly blobs: number
  /** Total size of the blobs in bytes. */
  readonly blobBytes: number
}

/** The data that `drop` deletes. If a property is omitted, data of its kind is kept. */
export interface Needless {
  /** Sequence number of the last change to drop, by world. All changes of deleted worlds are dropped in any case. */
  readonly changesUpTo?: ReadonlyMap<WorldNumber, number>
  /** `all` drops all unreachable pages; `when_many` does so only if more than half of all pages are unreachable. */
  readonly pages?: "all" | "when_many"
  /** Returns the digests of the blobs to keep. Blobs to which new records refer after this call are also kept. */
  readonly blobsBut?: () => Promise<ReadonlySet<string>>
}

/**
 * Stores worlds permanently, as rows of opaque text. Each writing call is one transaction: a crash or power cut leaves all or nothing of it
 * stored. Once the call has resolved, all of it is stored. Failed calls reject with `StoreTrouble`. Calls may overlap; calls for the same
 * world run in call order.
 */
export interface Store {
  /** ID of this open store, unique even among open stores on the same database. Identifies the batches that it writes. */
  readonly id: string
  /** Returns the page ID for a body: a digest that consists of letters, digits, - and _. */
  pageId(body: string): string

  /** Returns all worlds, ordered by number. */
  worlds(): Promise<readonly WorldRow[]>
  /** Creates a world. Returns `"taken"` if the name is in use. */
  makeWorld(
    row: NewWorldRow,
    snapshotPages: SnapshotPages,
    blobs: readonly NamedBlob[],
  ): Promise<WorldRow | "taken" | Missing>
  /** Deletes a world and its snapshots. The world's other data remains until the next `drop`. */
  deleteWorld(world: WorldNumber, at: Instant): Promise<void>

  /**
   * Appends changes with consecutive sequences from the world's `version + 1`. `blobs` contains the blobs to which these changes are the
   * first to refer. A single-process store may ignore `jobs`. `previousId` is the ID of the change before the first one; undefined if
   * unknown. If the store contains another change there, the result is `outpaced`. If the call rejects with `isUncertain`, read the outcome
   * with `bodyAt`.
   */
  append(
    world: WorldNumber,
    changes: readonly ChangeRow[],
    blobs: readonly NamedBlob[],
    jobs?: readonly StoredJob[],
    previousId?: string,
  ): Promise<Outcome>
  /**
   * Appends a commit that replaces the whole state, with the state's pages and blobs. `previousId` and the outcomes have the same meaning as
   * for `append`.
   */
  replace(
    world: WorldNumber,
    replacement: Replacement,
    blobs: readonly NamedBlob[],
    previousId?: string,
  ): Promise<Outcome>
  /**
   * Returns the body of the change with this sequence; undefined if no such change exists and no earlier call can still write one.
   * Retries while the store can't be reached, so the result is always certain.
   */
  bodyAt(world: WorldNumber, sequence: number): Promise<string | undefined>
  /** Returns up to `limit` changes after `version`, in order, without gaps; fewer if they are large, but none only at the end. */
  changesAfter(world: WorldNumber, version: number, limit: number): Promise<readonly ChangeRow[]>
  /** Returns the newest version of each world. */
  versions(): Promise<ReadonlyMap<WorldNumber, number>>
  /**
   * Returns the ID of a change: two changes of a world with the same sequence have different IDs unless they are the same commit. The ID
   * shows that a store was put back in time, for example by a restored backup, and has other changes since. A store that can't be put back
   * in time while it is open omits this method and `heads`.
   */
  changeId?(world: WorldNumber, change: ChangeRow): string
  /** Returns the newest change of each world. */
  heads?(): Promise<ReadonlyMap<WorldNumber, Head>>

  /** Returns the store's random secret, which is generated on first use. */
  secret(): Promise<string>
  /** Returns the highest world number ever assigned, including deleted worlds; 0 before the first world. */
  lastWorld(): Promise<WorldNumber>

  /** Stores pages in advance of the call that refers to their root page. */
  putPages(pages: readonly Page[]): Promise<void>
  /** Returns the pages with these IDs, in any order. Omits missing pages. */
  pages(ids: readonly string[]): Promise<readonly Page[]>
  /** Sets the snapshot from which the world is loaded, unless the world already has a newer snapshot. */
  setRoot(world: WorldNumber, version: number, snapshotPages: SnapshotPages): Promise<Outcome>

  /** Returns a world's snapshots, oldest first. */
  snapshots(world: WorldNumber): Promise<readonly SnapshotRow[]>
  /**
   * Returns the snapshots of all worlds that have some, each world's oldest first, in one read. The result may lack what concurrent calls
   * write.
   */
  allSnapshots(): Promise<ReadonlyMap<WorldNumber, readonly SnapshotRow[]>>
  /** Stores a snapshot. Replaces a snapshot of the same name. */
  putSnapshot(
    world: WorldNumber,
    row: Omit<SnapshotRow, "root">,
    snapshotPages: SnapshotPages,
    blobs: readonly NamedBlob[],
  ): Promise<Outcome>
  /** Deletes a snapshot if it exists. */
  deleteSnapshot(world: WorldNumber, name: string): Promise<void>

  /** Returns the blobs with these keys, in any order. Omits missing blobs. */
  blobs(keys: readonly string[]): Promise<readonly BlobRow[]>
  /** Returns the digests of all blobs. */
  blobKeys(): Promise<readonly string[]>

  /** Performs a write without effect, as a test. Rejects if the store can't write. */
  probe(): Promise<void>
  /**
   * Checks that the place of the store still contains this store. Rejects with a `StoreTrouble` of the kind `moved` if not. A server calls
   * this method each second. A store whose place can't change omits it.
   */
  look?(): Promise<void>

  /** Deletes unneeded data in several transactions. An interrupted call can be repeated. */
  drop(needless: Needless): Promise<void>
  /** Returns the sizes of the store's contents. */
  sizes(): Promise<StoreSizes>

  /** Subscribes to other writers' changes and returns an unsubscribe function. A single-writer store omits this method. */
  follow?(hear: (news: News) => void): () => void
  /** Finishes pending calls and closes the store. No method may be called afterwards. */
  close(): Promise<void>
}
