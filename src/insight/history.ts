import type { Ports } from "../engine/index.ts"
import { type Instant, inspect, targetNotFound } from "../model/index.ts"
import type { BlobNames } from "../ports/index.ts"
import { blobNames, type Change, type Patch, type Scalars, type State } from "../state/index.ts"
import { firstFailing } from "./bisect.ts"
import { compareStates } from "./compare-states.ts"
import { HistoryRoom } from "./history-room.ts"
import { type HistoryOfVersion, type KeptVersion, type MadeBy, madeBy } from "./kept-version.ts"
import { readVersionName } from "./version-name.ts"

/** A change of a world, and the number of the version that it made. */
export interface Version {
  /** Number of the version, which is the number of the change. */
  readonly version: number
  /** The world's time directly after the change: ISO 8601 in UTC. */
  readonly at: Instant
  /** Name of the operation in the API's spelling; for a replacement of the state, `Restore`, `Rewind`, `Reset` or `Import`. */
  readonly operation: string
  /** E-mail address of the user who caused the change; null if no user did. */
  readonly user: string | null
}

/** The differences between two versions. Applied to `from`, they result in `to`. */
export interface VersionDifferences {
  /** Number of the version to which the patches apply. */
  readonly from: number
  /** Number of the version that they result in. */
  readonly to: number
  /** The records that differ, complete, as they are stored. */
  readonly patches: readonly Patch[]
  /** The clock, random stream, counters and settings of `to`. */
  readonly scalars: Scalars
}

/** Result of `world.bisect`. */
export interface Bisection {
  /** Number of the last version that passes. */
  readonly good: number
  /** Number of the first version that fails. */
  readonly bad: number
  /** The change that made `bad` of `good`. */
  readonly change: Version & {
    /** The records that the change wrote, complete, as they are stored. */
    readonly patches: readonly Patch[]
  }
}

/** Versions around a request in a server's log. */
export interface RequestVersions {
  /** Number of the version that the request met. */
  readonly before: number
  /** Number of the version after all changes that the request caused before its response. */
  readonly after: number
}

/** Settings of a history. */
export interface HistorySettings {
  /** Maximum number of changes to keep; 0 keeps none. */
  readonly size: number
  /** Limits the memory of several histories together. Default: a limit for this history alone. */
  readonly room?: HistoryRoom | undefined
  /** Finds the versions around a request by the request's ID. Default: the world has no request log. */
  readonly requests?: ((id: number) => RequestVersions | undefined) | undefined
}

/** The part of a world that its history needs. */
export interface HistoryHost<W> {
  readonly state: State
  readonly version: number
  readonly now: Instant
  readonly ports: Ports
  readonly isReadOnly: boolean
  onChange(
    changed: (change: Change, cause: unknown) => void,
    replaced: (isPutBack: boolean, operation: string) => void,
  ): () => void
  /** Returns a read-only world in the version's state, with the clock at the version's time. */
  open(version: KeptVersion): W
}

/** A change in a history, with the versions on both sides. */
export interface KeptChange {
  readonly version: KeptVersion
  readonly made: MadeBy
  /** Undefined if the version before the change was dropped. */
  readonly previous: KeptVersion | undefined
}

/** The latest versions of a world (insight.md section 1). Keeping them takes no copy, because states are immutable. */
export class VersionHistory<W extends object> implements HistoryOfVersion {
  readonly #host: HistoryHost<W>
  /** By number, oldest first. Empty if the world keeps no history. */
  readonly #versions = new Map<number, KeptVersion>()
  /** Worlds of the versions that were opened. */
  readonly #opened = new WeakMap<KeptVersion, W>()
  #settings: HistorySettings = { size: 0 }
  #room = new HistoryRoom()
  #oldest: KeptVersion | undefined
  #newest: KeptVersion | undefined
  #stop: (() => void) | undefined

  constructor(host: HistoryHost<W>) {
    this.#host = host
  }

  /** Maximum number of changes that the history keeps; 0 if the world keeps none. A version of the past has it for its forks. */
  get size(): number {
    return this.#settings.size
  }

  get newest(): KeptVersion | undefined {
    return this.#newest
  }

  /** Numbers of the oldest and the newest version; undefined without a history. */
  get range(): readonly [oldest: number, newest: number] | undefined {
    return this.#oldest === undefined ? undefined : [this.#oldest.version, this.#host.version]
  }

  /** Begins the history with the world's current state. Forgets an earlier history. */
  begin(settings: HistorySettings): void {
    this.end()
    this.#settings = settings
    if (settings.size === 0 || this.#host.isReadOnly) return
    this.#room = settings.room ?? new HistoryRoom()
    this.#add(undefined)
    this.#host.ports.blobs.retainedBy?.(this, (history) => history.fileKeys)
    this.#stop = this.#host.onChange(
      (change, cause) => this.#changed(change, cause),
      (isPutBack, operation) => this.#replaced(isPutBack, operation),
    )
  }

  /** Sets the request log that the names `before:ID` and `after:ID` refer to. */
  findRequestsBy(requests: HistorySettings["requests"]): void {
    this.#settings = { ...this.#settings, requests }
  }

