import { createHash } from "node:crypto"
import type { News, WorldNumber } from "../../../../src/inside.ts"
import { type Asking, SqlConnection, Unreachable } from "./connection.ts"
import type { PostgresPlace } from "./place.ts"
import type { Statements } from "./statements.ts"

export interface FollowerParts {
  readonly place: PostgresPlace
  readonly side: Asking
  readonly sql: Statements
  /** ID of the store that follows: what it did itself is no news to it. */
  readonly self: string
  /** Whether others are told of what this store does. */
  readonly tells: boolean
}

/** How often to look where notifications come, in case that one is lost, and where none come. */
const SELDOM_MS = 1000
const OFTEN_MS = 50
const AGAIN_MS = 250
/** The key under which the counter of worlds and snapshots stands among the versions. */
const CATALOG = 0

/**
 * Tells what others commit: by notifications, where the database has them, and by looking now and then. Notifications are sent after
 * the commit and in no transaction of it, so that commits don't wait for each other.
 */
export class Follower {
  readonly #parts: FollowerParts
  readonly #channel: string
  readonly #listeners = new Set<(news: News) => void>()
  readonly #known = new Map<WorldNumber, number>()
  #listening: SqlConnection | undefined
  #isHearing = false
  #canNotify: boolean
  #isLooking = false
  #isLookWanted = false
  readonly #toNotify = new Map<string, string>()
  #isNotifying = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #isClosed = false

  constructor(parts: FollowerParts) {
    this.#parts = parts
    this.#canNotify = parts.tells
    // Names of channels are short.
    this.#channel = `hexarium_${createHash("sha256").update(parts.place.schema).digest("hex").slice(0, 16)}`
  }

  follow(hear: (news: News) => void): () => void {
    this.#listeners.add(hear)
    if (this.#listeners.size === 1) {
      void this.#listen()
      this.#lookLater(0)
    }
    return () => {
      this.#listeners.delete(hear)
      if (this.#listeners.size === 0) clearTimeout(this.#timer)
    }
  }

  /** A world has a new version by this store. */
  committed(world: WorldNumber, version: number): void {
    this.#learn(world, version)
    void this.#notify(String(world), `${world} ${version}`)
  }

  /** Worlds or snapshots changed by this store. */
  changedWorlds(): void {
    void this.#notify("worlds", "worlds")
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#listeners.clear()
    await this.#listening?.close()
  }

  /** Of what there is to tell of one thing while the last is being told, only the newest is. */
  async #notify(about: string, news: string): Promise<void> {
    if (!this.#canNotify) return
    this.#toNotify.set(about, news)
    if (this.#isNotifying) return
    this.#isNotifying = true
    const { side, sql, self } = this.#parts
    for (const [next, told] of this.#toNotify) {
      this.#toNotify.delete(next)
      await side.query(sql.notify, [this.#channel, `${self} ${told}`]).catch((error: unknown) => {
        // Others will see it when they look.
        if (!(error instanceof Unreachable)) this.#canNotify = false
      })
    }
    this.#isNotifying = false
  }

  async #listen(): Promise<void> {
    this.#listening ??= new SqlConnection(this.#parts.place, {
      hear: (payload) => this.#heard(payload),
      lost: () => void this.#listen(),
    })
    this.#isHearing = false
    while (!this.#isClosed) {
      try {
        await this.#listening.run(`LISTEN ${this.#channel}`)
        this.#isHearing = true
        // What was told meanwhile was not heard.
        this.#lookLater(0)
        return
      } catch (error) {
        if (!(error instanceof Unreachable)) return
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
      }
    }
  }

  #heard(payload: string): void {
    const [from, what, version] = payload.split(" ")
    if (from === this.#parts.self) return
    if (what === "worlds") this.#lookLater(0)
    else this.#tell(Number(what), Number(version))
  }

  #lookLater(ms: number): void {
    clearTimeout(this.#timer)
    if (this.#isClosed || this.#listeners.size === 0) return
    this.#timer = setTimeout(() => void this.#look(), ms)
    this.#timer.unref()
  }

  async #look(): Promise<void> {
    this.#isLookWanted = this.#isLooking
    if (this.#isLooking) return
    this.#isLooking = true
    const { side, sql } = this.#parts
    try {
      const { rows } = await side.query(sql.news)
      const seen = new Map(rows.map(({ world, version }) => [Number(world), Number(version)]))
      for (const [world, version] of seen) this.#tell(world, version)
      for (const world of this.#known.keys()) if (!seen.has(world)) this.#known.delete(world)
    } catch {
      // Whoever asks the store for something hears of it.
    } finally {
      this.#isLooking = false
    }
    this.#lookLater(this.#isLookWanted ? 0 : this.#pauseMs())
  }

  #pauseMs(): number {
    return this.#parts.place.pollMs ?? (this.#isHearing ? SELDOM_MS : OFTEN_MS)
  }

  #tell(world: WorldNumber, version: number): void {
    if (!this.#learn(world, version)) return
    const news = world === CATALOG ? "worlds" : { world, version }
    for (const hear of this.#listeners) hear(news)
  }

  /** Whether it was not known. */
  #learn(world: WorldNumber, version: number): boolean {
    if ((this.#known.get(world) ?? -1) >= version) return false
    this.#known.set(world, version)
    return true
  }
}
