import { MemoryDatabase, memoryStore } from "../../src/adapters/memory-store.ts"
import { createWorld, DomainError, defaultPorts, OutcomeUnknown, type World } from "../../src/inside.ts"
import { KeptWorlds } from "../../src/persistence/kept-worlds.ts"
import type { WorldNumber } from "../../src/ports/store.ts"
import type { State } from "../../src/state/state.ts"
import { type Ending, faultsOf, type Observed, type Seen } from "../replicas/checker.ts"
import { endingOf } from "../replicas/ending.ts"
import { crewFixture } from "../replicas/replica.ts"
import { Random } from "../robustness/random.ts"
import { type Network, NetworkStore } from "./network-store.ts"
import { VirtualTime } from "./virtual-time.ts"

export interface HistoryPlan {
  readonly seed: number
  readonly replicas: number
  readonly worlds: number
  readonly clients: number
  /** Of each client. */
  readonly commands: number
  readonly network: Network
  /** Milliseconds between the commands of a client, at most. */
  readonly thinkMs: number
  /** Whether replicas die and are parted from the store. */
  readonly breaks: boolean
  /** What clients do; everything when absent. */
  readonly only?: "create" | "read"
}

export interface HistoryResult {
  /** What no serial order explains; empty when all is well. */
  readonly faults: readonly string[]
  /** Commands and reads that were answered, and those that were not. */
  readonly answered: number
  readonly unanswered: number
  readonly crashes: number
  /** From the first command to the last answer, in the time of the simulation. */
  readonly virtualMs: number
  /** Of the commands and reads that were answered. */
  readonly latenciesMs: readonly number[]
}

const USERS = 6
let origin: Promise<State> | undefined

/** The state in which every world begins; made once, as it never changes. */
function originState(): Promise<State> {
  origin ??= createWorld({ fixture: crewFixture(USERS) }).then(({ state }) => state)
  return origin
}

interface Act {
  readonly run: () => Promise<Seen | undefined>
  /** What was seen of it when the server died in the middle. */
  readonly unknown: () => Seen | undefined
}

/** A server that dies and is started again. */
interface Server {
  network: NetworkStore
  worlds: readonly World[]
  /** Settles when it dies. */
  died: Promise<"dead">
  die: () => void
}

const MAX_PAUSE_MS = 2000

/** One history of several servers on one store, in virtual time; the same plan gives the same history. */
export async function runHistory(plan: HistoryPlan): Promise<HistoryResult> {
  const time = new VirtualTime()
  const history = new History(plan, time, await originState())
  await time.run(history.run())
  return history.result()
}

class History {
  readonly #plan: HistoryPlan
  readonly #time: VirtualTime
  readonly #origin: State
  readonly #random: Random
  readonly #database: MemoryDatabase
  readonly #busy = new Map<WorldNumber, number>()
  readonly #names: readonly string[]
  readonly #observed: Observed[] = []
  readonly #bugs: string[] = []
  readonly #latencies: number[] = []
  readonly #known = new Map<string, string[]>()
  #servers: Server[] = []
  #unanswered = 0
  #crashes = 0
  #texts = 0
  #isOver = false
  #endings = new Map<string, Ending>()
  #virtualMs = 0

  constructor(plan: HistoryPlan, time: VirtualTime, origin: State) {
    this.#plan = plan
    this.#time = time
    this.#origin = origin
    this.#random = new Random(plan.seed)
    this.#database = new MemoryDatabase(() => time.now())
    this.#names = Array.from({ length: plan.worlds }, (_, at) => `w${at}`)
  }

