import type { Instant, ReplicaRow, Sharing } from "../../../src/inside.ts"
import { loadWorld } from "../load-world.ts"
import { MAIN, type NamedWorld, type Worlds } from "../worlds.ts"
import { OwedHere } from "./replica-outbox.ts"

/** A server of a store, as the control plane tells of it (control.md section 3, "replicas"). */
export interface ToldReplica {
  readonly id: string
  readonly since: Instant
  /** Whether it is the one that answers. */
  readonly self: boolean
  /** Names of the worlds in which it does what happens by itself. */
  readonly leads: readonly string[]
  /** How many changes it has seen of each world. */
  readonly version: Readonly<Record<string, number>>
  /** How long it took, at the last look, to see what others had committed. */
  readonly lag_ms: number
}

/** Who leads a world does so for this long, unless they say in time that they still do. */
const LEASE_MS = 30_000
const RENEW_MS = 10_000
/** Our lease ends for us before it does for others. */
const MARGIN_MS = 3000
const WATCH_MS = 1000
const UNDONE = "the server that was to do it ended before it was done; it is not done again"

/**
 * A server among those that share a store: takes over the worlds that others make, delete and snapshot, and leads some, in which it does
 * what happens by itself: schedules, expiries, deliveries. A server without a store, or alone with it, leads all it has.
 */
export class Replicas {
  readonly id: string
  readonly #worlds: Worlds
  readonly #sharing: Sharing | undefined
  readonly #since = new Date().toISOString() as Instant
  /** Until when each world is led, by the machine's clock. */
  readonly #leads = new Map<NamedWorld, number>()
  readonly #owed: OwedHere | undefined
  #lagMs = 0
  #beating: Promise<void> = Promise.resolve()
  #nextBeat: Promise<void> | undefined
  #renewing: Promise<void> | undefined
  #refreshing: Promise<void> = Promise.resolve()
  #nextRefresh: Promise<void> | undefined
  #isStarted = false
  #end = (): void => {}

