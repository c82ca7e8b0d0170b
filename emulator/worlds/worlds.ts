import type { StoredWorlds } from "../../src/engine/index.ts"
import { HistoryRoom } from "../../src/insight/index.ts"
import { DomainError, inspect, invalidParams, targetNotFound } from "../../src/model/index.ts"
import type { SnapshotRow, WorldRow } from "../../src/ports/index.ts"
import { type EngineWorld, requireHistorySize } from "../../src/world/index.ts"
import type { AppWorlds, NamedSnapshot } from "./app-worlds.ts"
import { type ForkWish, versionOf } from "./fork-wish.ts"
import { EventLog, watchWorld } from "./log/event-log.ts"
import { RequestCounts } from "./log/request-counts.ts"
import { LogRoom, RequestLog } from "./log/request-log.ts"
import { type NamedWorld, recordReplaced } from "./named-world.ts"
import { ObserveTokens } from "./observe-tokens.ts"
import { StoreCalls } from "./replicas/store-calls.ts"
import {
  dropSnapshot,
  requireInMemory,
  requireSnapshot,
  snapshotWorld,
  storedSnapshot,
  takeOverSnapshots,
} from "./snapshots.ts"

export const MAIN = "main"

/** Returns a valid name of a world or snapshot unchanged. Throws if the name is invalid (control.md section 3). */
export function requireName(text: string): string {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(text)) {
    throw invalidParams(`name: expected 1 to 64 letters, digits, - or _, received ${JSON.stringify(text.slice(0, 65))}`)
  }
  return text
}

/** Options for all worlds of a server. */
export interface WorldsOptions {
  /** Maximum number of requests in each world's log. Default: 1000. */
  readonly requestLogSize?: number | undefined
  /** Number of each world's latest changes whose versions the server keeps; 0 keeps none. Default: 1000 (insight.md section 1). */
  readonly history?: number | undefined
  /** Maximum memory of all versions in MiB; the oldest versions are dropped first. Default: 256. */
  readonly historySize?: number | undefined
}

const DEFAULT_HISTORY = 1000
const MIB = 1_048_576

export interface LoadedWorld {
  readonly world: EngineWorld
  readonly row: WorldRow
  readonly snapshots: readonly SnapshotRow[]
}

/** The worlds of one server, with the members that the server itself needs in addition to those of `AppWorlds`. */
export class Worlds implements AppWorlds {
  readonly #worlds = new Map<string, NamedWorld>()
  readonly #logSize: number
  readonly #logRoom = new LogRoom()
  readonly #historySize: number | undefined
  readonly #historyRoom: HistoryRoom
  readonly #adopted = new Set<(named: NamedWorld) => void>()
  #generated = 0
  #made = 0

  readonly requestCounts = new RequestCounts()
  /** The store that contains the worlds; undefined if the worlds exist only in memory. */
  readonly storedWorlds: StoredWorlds | undefined
  /** Makes calls to `storedWorlds`; undefined without a store. */
  readonly calls: StoreCalls | undefined

  constructor(main: EngineWorld | LoadedWorld, options: WorldsOptions = {}, storedWorlds?: StoredWorlds) {
    this.#logSize = options.requestLogSize ?? 1000
    this.#historySize = options.history === undefined ? undefined : requireHistorySize(options.history)
    this.#historyRoom = new HistoryRoom(options.historySize === undefined ? undefined : options.historySize * MIB)
    this.storedWorlds = storedWorlds
    if ("row" in main) this.adopt(main)
    else this.#add(MAIN, main, { parent: null, createdAt: main.now, number: undefined })
    this.calls = storedWorlds && new StoreCalls(storedWorlds, this.main.world.ports.timer)
  }

  get storeTrouble(): string | null {
    const inWorlds = this.list().find(({ world }) => world.storeTrouble !== null)
    return this.calls?.trouble ?? inWorlds?.world.storeTrouble ?? null
  }

  /** Adds a world that was loaded from the store to this server. */
  adopt({ world, row, snapshots }: LoadedWorld): NamedWorld {
    const named = this.#add(row.name, world, { parent: row.parent, createdAt: row.createdAt, number: row.world })
    world.baseUrl = this.#urlOf(row.name)
    for (const snapshot of snapshots)
      named.snapshots.set(snapshot.name, storedSnapshot(this.storedWorlds, named, snapshot))
    return named
  }

