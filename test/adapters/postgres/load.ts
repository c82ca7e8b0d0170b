import { setTimeout as pause } from "node:timers/promises"
import { openPostgres } from "../../../emulator/adapters/persistence/postgres/open-postgres.ts"
import { StoredWorlds } from "../../../src/engine/index.ts"
import { defaultPorts, type Store } from "../../../src/ports/index.ts"
import { createEngineWorld, type EngineWorld } from "../../../src/world/index.ts"
import { Random } from "../../robustness/random.ts"
import { Acts } from "../../worlds/replicas/acts.ts"
import { type Ending, faultsOf, type Observed } from "../../worlds/replicas/checker.ts"
import { endingOf } from "../../worlds/replicas/ending.ts"
import { crewFixture } from "../../worlds/replicas/replica.ts"
import { type CuttingProxy, startProxy } from "./proxy.ts"
import type { PostgresServer } from "./server.ts"

export interface LoadPlan {
  readonly seed: number
  readonly replicas: number
  readonly clients: number
  /** Number of commands and reads that must be answered before the load ends. */
  readonly answers: number
  /** Number of simulated crashes of the database. */
  readonly crashes: number
}

export interface LoadResult {
  readonly faults: readonly string[]
  readonly answered: number
  readonly unanswered: number
  readonly refused: number
  readonly cuts: number
  readonly kills: number
}

/** A server with its own network connection to the database. It can die without notice. */
interface Server {
  readonly proxy: CuttingProxy
  world: EngineWorld
  store: Store
  died: Promise<"dead">
  die: () => void
}

const NAME = "main"
const USERS = 8

/** Runs servers on one database under load while connections are cut, servers die and the database crashes. */
export async function runLoad(postgres: PostgresServer, plan: LoadPlan): Promise<LoadResult> {
  const load = new Load(postgres, plan)
  return load.run()
}

class Load {
  readonly #postgres: PostgresServer
  readonly #plan: LoadPlan
  readonly #random: Random
  readonly #acts = new Acts()
  readonly #observed: Observed[] = []
  #servers: Server[] = []
  #answered = 0
  #unanswered = 0
  #refused = 0
  #cuts = 0
  #kills = 0

  constructor(postgres: PostgresServer, plan: LoadPlan) {
    this.#postgres = postgres
    this.#plan = plan
    this.#random = new Random(plan.seed)
  }

  get #isOver(): boolean {
    return this.#answered >= this.#plan.answers || this.#acts.bugs.length > 0
  }

  async run(): Promise<LoadResult> {
    const { replicas, clients } = this.#plan
    for (let at = 0; at < replicas; at += 1)
      this.#servers.push(await this.#start(await startProxy(this.#postgres.port)))
    await Promise.all([
      this.#cutConnections(),
      this.#kill(),
      this.#crash(),
      ...Array.from({ length: clients }, (_, client) => this.#client(client)),
    ])
    const endings = await this.#settle()
    for (const { world, store, proxy } of this.#servers) {
      await world.close()
      await store.close()
      await proxy.close()
    }
    return {
      faults: [...this.#acts.bugs, ...faultsOf(this.#observed, endings)],
      answered: this.#answered,
      unanswered: this.#unanswered,
      refused: this.#refused,
      cuts: this.#cuts,
      kills: this.#kills,
    }
  }

  /** Opens the database through a proxy. The first server creates the world. */
  async #start(proxy: CuttingProxy): Promise<Server> {
    const url = new URL(this.#postgres.url)
    url.port = String(proxy.port)
    url.searchParams.set("schema", `load ${this.#plan.seed}`)
    for (;;) {
      try {
        const store = await openPostgres(url.href, "tests")
        const persistence = new StoredWorlds(store).world(NAME)
        const world = await createEngineWorld({
          fixture: crewFixture(USERS),
          ports: { ...defaultPorts(), persistence },
        })
        let die = () => {}
        const died = new Promise<"dead">((resolve) => {
          die = () => resolve("dead")
        })
        return { proxy, world, store, died, die }
      } catch {
        await pause(20)
      }
    }
  }

  async #client(client: number): Promise<void> {
    const random = new Random(this.#plan.seed * 1000 + client)
    const user = client < USERS ? `user${client}@acme.test` : undefined
    while (!this.#isOver) {
      const server = this.#servers[random.below(this.#servers.length)] as Server
      const began = performance.now()
      const act = this.#acts.choose(random, { world: server.world, name: NAME, user })
      const seen = await Promise.race([act.run(), server.died])
      const ended = performance.now()
      const answered = seen === "dead" ? act.unknown() : seen
      if (answered === undefined) {
        await pause(5)
        continue
      }
      const outcome = "outcome" in answered ? answered.outcome : "done"
      if (outcome === "unknown") this.#unanswered += 1
      else if (outcome === "refused") this.#refused += 1
      else this.#answered += 1
      this.#observed.push({ world: NAME, began, ended, ...answered })
      // A refused client waits before its next request.
      if (outcome === "refused") await pause(10)
    }
  }

  async #cutConnections(): Promise<void> {
    while (!this.#isOver) {
      await pause(20 + this.#random.below(100))
      const { proxy } = this.#servers[this.#random.below(this.#servers.length)] as Server
      this.#cuts += 1
      if (this.#random.below(8) > 0) {
        proxy.cut()
        continue
      }
      proxy.part()
      await pause(this.#random.below(150))
      proxy.mend()
    }
  }

  /** Kills a server: its connections end and its memory is lost. */
  async #kill(): Promise<void> {
    while (!this.#isOver) {
      await pause(300 + this.#random.below(500))
      const at = this.#random.below(this.#servers.length)
      const { proxy, die, store } = this.#servers[at] as Server
      this.#kills += 1
      proxy.part()
      proxy.cut()
      die()
      void store.close().catch(() => {})
      const next = await startProxy(this.#postgres.port)
      this.#servers[at] = await this.#start(next)
      await proxy.close()
    }
  }

  async #crash(): Promise<void> {
    const { crashes, answers } = this.#plan
    for (let crash = 1; crash <= crashes; crash += 1) {
      while (!this.#isOver && this.#answered < (answers * crash) / (crashes + 1)) await pause(10)
      await this.#postgres.stop("immediate")
      await pause(this.#random.below(200))
      await this.#postgres.start()
    }
  }

  /** Compares the states of all servers with the store. */
  async #settle(): Promise<Map<string, Ending>> {
    const fresh = await this.#start(await startProxy(this.#postgres.port))
    const hash = fresh.world.hash()
    for (const [at, { world }] of this.#servers.entries()) {
      await world.idle()
      await world.catchUp()
      if (world.hash() !== hash) this.#acts.bugs.push(`server ${at} differs from what is stored`)
    }
    const ending = endingOf(fresh.world, "Tasks", "CREW")
    await fresh.world.close()
    await fresh.store.close()
    await fresh.proxy.close()
    return new Map([[NAME, ending]])
  }
}
