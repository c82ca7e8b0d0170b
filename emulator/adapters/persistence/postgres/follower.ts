import { createHash } from "node:crypto"
import type { Head, News, WorldNumber } from "../../../../src/ports/index.ts"
import { type Asking, SqlConnection, Unreachable } from "./connection.ts"
import type { PostgresPlace } from "./place.ts"
import { headRow } from "./rows.ts"
import type { Statements } from "./statements.ts"

export interface FollowerParts {
  readonly place: PostgresPlace
  readonly side: Asking
  readonly sql: Statements
  /** ID of this process's store object. The follower ignores notifications with this ID, because this process sent them. */
  readonly self: string
  readonly notifies: boolean
}

/** Polling intervals. If notifications work, SELDOM_MS is enough: polling only finds changes whose notification was lost. */
const SELDOM_MS = 1000
const OFTEN_MS = 50
const AGAIN_MS = 250
/** World number under which the change counter of the list of worlds and snapshots is stored. */
const CATALOG = 0

/**
 * Reports commits of other processes, by polling and, if the database supports them, by notifications. A notification
 * is sent after its commit, outside the transaction, so that commits do not wait for each other.
 */
export class Follower {
  readonly #parts: FollowerParts
  readonly #channel: string
  readonly #listeners = new Set<(news: News) => void>()
  readonly #known = new Map<WorldNumber, Head>()
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
    this.#canNotify = parts.notifies
    // The schema is hashed, because PostgreSQL limits the length of channel names.
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

  committed(world: WorldNumber, head: Head): void {
    this.#learn(world, head)
    void this.#notify(String(world), [world, head.version, head.id].join(" "))
  }

  changedWorlds(): void {
    void this.#notify("worlds", "worlds")
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#listeners.clear()
    await this.#listening?.close()
  }

  /** Sends a notification about a subject. While one is being sent, only the newest of each subject waits to be sent next. */
  async #notify(about: string, news: string): Promise<void> {
    if (!this.#canNotify) return
    this.#toNotify.set(about, news)
    if (this.#isNotifying) return
    this.#isNotifying = true
    const { side, sql, self } = this.#parts
    for (const [next, message] of this.#toNotify) {
      this.#toNotify.delete(next)
      await side.query(sql.notify, [this.#channel, `${self} ${message}`]).catch((error: unknown) => {
        // If the database does not support notifications, other processes find the commit when they poll.
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
        // Poll at once, because notifications sent during the disconnection were lost.
        this.#lookLater(0)
        return
      } catch (error) {
        if (!(error instanceof Unreachable)) return
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
      }
    }
  }

  #heard(payload: string): void {
    const [from, what, version, id] = payload.split(" ")
    if (from === this.#parts.self) return
    if (what === "worlds") this.#lookLater(0)
    else this.#publish(Number(what), { version: Number(version), id })
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
    const known = new Map(this.#known)
    try {
      const { rows } = await side.query(sql.news)
      const seen = new Map(rows.map((row) => [Number(row.world), headRow(row)]))
      for (const [world, head] of seen) {
        // A version below one that was known before the look shows that the database was put back in time.
        if (head.version < (known.get(world)?.version ?? 0)) this.#known.delete(world)
        this.#publish(world, head)
      }
      for (const world of this.#known.keys()) if (!seen.has(world)) this.#known.delete(world)
    } catch {
      // Ignores the error; the next request to the store reports it.
    } finally {
      this.#isLooking = false
    }
    this.#lookLater(this.#isLookWanted ? 0 : this.#pauseMs())
  }

  #pauseMs(): number {
    return this.#parts.place.pollMs ?? (this.#isHearing ? SELDOM_MS : OFTEN_MS)
  }

  #publish(world: WorldNumber, head: Head): void {
    if (!this.#learn(world, head)) return
    const news = world === CATALOG ? "worlds" : { world, ...head }
    for (const hear of this.#listeners) hear(news)
  }

  /** Records a world's newest change. Returns true if it is new: a later one, or another one with the same version. */
  #learn(world: WorldNumber, { version, id }: Head): boolean {
    const known = this.#known.get(world)
    const isOther = known?.version === version && known.id !== undefined && id !== undefined && known.id !== id
    if (known !== undefined && known.version >= version && !isOther) return false
    this.#known.set(world, { version, id })
    return true
  }
}