  get main(): NamedWorld {
    return this.require(MAIN)
  }

  get size(): number {
    return this.#worlds.size
  }

  find(name: string): NamedWorld | undefined {
    return this.#worlds.get(name)
  }

  require(name: string): NamedWorld {
    const named = this.#worlds.get(name)
    if (named === undefined) throw targetNotFound(`the world ${JSON.stringify(name)} does not exist`)
    return named
  }

  list(): NamedWorld[] {
    return [...this.#worlds.values()]
  }

  family(): { readonly named: NamedWorld; readonly depth: number }[] {
    const forks = new Map<NamedWorld | undefined, NamedWorld[]>()
    for (const named of this.list()) {
      const parent = this.parentOf(named)
      const siblings = forks.get(parent)
      if (siblings === undefined) forks.set(parent, [named])
      else siblings.push(named)
    }
    const found: { named: NamedWorld; depth: number }[] = []
    // Uses an explicit stack, because long chains of forks would overflow the call stack.
    const waiting: { named: NamedWorld; depth: number }[] = []
    const wait = (worlds: readonly NamedWorld[] = [], depth: number) => {
      for (let at = worlds.length - 1; at >= 0; at -= 1) waiting.push({ named: worlds[at] as NamedWorld, depth })
    }
    wait(forks.get(undefined), 0)
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      found.push(next)
      wait(forks.get(next.named), next.depth + 1)
    }
    return found
  }

  parentOf({ parent, madeAfter }: NamedWorld): NamedWorld | undefined {
    const named = parent === null ? undefined : this.#worlds.get(parent)
    return named !== undefined && named.madeAfter < madeAfter ? named : undefined
  }

  fork(wish: ForkWish = {}): NamedWorld {
    const from = this.require(wish.from ?? MAIN)
    const version = versionOf(from, wish)
    const moment = wish.snapshot === undefined ? version : requireInMemory(requireSnapshot(from, wish.snapshot))
    const name = this.#nameFor(wish)
    const twin = from.world.fork({ baseUrl: this.#urlOf(name), from: moment })
    return this.#add(name, twin, { parent: from.name, createdAt: twin.now, number: undefined })
  }

  async make(wish: ForkWish = {}): Promise<NamedWorld> {
    const { storedWorlds } = this
    if (storedWorlds === undefined) return this.fork(wish)
    return this.#writing(() => this.#makeIn(storedWorlds, wish))
  }

  async #makeIn(storedWorlds: StoredWorlds, wish: ForkWish): Promise<NamedWorld> {
    const from = this.require(wish.from ?? MAIN)
    const wanted = versionOf(from, wish)
    const moment =
      wish.snapshot === undefined
        ? (wanted ?? from.world.snapshot())
        : await requireSnapshot(from, wish.snapshot).moment()
    const { state, at, version } = moment
    const { blobs } = from.world.ports
    const ground = { state, at, version, parent: from.name, parentVersion: version, madeOf: null, createdAt: at }
    let name = await this.#newName(wish, storedWorlds)
    let row = await storedWorlds.make({ ...ground, name }, blobs)
    while (row === "taken") {
      if (wish.name !== undefined) throw nameTaken(name)
      // Another server has just created a world of the same generated name.
      name = await this.#newName(wish, storedWorlds)
      row = await storedWorlds.make({ ...ground, name }, blobs)
    }
    const twin = from.world.fork({
      baseUrl: this.#urlOf(name),
      from: moment,
      persistence: storedWorlds.world(name, { row, state, blobs }),
    })
    return this.#worlds.get(name) ?? this.#add(name, twin, { parent: from.name, createdAt: at, number: row.world })
  }

  async drop(name: string): Promise<void> {
    const named = this.#removable(name)
    const { number, world } = named
    if (number !== undefined) await this.#writing(async () => this.storedWorlds?.store.deleteWorld(number, world.now))
    // The world may already be gone, because `Replicas` removes worlds that are missing from the store.
    if (this.find(name) === named) this.remove(name)
  }

  /** Removes a world from this server and releases its blobs. */
  remove(name: string): void {
    const named = this.#removable(name)
    named.record("deleted")
    this.#worlds.delete(name)
    named.log.close()
    named.world.history.end()
    const { blobs } = named.world.ports
    for (const owner of [named.world, ...[...named.snapshots.values()].map(({ inMemory }) => inMemory)])
      if (owner !== undefined) blobs.release?.(owner)
  }

  takeSnapshot(named: NamedWorld, name: string, from?: string): Promise<NamedSnapshot> {
    return this.#writing(() => snapshotWorld(this.storedWorlds, named, name, from))
  }

  dropSnapshot(named: NamedWorld, name: string): Promise<void> {
    return this.#writing(() => dropSnapshot(this.storedWorlds, named, name))
  }

  /** Updates the list of a world's snapshots from the store. */
  takeOverSnapshots(named: NamedWorld, rows: readonly SnapshotRow[]): void {
    takeOverSnapshots(this.storedWorlds, named, rows)
  }

  #writing<T>(work: () => Promise<T>): Promise<T> {
    return this.calls === undefined ? work() : this.calls.write(work)
  }

