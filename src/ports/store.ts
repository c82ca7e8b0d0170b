import type { Instant } from "../model/ids.ts"
import type { Owed } from "../records/failure.ts"

/** The number by which a store knows a world. Never given twice, so that the name of a deleted world is free again. */
export type WorldNumber = number

/** Up to 32 records of a table, or the IDs of up to 32 pages, or the tables of a state: JSON. Never changes. */
export interface Page {
  /** `pageId` of the body: the same content is stored once, whoever writes it. */
  readonly id: string
  readonly body: string
}

/** What leads to a state: its root page, and what has to be written before it is one. */
export interface Rooted {
  readonly root: string
  readonly pages: readonly Page[]
  /** Pages that are named by `pages` and are expected to be there: if one is not, nothing is done (`"pages_missing"`). */
  readonly references: readonly string[]
}

/** What `reset` of a world leads to, and what it was made of. */
export interface OriginRow {
  readonly root: string
  /** What the world's clock showed. */
  readonly at: Instant
  /** What it was made of, as those who made it put it; null when that is not known (a fork, an import). */
  readonly madeOf: string | null
}

export interface WorldRow {
  readonly world: WorldNumber
  readonly name: string
  /** Name of the world it was forked from, and how many changes that had then; null when it was not. */
  readonly parent: string | null
  readonly parentVersion: number | null
  readonly origin: OriginRow
  /** Number of the newest change. */
  readonly version: number
  /** The newest snapshot, and the number of changes that had led to it. */
  readonly root: string
  readonly rootVersion: number
  readonly createdAt: Instant
}

export type NewWorldRow = Omit<WorldRow, "world" | "root">

/** One commit as it is stored: everything else of it is in the body (`change-text.ts`). */
export interface ChangeRow {
  /** Number of the commit in its world, from 1. */
  readonly sequence: number
  readonly at: Instant
  readonly actor: string | null
  readonly operation: string
  /** JSON. */
  readonly body: string
}

/** A commit that replaces everything by a state: a reset, a restore, an import. */
export interface Replacement {
  readonly change: ChangeRow
  readonly rooted: Rooted
  /** Given when `reset` leads to this state from now on. */
  readonly origin?: Omit<OriginRow, "root">
}

export interface SnapshotRow {
  readonly name: string
  /** Number of changes that had led to it. */
  readonly version: number
  readonly root: string
  /** What the world's clock showed. */
  readonly at: Instant
  /** Digest of its state. */
  readonly hash: string
}

export interface BlobRow {
  readonly sha256: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** A blob that is named from now on: with its bytes, or without them where it is expected to be there. */
export type NamedBlob = BlobRow | { readonly sha256: string; readonly bytes?: undefined }

/**
 * `outpaced`: somebody else has committed that sequence. `deleted`: the world is no more. `pages_missing`: a page that should have been
 * there was dropped as needless meanwhile; `blobs_missing`: a blob was. Of all of them, nothing was done.
 */
export type Outcome = "done" | "outpaced" | "deleted" | Missing

export type Missing = "pages_missing" | "blobs_missing"

/** What a store tells those who follow it: changes were appended, or worlds or their snapshots came, went or were replaced. */
export type News = { readonly world: WorldNumber; readonly version: number } | "worlds"

/** A server that uses a store which several use. */
export interface ReplicaRow {
  readonly id: string
  readonly since: Instant
  /** The worlds it leads. */
  readonly leads: readonly WorldNumber[]
  /** How far it has seen each world. */
  readonly versions: Readonly<Record<string, number>>
  readonly lagMs: number
}

/** Work after an answer, as it is noted with the changes that bring it. */
export interface OwedRow extends Owed {
  /** The server that is to do it; null: whoever leads the world. */
  readonly replica: string | null
}

/** What several servers on one store settle among themselves. Time is the store's own. */
export interface Sharing {
  /** Takes the lead of a world, or renews it, for so long; false while somebody else has it. */
  lead(world: WorldNumber, replica: string, ms: number): Promise<boolean>
  /** Ends a replica's leads and drops its row. */
  leave(replica: string): Promise<void>
  /** Puts a replica's row, which `replicas` lists for so long. */
  beat(replica: ReplicaRow, ms: number): Promise<void>
  replicas(): Promise<readonly ReplicaRow[]>
  /** The work that is nobody's yet, or that of a server which is not among `replicas`, in the order in which it was noted. */
  adrift(): Promise<readonly (OwedRow & { readonly world: WorldNumber })[]>
  /** Makes work that was nobody's that of a server; false where it is somebody's, or done. */
  claim(world: WorldNumber, key: string, replica: string): Promise<boolean>
  /** Forgets work; answers the keys of what had not been forgotten before. */
  settle(world: WorldNumber, keys: readonly string[]): Promise<readonly string[]>
}

/** How much of everything a store holds. */
export interface StoreSizes {
  readonly bytes: number
  readonly changes: number
  readonly pages: number
  readonly blobs: number
  readonly blobBytes: number
}

/** What is needed no longer. What is left out stays as it is. */
export interface Needless {
  /** Of each world, the changes up to and including this one. Those of worlds that were deleted all go. */
  readonly changesUpTo?: ReadonlyMap<WorldNumber, number>
  /** Pages to which no world and no snapshot leads go: always, or once they are more than half of all. */
  readonly pages?: "all" | "when_many"
  /** Answers the blobs that stay, besides those that are named from the moment on at which it is called. */
  readonly blobsBut?: () => Promise<ReadonlySet<string>>
}

/**
 * Keeps the worlds of a server beyond the process: rows of text, of which it understands nothing. Each call that writes is one
 * transaction, durable when it resolves: all of it is there after a crash or a power cut, or none. It rejects with a
 * `StoreTrouble`; calls may overlap, and those of one world are carried out in the order in which they were made.
 */
export interface Store {
  /** Different for every opened store, also of one database: what makes the batches of this one unmistakable. */
  readonly id: string
  /** The ID that a page has by its body: a digest of it, of letters, digits, - and _. */
  pageId(body: string): string

