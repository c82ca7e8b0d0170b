import { type Instant, SharedWork } from "../../../src/model/index.ts"
import { loadWorlds } from "../load-world.ts"
import type { NamedWorld } from "../named-world.ts"
import { MAIN, type Worlds } from "../worlds.ts"
import { ReplicaOutbox } from "./replica-outbox.ts"
import { type ReplicaRow, type Sharing, sharingOf } from "./sharing.ts"

/** A server that shares a store, in the format of the control plane (control.md section 3, "replicas"). */
export interface ReplicaStatus {
  readonly id: string
  readonly since: Instant
  /** Whether this entry describes the server that sent the response. */
  readonly self: boolean
  /** Names of the worlds that the server leads. */
  readonly leads: readonly string[]
  /** Latest version of each world that the server has read. */
  readonly version: Readonly<Record<string, number>>
  /** How long the server last took to catch up with other servers' commits, in milliseconds. */
  readonly lag_ms: number
}

/** Duration of a lease. A server that does not renew its lease in this time no longer leads the world. */
const LEASE_MS = 30_000
const RENEW_MS = 10_000
/** This server gives up an expiring lease this much earlier, before other servers may acquire it. */
const MARGIN_MS = 3000
const WATCH_MS = 1000
const NOT_DONE = "the server stopped before the work was done; the work is not retried"

/**
 * Coordinates the servers that share a store, and adopts changes to its list of worlds and snapshots. In the worlds
 * that this server leads, it runs schedules, expiries and deliveries. Without a shared store, this server leads all.
 */