  /** Chooses the name of a new world. The numbers in generated names continue after a restart and across servers. */
  async #newName(wish: ForkWish, { store }: StoredWorlds): Promise<string> {
    if (wish.name === undefined) this.#generated = Math.max(this.#generated, (await store.lastWorld()) - 1)
    return this.#nameFor(wish)
  }

  #nameFor({ name }: ForkWish): string {
    const wanted = name === undefined ? this.#freeName() : requireName(name)
    if (this.#worlds.has(wanted)) throw nameTaken(wanted)
    return wanted
  }

  #removable(name: string): NamedWorld {
    const named = this.require(name)
    if (name === MAIN) throw invalidParams("the world main can't be deleted")
    return named
  }

  servedAt(url: string): void {
    this.main.world.baseUrl = url
    for (const { name, world } of this.#worlds.values()) world.baseUrl = this.#urlOf(name)
  }

  /** Ends all requests that are waiting for events. */
  close(): void {
    for (const { log } of this.#worlds.values()) log.close()
    this.calls?.close()
  }

  #urlOf(name: string): string {
    const root = this.main.world.baseUrl
    return name === MAIN ? root : `${root}/w/${name}`
  }

  #freeName(): string {
    do this.#generated += 1
    while (this.#worlds.has(`w${this.#generated}`))
    return `w${this.#generated}`
  }

  onWorld(visit: (named: NamedWorld) => void): void {
    this.#adopted.add(visit)
    for (const named of this.#worlds.values()) visit(named)
  }

  #add(
    name: string,
    world: EngineWorld,
    { parent, createdAt, number }: Pick<NamedWorld, "parent" | "createdAt" | "number">,
  ): NamedWorld {
    const log = new RequestLog(this.#logSize, this.#logRoom, this.requestCounts, () => world.version)
    const requests = (id: number) => log.allEntries().find((entry) => entry.id === id)?.versions
    if (world.history.size > 0 && !this.#historySize) world.history.findRequestsBy(requests)
    else world.history.begin({ size: this.#historySize ?? DEFAULT_HISTORY, room: this.#historyRoom, requests })
    const events = new EventLog()
    const named: NamedWorld = {
      name,
      world,
      parent,
      createdAt,
      number,
      madeAtMs: Date.now(),
      madeAfter: this.#made,
      snapshots: new Map(),
      log,
      events,
      observeTokens: new ObserveTokens(this.storedWorlds?.secret, number),
      record: (what) => {
        for (const log of new Set([events, this.main.events])) log.add({ kind: "world", what, name })
      },
    }
    watchWorld(world, log, events)
    world.onChange(
      () => {},
      (isPutBack) => isPutBack && recordReplaced(named, "replaced"),
    )
    this.#made += 1
    this.#worlds.set(name, named)
    for (const visit of this.#adopted) visit(named)
    if (name !== MAIN) this.main.events.add({ kind: "world", what: "made", name })
    return named
  }
}

/** Returns the worlds of an app with the members that only the server needs. */
export function requireWorlds(worlds: AppWorlds, place = ""): Worlds {
  if (worlds instanceof Worlds) return worlds
  throw new TypeError(`${place}expected the worlds of an app, received ${inspect(worlds)}`)
}

/** Creates the error for a used name. It is the only error with both status 409 and code INVALID_PARAMS. */
const nameTaken = (name: string) => new DomainError("INVALID_PARAMS", "conflict", `the world ${name} already exists`)