  constructor(worlds: Worlds) {
    this.#worlds = worlds
    this.#sharing = worlds.kept?.store.sharing
    this.id = worlds.kept?.store.id ?? crypto.randomUUID()
    const { kept } = worlds
    if (kept === undefined || this.#sharing === undefined) return
    const owed = new OwedHere(this.id, this.#sharing)
    this.#owed = owed
    kept.isOwing = true
    worlds.onWorld((named) => {
      if (named.number === undefined) return
      named.world.leads = false
      named.world.background.owedNotes = owed.notesOf(named.number)
      if (this.#isStarted) this.#lead(named).catch(() => {})
    })
  }

  /** Whether other servers may use the store. */
  get isShared(): boolean {
    return this.#sharing !== undefined
  }

  /** Begins to lead and to follow. */
  async start(): Promise<void> {
    const { kept } = this.#worlds
    if (this.#sharing === undefined || kept === undefined) return
    const unfollow = kept.follow((news) => {
      if (news === "worlds") this.refresh().catch(() => {})
    })
    this.#isStarted = true
    await this.#renew()
    await this.refresh().catch(() => {})
    const renew = setInterval(() => void this.#renew(), RENEW_MS)
    const watch = setInterval(() => this.#giveUpLate(), WATCH_MS)
    for (const timer of [renew, watch]) timer.unref?.()
    this.#end = () => {
      unfollow()
      clearInterval(renew)
      clearInterval(watch)
    }
  }

  /** Leaves the worlds to others. */
  async stop(): Promise<void> {
    this.#end()
    this.#isStarted = false
    await this.#renewing
    await this.#refreshing
    await this.#beating
    await this.#owed?.forget()
    await this.#sharing?.leave(this.id).catch(() => {})
  }

  /** Takes over which worlds and snapshots there are; all who ask in one turn share one look. Refuses where the store can't be reached. */
  refresh(): Promise<void> {
    if (this.#sharing === undefined) return Promise.resolve()
    this.#nextRefresh ??= this.#refreshing.then(async () => {
      this.#nextRefresh = undefined
      await this.#reconcile()
    })
    this.#refreshing = this.#nextRefresh.catch(() => {})
    const look = this.#nextRefresh
    return this.#asking(() => look)
  }

  /** The servers of the store, this one first. */
  async list(): Promise<readonly ToldReplica[]> {
    const leads = this.#worlds.list().flatMap(({ name, world }) => (world.leads ? name : []))
    const self = { ...this.#told(this.#row()), self: true, leads }
    const rows = await this.#asking(async () => this.#sharing?.replicas())
    return [self, ...(rows ?? []).filter(({ id }) => id !== this.id).map((row) => this.#told(row))]
  }

  #asking<T>(work: () => Promise<T>): Promise<T> {
    return this.#worlds.calls?.read(work) ?? work()
  }

  #told({ id, since, leads, versions, lagMs }: ReplicaRow): ToldReplica {
    const names = new Map(this.#worlds.list().map(({ name, number }) => [number, name]))
    return {
      id,
      since,
      self: false,
      leads: leads.flatMap((number) => names.get(number) ?? []),
      version: versions,
      lag_ms: lagMs,
    }
  }

  #row(): ReplicaRow {
    const all = this.#worlds.list()
    const led = all.filter(({ world }) => world.leads)
    return {
      id: this.id,
      since: this.#since,
      leads: led.flatMap(({ number }) => number ?? []),
      versions: Object.fromEntries(all.map(({ name, world }) => [name, world.version])),
      lagMs: this.#lagMs,
    }
  }

  /** Puts our row for the others to see; all who ask while it is being put share the next. */
  #beat(): Promise<void> {
    if (!this.#isStarted) return Promise.resolve()
    this.#nextBeat ??= this.#beating.then(async () => {
      this.#nextBeat = undefined
      if (this.#isStarted) await this.#sharing?.beat(this.#row(), LEASE_MS)
    })
    this.#beating = this.#nextBeat.catch(() => {})
    return this.#nextBeat
  }

  /** What is asked for while it goes on is done by it. */
  #renew(): Promise<void> {
    this.#renewing ??= this.#renewAll()
      .catch(() => {})
      .finally(() => {
        this.#renewing = undefined
      })
    return this.#renewing
  }

  async #renewAll(): Promise<void> {
    for (const named of this.#worlds.list()) await this.#lead(named)
    await this.#measure()
    await this.#beat()
    await this.#takeUpWork()
  }

  /**
   * In the worlds that are led here, delivers what was sent while nobody led them. What a server that is gone has left undone is told as
   * having failed.
   */
  async #takeUpWork(): Promise<void> {
    await this.#owed?.forget()
    const led = new Map(this.#worlds.list().flatMap((named) => (this.#leads.has(named) ? [[named.number, named]] : [])))
    for (const { world: number, key, replica, work } of (await this.#sharing?.adrift()) ?? []) {
      const world = led.get(number)?.world
      if (world === undefined || replica === this.id) continue
      if (replica === null) {
        // It may have been sent by a change that was not seen here yet.
        await world.catchUp()
        world.mail.deliverNoted(work.id, key)
      } else if ((await this.#sharing?.settle(number, [key]))?.includes(key))
        world.failureLog.add({ ...work, error: UNDONE })
    }
  }

  async #lead(named: NamedWorld): Promise<void> {
    const { number, world } = named
    if (number === undefined || this.#sharing === undefined) return
    const until = Date.now() + LEASE_MS - MARGIN_MS
    if (await this.#sharing.lead(number, this.id, LEASE_MS)) {
      this.#leads.set(named, until)
      world.leads = true
    } else {
      this.#leads.delete(named)
      world.leads = false
    }
  }

  /** Who could not renew a lease in time has lost it. */
  #giveUpLate(): void {
    const now = Date.now()
    for (const [named, until] of this.#leads) {
      if (until > now) continue
      this.#leads.delete(named)
      named.world.leads = false
    }
  }

  async #measure(): Promise<void> {
    const began = Date.now()
    const newest = await this.#worlds.kept?.newest()
    const behind = this.#worlds
      .list()
      .filter(({ number, world }) => number !== undefined && (newest?.get(number) ?? 0) > world.version)
    await Promise.all(behind.map(({ world }) => world.catchUp()))
    this.#lagMs = behind.length === 0 ? 0 : Date.now() - began
  }

  async #reconcile(): Promise<void> {
    const worlds = this.#worlds
    const { kept } = worlds
    if (kept === undefined) return
    // What is made or deleted here while the list is read differs from it.
    const before = worlds.list()
    const rows = await kept.list()
    const numbers = new Set(rows.map(({ world }) => world))
    for (const named of before) {
      if (named.name === MAIN || named.number === undefined || numbers.has(named.number)) continue
      if (worlds.find(named.name) !== named) continue
      worlds.remove(named.name)
      this.#leads.delete(named)
      void named.world.close().catch(() => {})
    }
    for (const row of rows) {
      const known = worlds.find(row.name)
      if (known?.number === row.world) worlds.takeOverSnapshots(known, await kept.store.snapshots(row.world))
      else if (known === undefined) {
        const loaded = await loadWorld(kept, row, worlds.main.world.ports)
        // It may have been made here meanwhile.
        if (loaded !== undefined && worlds.find(row.name) === undefined) await this.#lead(worlds.adopt(loaded))
      }
    }
  }
}