export class Replicas {
  readonly id: string
  readonly #worlds: Worlds
  readonly #sharing: Sharing | undefined
  readonly #since = new Date().toISOString() as Instant
  /** Expiry of each lease, in milliseconds by the machine's clock. */
  readonly #leads = new Map<NamedWorld, number>()
  readonly #outbox: ReplicaOutbox | undefined
  #lagMs = 0
  /** Stores this server's description in the store again, before it expires. */
  readonly #beat = new SharedWork(async () => {
    if (this.#isStarted) await this.#sharing?.beat(this.#row(), LEASE_MS)
  })
  #renewing: Promise<void> | undefined
  readonly #refresh = new SharedWork(() => this.#reconcile())
  #isStarted = false
  #end = (): void => {}

  constructor(worlds: Worlds) {
    this.#worlds = worlds
    this.#sharing = sharingOf(worlds.storedWorlds?.store)
    this.id = worlds.storedWorlds?.store.id ?? crypto.randomUUID()
    const { storedWorlds } = worlds
    if (storedWorlds === undefined || this.#sharing === undefined) return
    const outbox = new ReplicaOutbox(this.id, this.#sharing)
    this.#outbox = outbox
    storedWorlds.storesJobs = true
    worlds.onWorld((named) => {
      if (named.number === undefined) return
      named.world.isActive = false
      named.world.background.jobLog = outbox.jobLogOf(named.number)
      if (this.#isStarted) this.#lead(named).catch(() => {})
    })
  }

  /** How long this server last took to catch up with other servers' commits, in milliseconds. */
  get lagMs(): number {
    return this.#lagMs
  }

  get isShared(): boolean {
    return this.#sharing !== undefined
  }

  /** Starts to acquire leases and to follow changes in the store. */
  async start(): Promise<void> {
    const { storedWorlds } = this.#worlds
    if (this.#sharing === undefined || storedWorlds === undefined) return
    const unfollow = storedWorlds.store.follow?.((news) => {
      if (news === "worlds") this.refresh().catch(() => {})
    })
    this.#isStarted = true
    await this.#renew()
    await this.refresh().catch(() => {})
    const renew = setInterval(() => void this.#renew(), RENEW_MS)
    const watch = setInterval(() => this.#giveUpLate(), WATCH_MS)
    for (const timer of [renew, watch]) timer.unref?.()
    this.#end = () => {
      unfollow?.()
      clearInterval(renew)
      clearInterval(watch)
    }
  }

  /** Stops following the store and gives up the leases. */
  async stop(): Promise<void> {
    this.#end()
    this.#isStarted = false
    await this.#renewing
    await this.#refresh.idle()
    await this.#beat.idle()
    await this.#outbox?.forget()
    await this.#sharing?.leave(this.id).catch(() => {})
  }

  /**
   * Updates this server's worlds and snapshots from the store. Calls in the same turn of the event loop share one read.
   * Rejects if the store can't be reached.
   */
  refresh(): Promise<void> {
    if (this.#sharing === undefined) return Promise.resolve()
    const refreshed = this.#refresh.run()
    return this.#asking(() => refreshed)
  }

  /** Lists the servers that share the store; this server is first. */
  async list(): Promise<readonly ReplicaStatus[]> {
    const leads = this.#worlds.list().flatMap(({ name, world }) => (world.isActive ? name : []))
    const self = { ...this.#statusOf(this.#row()), self: true, leads }
    const rows = await this.#asking(async () => this.#sharing?.replicas())
    return [self, ...(rows ?? []).filter(({ id }) => id !== this.id).map((row) => this.#statusOf(row))]
  }

  #asking<T>(work: () => Promise<T>): Promise<T> {
    return this.#worlds.calls?.read(work) ?? work()
  }

  #statusOf({ id, since, leads, versions, lagMs }: ReplicaRow): ReplicaStatus {
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
    return {
      id: this.id,
      since: this.#since,
      leads: all.flatMap(({ world, number }) => (world.isActive ? (number ?? []) : [])),
      versions: Object.fromEntries(all.map(({ name, world }) => [name, world.version])),
      lagMs: this.#lagMs,
    }
  }

  /** Renews the leases of all worlds. Concurrent calls share one renewal. */
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
    await this.#beat.run()
    await this.#takeOverJobs()
  }

  /**
   * Takes over jobs without an owner in the worlds that this server leads. Delivers queued mails; reports all other
   * jobs as failed, because their server ended before it ran them.
   */
  async #takeOverJobs(): Promise<void> {
    await this.#outbox?.forget()
    const worlds = new Map([...this.#leads.keys()].map(({ number, world }) => [number, world]))
    for (const { world: number, key, replica, work } of (await this.#sharing?.unclaimedJobs()) ?? []) {
      const world = worlds.get(number)
      if (world === undefined || replica === this.id) continue
      if (replica === null) {
        // Catches up first, because this server might not have read the change that queued the mail.
        await world.catchUp()
        world.mail.deliverQueued(work.id, key)
      } else if ((await this.#sharing?.completeJobs(number, [key]))?.includes(key))
        world.failureLog.add({ ...work, error: NOT_DONE })
    }
  }

  async #lead(named: NamedWorld): Promise<void> {
    const { number, world } = named
    if (number === undefined || this.#sharing === undefined) return
    const until = Date.now() + LEASE_MS - MARGIN_MS
    if (await this.#sharing.lead(number, this.id, LEASE_MS)) {
      this.#leads.set(named, until)
      world.isActive = true
    } else {
      this.#leads.delete(named)
      world.isActive = false
    }
  }

  /** Gives up leases that were not renewed in time. */
  #giveUpLate(): void {
    const now = Date.now()
    for (const [named, until] of this.#leads) {
      if (until > now) continue
      this.#leads.delete(named)
      named.world.isActive = false
    }
  }

  async #measure(): Promise<void> {
    const began = Date.now()
    const newest = await this.#worlds.storedWorlds?.newest()
    const behind = this.#worlds
      .list()
      .filter(({ number, world }) => number !== undefined && (newest?.get(number)?.version ?? 0) > world.version)
    await Promise.all(behind.map(({ world }) => world.catchUp()))
    this.#lagMs = behind.length === 0 ? 0 : Date.now() - began
  }

  async #reconcile(): Promise<void> {
    const worlds = this.#worlds
    const { storedWorlds } = worlds
    if (storedWorlds === undefined) return
    // Only worlds in this list may be removed below. It is read first, so a world created during the read stays.
    const before = worlds.list()
    const rows = await storedWorlds.store.worlds()
    const numbers = new Map(rows.map(({ world, name }) => [world, name]))
    for (const named of before) {
      // In a store that was put back in time, a new world may have the number of a world that is gone.
      if (named.number === undefined || numbers.get(named.number) === named.name) continue
      if (named.name === MAIN) {
        // Nobody can delete this world. The server's health reports that the store has lost it.
        await named.world.catchUp().catch(() => {})
        continue
      }
      if (worlds.find(named.name) !== named) continue
      worlds.remove(named.name)
      this.#leads.delete(named)
      void named.world.close().catch(() => {})
    }
    const unknown = rows.filter(({ name }) => worlds.find(name) === undefined)
    const loaded = await loadWorlds(storedWorlds, unknown, worlds.main.world.ports)
    // Checks again, because this server may have created the world while it was loading.
    const adopted = loaded.flatMap((one) => (worlds.find(one.row.name) === undefined ? worlds.adopt(one) : []))
    for (const named of adopted) await this.#lead(named)
    const heldBefore = new Map(worlds.list().map((named) => [named, [...named.snapshots.values()]]))
    const snapshots = await storedWorlds.store.allSnapshots()
    for (const row of rows) {
      const known = worlds.find(row.name)
      if (known?.number !== row.world || adopted.includes(known)) continue
      // If this server took or deleted a snapshot meanwhile, the rows may be older. The next refresh reads them again.
      if (isList(known.snapshots.values(), heldBefore.get(known))) {
        worlds.takeOverSnapshots(known, snapshots.get(row.world) ?? [])
      }
    }
  }
}

/** Returns whether the values are those of the list, in the same order. */
function isList<T>(values: Iterable<T>, list: readonly T[] = []): boolean {
  const now = [...values]
  return now.length === list.length && now.every((value, at) => value === list[at])
}