  /** The worlds there are, in the order they were made. */
  worlds(): Promise<readonly WorldRow[]>
  /** Makes a world; `"taken"` when one has its name. */
  makeWorld(row: NewWorldRow, rooted: Rooted, blobs: readonly NamedBlob[]): Promise<WorldRow | "taken" | Missing>
  /** Deletes a world with its snapshots. Its rows go when they are dropped as needless. */
  deleteWorld(world: WorldNumber, at: Instant): Promise<void>

  /**
   * Appends changes, the first of which has the sequence `version + 1` of the world, with the blobs that they name and no state before did.
   * If it rejects uncertainly, `bodyAt` tells what became of it. `owed` is noted for those with whom the store is shared.
   */
  append(
    world: WorldNumber,
    changes: readonly ChangeRow[],
    blobs: readonly NamedBlob[],
    owed?: readonly OwedRow[],
  ): Promise<Outcome>
  /** Appends a commit that replaces everything. */
  replace(world: WorldNumber, replacement: Replacement, blobs: readonly NamedBlob[]): Promise<Outcome>
  /**
   * The body of the change of that sequence; undefined when there is none, and then nothing that was asked for before will still put one
   * there. Settles only when it is sure: as long as the store can't be reached, it goes on trying.
   */
  bodyAt(world: WorldNumber, sequence: number): Promise<string | undefined>
  /** The changes after `version`, in order and without a gap, at most `limit`, and fewer where they are large; none only at the end. */
  changesAfter(world: WorldNumber, version: number, limit: number): Promise<readonly ChangeRow[]>
  /** The newest version of each world, as it is now. */
  versions(): Promise<ReadonlyMap<WorldNumber, number>>

  /** What nobody knows but the servers of the store, the same for all of them: made when it is first asked for. */
  secret(): Promise<string>
  /** The highest number that a world was ever given, whether or not it is there; 0 when none was. */
  lastWorld(): Promise<WorldNumber>

  /** Writes pages ahead of what will lead to them. */
  putPages(pages: readonly Page[]): Promise<void>
  /** Those of the pages that are there, in any order. */
  pages(ids: readonly string[]): Promise<readonly Page[]>
  /** From now on a world is loaded from this snapshot, unless it has a newer one. */
  setRoot(world: WorldNumber, version: number, rooted: Rooted): Promise<Outcome>

  snapshots(world: WorldNumber): Promise<readonly SnapshotRow[]>
  /** Takes a snapshot under a name, in place of the one that has it. */
  putSnapshot(
    world: WorldNumber,
    row: Omit<SnapshotRow, "root">,
    rooted: Rooted,
    blobs: readonly NamedBlob[],
  ): Promise<Outcome>
  deleteSnapshot(world: WorldNumber, name: string): Promise<void>

  /** Those of the blobs that are there. */
  blobs(keys: readonly string[]): Promise<readonly BlobRow[]>
  blobKeys(): Promise<readonly string[]>

  /** Stores something that says nothing and stays nowhere, and rejects where a change could not be stored. */
  probe(): Promise<void>

  /** Drops what is needed no longer. Several transactions; stopped in between, it may be called again. */
  drop(needless: Needless): Promise<void>
  sizes(): Promise<StoreSizes>

  /** Called with what others did, soon after. The answer ends it. Absent: nobody else writes to it. */
  follow?(hear: (news: News) => void): () => void
  /** Absent: no other server can use the store. */
  readonly sharing?: Sharing

  /** Finishes what was asked for; nothing is asked for afterwards. */
  close(): Promise<void>
}