  async run(): Promise<void> {
    const { replicas, clients, breaks } = this.#plan
    const kept = new KeptWorlds(memoryStore(this.#database))
    for (const name of this.#names) await kept.world(name).snapshot(this.#origin, 0)
    this.#servers = await Promise.all(Array.from({ length: replicas }, () => this.#start()))
    const began = this.#time.now()
    const breaking = breaks ? this.#breakThings() : Promise.resolve()
    await Promise.all(Array.from({ length: clients }, (_, client) => this.#client(client)))
    this.#virtualMs = this.#time.now() - began
    this.#isOver = true
    await breaking
    await this.#settle()
  }

  result(): HistoryResult {
    return {
      faults: [...this.#bugs, ...faultsOf(this.#observed, this.#endings)],
      answered: this.#latencies.length,
      unanswered: this.#unanswered,
      crashes: this.#crashes,
      virtualMs: this.#virtualMs,
      latenciesMs: this.#latencies,
    }
  }

  async #start(): Promise<Server> {
    const network = new NetworkStore(this.#database, {
      time: this.#time,
      random: this.#random,
      network: this.#plan.network,
      busy: this.#busy,
    })
    const kept = new KeptWorlds(network.store)
    const ports = { ...defaultPorts(), wallClock: this.#time, timer: this.#time }
    const worlds: World[] = []
    for (const name of this.#names)
      worlds.push(await this.#opened(() => createWorld({ ports: { ...ports, persistence: kept.world(name) } })))
    let die = () => {}
    const died = new Promise<"dead">((resolve) => {
      die = () => {
        network.isDead = true
        resolve("dead")
      }
    })
    return { network, worlds, died, die }
  }

  /** A server that can't reach the store as it starts is started again. */
  async #opened(open: () => Promise<World>): Promise<World> {
    for (;;) {
      try {
        return await open()
      } catch {
        await this.#time.sleep(this.#random.below(MAX_PAUSE_MS))
      }
    }
  }

  async #breakThings(): Promise<void> {
    while (!this.#isOver) {
      await this.#time.sleep(this.#random.below(MAX_PAUSE_MS))
      const at = this.#random.below(this.#servers.length)
      const server = this.#servers[at] as Server
      if (this.#random.below(3) === 0) {
        this.#crashes += 1
        server.die()
        await this.#time.sleep(this.#random.below(MAX_PAUSE_MS))
        this.#servers[at] = await this.#start()
      } else {
        server.network.isParted = true
        await this.#time.sleep(this.#random.below(MAX_PAUSE_MS))
        server.network.isParted = false
      }
    }
  }

  async #client(client: number): Promise<void> {
    const user = `user${client % USERS}@acme.test`
    for (let command = 0; command < this.#plan.commands; command += 1) {
      await this.#time.sleep(this.#random.below(this.#plan.thinkMs + 1))
      const server = this.#servers[this.#random.below(this.#servers.length)] as Server
      const at = this.#random.below(this.#names.length)
      const [world, name] = [server.worlds[at] as World, this.#names[at] as string]
      const began = this.#time.now()
      const act = this.#choose(world, name, client < USERS ? user : undefined)
      const seen = await Promise.race([act.run(), server.died])
      const ended = this.#time.now()
      const answered = seen === "dead" ? act.unknown() : seen
      if (answered === undefined) continue
      if ("outcome" in answered && answered.outcome === "unknown") this.#unanswered += 1
      else this.#latencies.push(ended - began)
      this.#observed.push({ world: name, began, ended, ...answered })
    }
  }

  /** A command or read by chance. */
  #choose(world: World, name: string, user: string | undefined): Act {
    const items = this.#known.get(name) ?? []
    const itemId = items[this.#random.below(items.length)]
    const chance = this.#plan.only === "create" ? 0 : this.#plan.only === "read" ? 70 : this.#random.below(100)
    this.#texts += 1
    const text = `t${this.#texts}`
    if (itemId === undefined || chance < 35) return this.#create(world, name, text)
    if (chance < 65) return this.#update(world, itemId, text)
    if (chance < 90 || user === undefined) return this.#read(world, itemId)
    return this.#member(world, user, this.#random.below(2) === 0)
  }

  #create(world: World, name: string, text: string): Act {
    return this.#command(
      async () => {
        await world.catchUp()
        const { itemId } = await world.raw
          .as(ADA)
          .createItem({ application: "APP", datastore: "Tasks", item: { Text: text } })
        this.#known.set(name, [...(this.#known.get(name) ?? []), itemId])
        return { kind: "create", text, outcome: "done", itemId }
      },
      (outcome) => ({ kind: "create", text, outcome }),
    )
  }

  #update(world: World, itemId: string, text: string): Act {
    let base = 0
    const place = { application: "APP", datastore: "Tasks", itemId, item: { Text: text } }
    return this.#command(
      async () => {
        await world.catchUp()
        base = itemIn(world, itemId).rev
        try {
          const { revNo } = await world.raw.as(ADA).updateItem({ ...place, revNo: base })
          return { kind: "update", itemId, base, text, outcome: "done", rev: revNo }
        } catch (error) {
          if (!(error instanceof DomainError) || error.code !== "ITEM_REV_CONFLICT") throw error
          return { kind: "update", itemId, base, text, outcome: "conflict" }
        }
      },
      (outcome) => ({ kind: "update", itemId, base, text, outcome }),
    )
  }

  #read(world: World, itemId: string): Act {
    return this.#command(
      async () => {
        await world.catchUp()
        const { rev, text } = itemIn(world, itemId)
        return { kind: "read", itemId, rev, text, isFenced: true }
      },
      () => undefined,
    )
  }

  #member(world: World, user: string, isIn: boolean): Act {
    return this.#command(
      async () => {
        await world.catchUp()
        const ada = world.raw.as(ADA)
        if (isIn) await ada.addUser({ email: user, group: "CREW" })
        else if (endingOf(world, "Tasks", "CREW").members.includes(user)) {
          const found = world
            .view()
            .table("users")
            .toArray()
            .find(({ email }) => email === user)
          await ada.removeUser({ group: "CREW", uId: found?.uId ?? "" })
        }
        return { kind: "member", user, isIn, outcome: "done" }
      },
      (outcome) => ({ kind: "member", user, isIn, outcome }),
    )
  }

  /** `otherwise`: what was seen of it when it was not answered, or refused because the store did not take it. */
  #command(run: () => Promise<Seen>, otherwise: (outcome: "unknown" | "refused") => Seen | undefined): Act {
    return {
      unknown: () => otherwise("unknown"),
      run: async () => {
        try {
          return await run()
        } catch (error) {
          if (error instanceof OutcomeUnknown) return otherwise("unknown")
          if (error instanceof DomainError && error.code === "SYSTEM_ERROR") return otherwise("refused")
          this.#bugs.push(`a command failed: ${error instanceof Error ? error.message : String(error)}`)
          return undefined
        }
      },
    }
  }

  /** Mends everything and compares what all servers, and the log, have come to. */
  async #settle(): Promise<void> {
    for (const server of this.#servers) server.network.isParted = false
    // What is still on its way arrives.
    await this.#time.sleep(20 * MAX_PAUSE_MS)
    for (const [at, name] of this.#names.entries()) {
      const again = await createWorld({
        ports: { ...defaultPorts(), persistence: new KeptWorlds(memoryStore(this.#database)).world(name) },
      })
      const hash = again.hash()
      for (const [which, { worlds }] of this.#servers.entries()) {
        const world = worlds[at] as World
        await this.#reached(world)
        if (world.hash() !== hash) this.#bugs.push(`${name}: server ${which} differs from what is stored`)
      }
      this.#endings.set(name, endingOf(again, "Tasks", "CREW"))
    }
  }

  async #reached(world: World): Promise<void> {
    for (;;) {
      try {
        return await world.catchUp()
      } catch {
        await this.#time.sleep(MAX_PAUSE_MS)
      }
    }
  }
}

const ADA = "ada@acme.test"

function itemIn(world: World, itemId: string): { readonly rev: number; readonly text: string } {
  const found = endingOf(world, "Tasks", "CREW").items.find((item) => item.itemId === itemId)
  if (found === undefined) throw new Error(`the item ${itemId} is not there`)
  return found
}
