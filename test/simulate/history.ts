import { StoredWorlds } from "../../src/engine/index.ts"
import { MemoryDatabase, memoryStore } from "../../src/ports/defaults/memory-store.ts"
import { defaultPorts, type WorldNumber } from "../../src/ports/index.ts"
import type { State } from "../../src/state/index.ts"
import { createEngineWorld, type EngineWorld } from "../../src/world/index.ts"
import { Random } from "../robustness/random.ts"
import { Acts } from "../worlds/replicas/acts.ts"
import { type Ending, faultsOf, type Observed } from "../worlds/replicas/checker.ts"
import { endingOf } from "../worlds/replicas/ending.ts"
import { crewFixture } from "../worlds/replicas/replica.ts"
import { type Network, NetworkStore } from "./network-store.ts"
import { VirtualTime } from "./virtual-time.ts"

export interface HistoryPlan {
  readonly seed: number
  readonly replicas: number
  readonly worlds: number
  readonly clients: number
  /** Number of commands of each client. */
  readonly commands: number
  readonly network: Network
  /** Maximum milliseconds between a client's commands. */
  readonly thinkMs: number
  /** Whether replicas die and lose their connection to the store. */
  readonly breaks: boolean
  /** The only kind of commands. Default: all. */
  readonly only?: "create" | "read"
}

export interface HistoryResult {
  /** Observations that no serial order explains. Empty if there are none. */
  readonly faults: readonly string[]
  /** Number of commands and reads with a response. */
  readonly answered: number
  readonly unanswered: number
  readonly crashes: number
  /** Virtual time from the first command to the last response. */
  readonly virtualMs: number
  /** Latencies of the commands and reads with a response. */
  readonly latenciesMs: readonly number[]
}

const USERS = 6
let origin: Promise<State> | undefined

/** The initial state of all worlds. Created once, because it never changes. */
function originState(): Promise<State> {
  origin ??= createEngineWorld({ fixture: crewFixture(USERS) }).then(({ state }) => state)
  return origin
}

/** A server that can die and is then restarted. */
interface Server {
  network: NetworkStore
  worlds: readonly EngineWorld[]
  /** Resolves when the server dies. */
  died: Promise<"dead">
  die: () => void
}

const MAX_PAUSE_MS = 2000

/** Runs one history of several servers on one store in virtual time. The same plan gives the same history. */
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
  readonly #acts = new Acts()
  readonly #latencies: number[] = []
  #servers: Server[] = []
  #unanswered = 0
  #crashes = 0
  #isOver = false
  #endings = new Map<string, Ending>()
  #virtualMs = 0

  constructor(plan: HistoryPlan, time: VirtualTime, origin: State) {
    this.#plan = plan
    this.#time = time
    this.#origin = origin
    this.#random = new Random(plan.seed)
    this.#database = new MemoryDatabase()
    this.#names = Array.from({ length: plan.worlds }, (_, at) => `w${at}`)
  }

  async run(): Promise<void> {
    const { replicas, clients, breaks } = this.#plan
    const kept = new StoredWorlds(memoryStore(this.#database))
    for (const name of this.#names) await kept.world(name).make(this.#origin, 0)
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
      faults: [...this.#acts.bugs, ...faultsOf(this.#observed, this.#endings)],
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
    const kept = new StoredWorlds(network.store)
    const ports = { ...defaultPorts(), wallClock: this.#time, timer: this.#time }
    const worlds: EngineWorld[] = []
    for (const name of this.#names)
      worlds.push(await this.#opened(() => createEngineWorld({ ports: { ...ports, persistence: kept.world(name) } })))
    let die = () => {}
    const died = new Promise<"dead">((resolve) => {
      die = () => {
        network.isDead = true
        resolve("dead")
      }
    })
    return { network, worlds, died, die }
  }

  /** Retries if the server can't reach the store at its start. */
  async #opened(open: () => Promise<EngineWorld>): Promise<EngineWorld> {
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
      const [world, name] = [server.worlds[at] as EngineWorld, this.#names[at] as string]
      const began = this.#time.now()
      const act = this.#acts.choose(this.#random, {
        world,
        name,
        user: client < USERS ? user : undefined,
        only: this.#plan.only,
      })
      const seen = await Promise.race([act.run(), server.died])
      const ended = this.#time.now()
      const answered = seen === "dead" ? act.unknown() : seen
      if (answered === undefined) continue
      if ("outcome" in answered && answered.outcome === "unknown") this.#unanswered += 1
      else this.#latencies.push(ended - began)
      this.#observed.push({ world: name, began, ended, ...answered })
    }
  }

  /** Ends all faults and compares the states of all servers and of the log. */
  async #settle(): Promise<void> {
    for (const server of this.#servers) server.network.isParted = false
    // Waits until all messages in transit have arrived.
    await this.#time.sleep(20 * MAX_PAUSE_MS)
    for (const [at, name] of this.#names.entries()) {
      const again = await createEngineWorld({
        ports: { ...defaultPorts(), persistence: new StoredWorlds(memoryStore(this.#database)).world(name) },
      })
      const hash = again.hash()
      for (const [which, { worlds }] of this.#servers.entries()) {
        const world = worlds[at] as EngineWorld
        await this.#reached(world)
        if (world.hash() !== hash) this.#acts.bugs.push(`${name}: server ${which} differs from what is stored`)
      }
      this.#endings.set(name, endingOf(again, "Tasks", "CREW"))
    }
  }

  async #reached(world: EngineWorld): Promise<void> {
    for (;;) {
      try {
        return await world.catchUp()
      } catch {
        await this.#time.sleep(MAX_PAUSE_MS)
      }
    }
  }
}