  /** Forgets all versions and keeps no later ones. */
  end(): void {
    if (this.#stop === undefined) return
    this.#stop()
    this.#stop = undefined
    this.#settings = { size: 0 }
    this.#forget()
    this.#host.ports.blobs.release?.(this)
  }

  #forget(): void {
    this.#newest = undefined
    while (this.#oldest !== undefined) this.dropOldest()
  }

  #changed(change: Change, cause: unknown): void {
    const { state, ports } = this.#host
    if (this.#newest !== undefined) this.#room.superseded(this.#newest, change.patches, state, ports.blobs)
    this.#add(madeBy(change, cause))
  }

  #replaced(isPutBack: boolean, operation: string): void {
    const { state, ports } = this.#host
    // The numbers begin again at an earlier one, so that earlier versions would have the numbers of later ones.
    if (isPutBack) this.#forget()
    else if (this.#newest !== undefined) this.#room.replaced(this.#newest, state, ports.blobs)
    const made = { operation, actor: null, cause: undefined, patches: undefined }
    this.#add(isPutBack ? undefined : made)
  }

  #add(made: MadeBy | undefined): void {
    const { state, version, now: at } = this.#host
    const added: KeptVersion = {
      version,
      at,
      state,
      made,
      fileKeys: undefined,
      bytes: 0,
      history: this,
      next: undefined,
    }
    this.#versions.set(version, added)
    this.#oldest ??= added
    if (this.#newest !== undefined) this.#newest.next = added
    this.#newest = added
    this.#room.enter(added)
    while (this.#countChanges() > this.size) this.dropOldest()
    this.#room.shrink()
  }

  #countChanges(): number {
    return this.#versions.size - (this.#oldest?.made === undefined ? 1 : 0)
  }

  dropOldest(): void {
    const oldest = this.#oldest
    if (oldest === undefined) return
    this.#oldest = oldest.next
    oldest.next = undefined
    this.#versions.delete(oldest.version)
    this.#room.leave(oldest)
  }

  /** Keys of the files of all versions, for the blob store. */
  get fileKeys(): BlobNames {
    return [...this.#versions.values()].flatMap(({ state }) => blobNames(state))
  }

  /** Returns the version with a number. Undefined if the world does not keep it. */
  get(version: number): KeptVersion | undefined {
    return this.#versions.get(version)
  }

  /** Returns the version of a name: its number, `-n`, an instant, `before:ID` or `after:ID`. Throws NOT_FOUND. */
  find(name: number | string): KeptVersion {
    const found = this.get(this.#numberOf(name) ?? Number.NaN)
    if (found !== undefined) return found
    const { range } = this
    const kept = range === undefined ? "it keeps no versions" : `it keeps the versions ${range[0]} to ${range[1]}`
    throw targetNotFound(`the world has no version ${inspect(name)}; ${kept}`)
  }

  #numberOf(name: number | string): number | undefined {
    const parsed = readVersionName(name)
    switch (parsed?.kind) {
      case "number":
        return parsed.version
      case "back":
        return this.#host.version - parsed.changes
      case "instant":
        return [...this.#versions.values()].findLast(({ at }) => at <= parsed.at)?.version
      case "request":
        return this.#settings.requests?.(parsed.id)?.[parsed.side]
      case undefined:
        return undefined
    }
  }

  /** Returns a read-only world in the state of a version, with the clock at the version's time. */
  open(version: KeptVersion): W {
    const opened = this.#opened.get(version) ?? this.#host.open(version)
    this.#opened.set(version, opened)
    return opened
  }

  /** Returns the changes, newest first. */
  changes(): KeptChange[] {
    const versions = [...this.#versions.values()].reverse()
    return versions.flatMap((version, at) => {
      const { made } = version
      return made === undefined ? [] : [{ version, made, previous: versions[at + 1] }]
    })
  }

  /** Returns the changes, newest first, for callers in this process. */
  list(): Version[] {
    return this.changes().map(describeChange)
  }

  differences(from: number | string, to: number | string): VersionDifferences {
    const [older, newer] = [this.find(from), this.find(to)]
    const patches = compareStates(older.state, newer.state)
    return { from: older.version, to: newer.version, patches, scalars: newer.state.scalars }
  }

  /** Finds the first version that fails a test, by binary search. Rejects if the newest version passes or the oldest fails. */
  async bisect(test: (past: W) => boolean | Promise<boolean>): Promise<Bisection> {
    const versions = [...this.#versions.values()]
    const { good, bad } = await firstFailing(versions, (version) => test(this.open(version)))
    const change = { version: bad, made: bad.made as MadeBy, previous: good }
    return {
      good: good.version,
      bad: bad.version,
      change: { ...describeChange(change), patches: patchesOfChange(change) },
    }
  }
}

/** Returns the records that a change wrote. Empty if it replaced the state and the version before it was dropped. */
export const patchesOfChange = ({ version, made, previous }: KeptChange): readonly Patch[] =>
  made.patches ?? (previous === undefined ? [] : compareStates(previous.state, version.state))

const describeChange = ({ version: { version, at, state }, made: { operation, actor } }: KeptChange): Version => ({
  version,
  at,
  operation,
  user: actor === null ? null : state.tables.get("users").get(actor)?.email || actor,
})
