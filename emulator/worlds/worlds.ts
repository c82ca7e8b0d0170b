import {
  DomainError,
  invalidParams,
  type KeptWorlds,
  type SnapshotRow,
  targetNotFound,
  type World,
  type WorldRow,
} from "../../src/inside.ts"
import { AnswerMemo } from "./answer-memo.ts"
import { EventLog } from "./event-log.ts"
import { LogRoom } from "./log-room.ts"
import type { NamedSnapshot, NamedWorld } from "./named-world.ts"
import { ObserveTokens } from "./observe-tokens.ts"
import { RequestLog } from "./request-log.ts"
import { dropSnapshot, heldOf, requireSnapshot, snapshotWorld, storedSnapshot, takeOverSnapshots } from "./snapshots.ts"
import { StoreCalls } from "./store-calls.ts"
import { watchWorld } from "./watch-world.ts"

export { type NamedSnapshot, type NamedWorld, replaceWorld, resetWorld } from "./named-world.ts"
export { requireSnapshot, restoreSnapshot } from "./snapshots.ts"

export const MAIN = "main"

/** What worlds and snapshots may be called (control.md section 3). */
export function requireName(text: string): string {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(text)) {
    throw invalidParams(`not a name: ${JSON.stringify(text.slice(0, 65))}; expected 1 to 64 letters, digits, - or _`)
  }
  return text
}

/** How much is kept of each world beside its state. */
export interface WorldsOptions {
  /** How many requests each world remembers; 1000 when absent. */
  readonly requestLogSize?: number | undefined
}

/** A world that was loaded from a store. */
export interface LoadedWorld {
  readonly world: World
  readonly row: WorldRow
  readonly snapshots: readonly SnapshotRow[]
}

/** Which world a new one begins as. */
export interface ForkWish {
  /** A free one when absent. */
  readonly name?: string | undefined
  /** Name of a world; `main` when absent. */
  readonly from?: string | undefined
  /** Name of a snapshot of that world; as it is now when absent. */
  readonly snapshot?: string | undefined
}

/** The worlds of one server, by name (architecture.md, "Worlds on a server"). Nothing here is module-global. */
export class Worlds {
  readonly #worlds = new Map<string, NamedWorld>()
  readonly #logSize: number
  readonly #logRoom = new LogRoom()
  readonly #adopted = new Set<(named: NamedWorld) => void>()
  #generated = 0
  #made = 0

  /** The store that the worlds are kept in; undefined where they live in memory. */
  readonly kept: KeptWorlds | undefined
  /** Asks that store; undefined without one. */
  readonly calls: StoreCalls | undefined

  constructor(main: World | LoadedWorld, options: WorldsOptions = {}, kept?: KeptWorlds) {
    this.#logSize = options.requestLogSize ?? 1000
    this.kept = kept
    if ("row" in main) this.adopt(main)
    else this.#add(MAIN, main, { parent: null, createdAt: main.now, number: undefined })
    this.calls = kept && new StoreCalls(kept, this.main.world.ports.timer)
  }

  /** Why the store can't take what is written at present; null when nothing is known to be wrong. */
  get storeTrouble(): string | null {
    const inWorlds = this.list().find(({ world }) => world.storeTrouble !== null)
    return this.calls?.trouble ?? inWorlds?.world.storeTrouble ?? null
  }

  /** Takes up a world of the store. */
  adopt({ world, row, snapshots }: LoadedWorld): NamedWorld {
    const named = this.#add(row.name, world, { parent: row.parent, createdAt: row.createdAt, number: row.world })
    world.baseUrl = this.#urlOf(row.name)
    for (const snapshot of snapshots) named.snapshots.set(snapshot.name, storedSnapshot(this.kept, named, snapshot))
    return named
  }

  /** The world that requests mean which name none. */
  get main(): NamedWorld {
    return this.require(MAIN)
  }

  /** How many worlds there are. */
  get size(): number {
    return this.#worlds.size
  }

  /** The world of a name; undefined when there is none. */
  find(name: string): NamedWorld | undefined {
    return this.#worlds.get(name)
  }

  /** The world of a name. Refuses a name that there is not with 404. */
  require(name: string): NamedWorld {
    const named = this.#worlds.get(name)
    if (named === undefined) throw targetNotFound(`no world ${JSON.stringify(name)}`)
    return named
  }

