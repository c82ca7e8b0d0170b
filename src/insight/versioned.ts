import type { Moment } from "../engine/index.ts"
import { type Instant, inspect, LazyModule, type NamesOf, requireOptions, targetNotFound } from "../model/index.ts"
import type { Change } from "../state/index.ts"
import type { Capsule } from "./capsule/index.ts"
import { Explainable } from "./explainable.ts"
import { type Bisection, type HistoryHost, type Version, type VersionDifferences, VersionHistory } from "./history.ts"
import type { KeptVersion } from "./kept-version.ts"

/** Options of a capsule. */
export interface CapsuleOptions {
  /** The requests that an app or a server of the world has logged: `all`, an ID, or a range such as `12..40`. Default: `all`. */
  readonly requests?: string | undefined
  /** Whether names, addresses, texts, files, the seed and the random stream are replaced. Default: false. */
  readonly anonymise?: boolean | undefined
}

const CAPSULE_OPTIONS: NamesOf<CapsuleOptions> = { requests: true, anonymise: true }

const capsules = new LazyModule(() => import("./capsule/capsule-of-world.ts"))

/** The members of a world that concern its versions (insight.md section 1). `Past` is the public type of a version's world. */
export abstract class Versioned<W extends Past, Past extends object> extends Explainable implements HistoryHost<W> {
  /** The versions that the world keeps. */
  readonly history = new VersionHistory<W>(this)
  /** The constant time of a version of the past; undefined for a world that can be changed. */
  protected readonly readOnlyAt: Instant | undefined

  constructor(readOnlyAt: Instant | undefined) {
    super()
    this.readOnlyAt = readOnlyAt
  }

  /** Writes capsules with the requests of a server's log. The emulator sets this property; forks have none. */
  capsuleWriter: ((options: CapsuleOptions) => Promise<Capsule>) | null = null

  abstract baseUrl: string
  abstract get now(): Instant
  abstract onChange(
    changed: (change: Change, cause: unknown) => void,
    replaced?: (isPutBack: boolean, operation: string) => void,
  ): () => void
  /** Returns a read-only world in a version's state, with the clock at the version's time. */
  abstract open(version: KeptVersion): W
  /** Replaces the state by that of a moment, including its clock. */
  abstract resume(operation: "Restore" | "Rewind", moment: Moment): Promise<void>

  /** Whether this world is a version of the past, which can't be changed. */
  get isReadOnly(): boolean {
    return this.readOnlyAt !== undefined
  }

  versions(): Version[] {
    return this.history.list()
  }

  at(version: number | string): Past {
    return this.history.open(this.history.find(version))
  }

  async rewind(version: number | string): Promise<void> {
    return this.resume("Rewind", this.history.find(version))
  }

  differences(from: number | string, to: number | string): VersionDifferences {
    return this.history.differences(from, to)
  }

  bisect(test: (past: Past) => boolean | Promise<boolean>): Promise<Bisection> {
    return this.history.bisect(test)
  }

  async capsule(options: CapsuleOptions = {}): Promise<Capsule> {
    requireOptions("world.capsule", options, CAPSULE_OPTIONS)
    if (this.isReadOnly) throw targetNotFound("a version of the past has no capsule; call capsule() of its world")
    if (this.history.range === undefined) throw targetNotFound(NO_VERSIONS)
    if (this.capsuleWriter !== null) return this.capsuleWriter(options)
    const { requests = "all", anonymise = false } = options
    if (requests !== "all")
      throw targetNotFound(
        `requests: expected all, because no app or server logs the world's requests, received ${inspect(requests)}`,
      )
    return (await capsules.load()).capsuleOfWorld(this, anonymise)
  }
}

const NO_VERSIONS =
  "the world keeps no versions, so its capsule would have no beginning; keep some with createWorld({ history: 1000 })"