  /** In the order they were made. */
  list(): NamedWorld[] {
    return [...this.#worlds.values()]
  }

  /** Each world before those that were forked from it; one whose parent is gone, or has been made anew since, stands by itself. */
  family(): {
    /** The world, with its name. */
    readonly named: NamedWorld
    /** How many forks lead to it; 0 = it is none. */
    readonly depth: number
  }[] {
    const forks = new Map<NamedWorld | undefined, NamedWorld[]>()
    for (const named of this.list()) {
      const parent = this.parentOf(named)
      const siblings = forks.get(parent)
      if (siblings === undefined) forks.set(parent, [named])
      else siblings.push(named)
    }
    const found: { named: NamedWorld; depth: number }[] = []
    // The next world is the last of the list, so that forks of any depth need no call stack.
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

  /** The world that this one was forked from, while it is there. */
  parentOf({ parent, madeAfter }: NamedWorld): NamedWorld | undefined {
    const named = parent === null ? undefined : this.#worlds.get(parent)
    return named !== undefined && named.madeAfter < madeAfter ? named : undefined
  }

  /** A new world that begins as `from` is, or as it was at its snapshot; O(1). In memory, also where others are kept in a store. */
  fork(wish: ForkWish = {}): NamedWorld {
    const from = this.require(wish.from ?? MAIN)
    const moment = wish.snapshot === undefined ? undefined : heldOf(requireSnapshot(from, wish.snapshot))
    const name = this.#nameFor(wish)
    const twin = from.world.fork({ baseUrl: this.#urlOf(name), ...(moment === undefined ? {} : { from: moment }) })
    return this.#add(name, twin, { parent: from.name, createdAt: twin.now, number: undefined })
  }

  /** A new world as `fork` makes one, kept in the store where there is one. */
  async make(wish: ForkWish = {}): Promise<NamedWorld> {
    const { kept } = this
    if (kept === undefined) return this.fork(wish)
    return this.#writing(() => this.#makeIn(kept, wish))
  }

  async #makeIn(kept: KeptWorlds, wish: ForkWish): Promise<NamedWorld> {
    const from = this.require(wish.from ?? MAIN)
    const moment =
      wish.snapshot === undefined ? from.world.snapshot() : await requireSnapshot(from, wish.snapshot).moment()
    const { state, at, version } = moment
    const { blobs } = from.world.ports
    const ground = { state, at, version: 0, parent: from.name, parentVersion: version, madeOf: null, createdAt: at }
    let name = await this.#newName(wish, kept)
    let row = await kept.make({ ...ground, name }, blobs)
    while (row === "taken") {
      if (wish.name !== undefined) throw nameTaken(name)
      // Another server made up the same.
      name = await this.#newName(wish, kept)
      row = await kept.make({ ...ground, name }, blobs)
    }
    const twin = from.world.fork({
      baseUrl: this.#urlOf(name),
      from: moment,
      persistence: kept.world(name, { row, state, blobs }),
    })
    return this.#worlds.get(name) ?? this.#add(name, twin, { parent: from.name, createdAt: at, number: row.world })
  }

  /** Deletes a world, also from the store. */
  async drop(name: string): Promise<void> {
    const named = this.#removable(name)
    const { number, world } = named
    if (number !== undefined) await this.#writing(async () => this.kept?.store.deleteWorld(number, world.now))
    // The list of the store may have been looked at meanwhile.
    if (this.find(name) === named) this.remove(name)
  }

  /** Lets go of a world. */
  remove(name: string): void {
    const named = this.#removable(name)
    named.tell("deleted")
    this.#worlds.delete(name)
    named.log.close()
    const { blobs } = named.world.ports
    for (const owner of [named.world, ...[...named.snapshots.values()].map(({ held }) => held)])
      if (owner !== undefined) blobs.letGo?.(owner)
  }

  /** Takes a snapshot under a name, in place of the one that has it. */
  takeSnapshot(named: NamedWorld, name: string): Promise<NamedSnapshot> {
    return this.#writing(() => snapshotWorld(this.kept, named, name))
  }

  /** Forgets a snapshot of a world by its name. */
  dropSnapshot(named: NamedWorld, name: string): Promise<void> {
    return this.#writing(() => dropSnapshot(this.kept, named, name))
  }

  /** Takes over the snapshots that the store has of a world. */
  takeOverSnapshots(named: NamedWorld, rows: readonly SnapshotRow[]): void {
    takeOverSnapshots(this.kept, named, rows)
  }

  #writing<T>(work: () => Promise<T>): Promise<T> {
    return this.calls === undefined ? work() : this.calls.write(work)
  }

  /** Names that are made up go on where those before them ended, also after a restart, and on another server. */
  async #newName(wish: ForkWish, { store }: KeptWorlds): Promise<string> {
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

  /** The address the server is reached at, without a trailing slash: from now on the root of every world's links. */
  servedAt(url: string): void {
    this.main.world.baseUrl = url
    for (const { name, world } of this.#worlds.values()) world.baseUrl = this.#urlOf(name)
  }

  /** Ends everything that waits for something to happen in a world. */
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

  /** Calls back with every world of the server, present and future. */
  onWorld(visit: (named: NamedWorld) => void): void {
    this.#adopted.add(visit)
    for (const named of this.#worlds.values()) visit(named)
  }

  #add(
    name: string,
    world: World,
    { parent, createdAt, number }: Pick<NamedWorld, "parent" | "createdAt" | "number">,
  ): NamedWorld {
    const log = new RequestLog(this.#logSize, this.#logRoom)
    const answers = new AnswerMemo(world)
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
      observeTokens: new ObserveTokens(this.kept?.secret, number),
      tell: (what) => {
        for (const told of new Set([events, this.main.events])) told.add({ kind: "world", what, name })
      },
      answers,
    }
    watchWorld(world, log, events)
    this.#made += 1
    this.#worlds.set(name, named)
    for (const visit of this.#adopted) visit(named)
    if (name !== MAIN) this.main.events.add({ kind: "world", what: "made", name })
    return named
  }
}

/** The one refusal that answers 409 with INVALID_PARAMS. */
const nameTaken = (name: string) => new DomainError("INVALID_PARAMS", "conflict", `there is a world ${name} already`)
