import { type MemoryDatabase, memoryStore } from "../../src/ports/defaults/memory-store.ts"
import {
  type ChangeRow,
  type Outcome,
  type Replacement,
  type Store,
  StoreTrouble,
  type WorldNumber,
} from "../../src/ports/index.ts"
import type { Random } from "../robustness/random.ts"
import type { VirtualTime } from "./virtual-time.ts"

export interface Network {
  /** One-way latency in ms: the minimum, and the maximum addition. */
  readonly latency: readonly [number, number]
  /** Duration of a commit in the database. Commits of one world wait for each other. */
  readonly commitMs: number
  /** Number of lost messages per thousand. */
  readonly lossPerMille: number
  /** A bug for the simulation to find: a retry does not check whether the store already has the commit. */
  readonly isForgetful?: boolean
}

/** Time in ms after which a client stops waiting for a response, and before its next attempt. */
const PATIENCE_MS = 400
const PAUSE_MS = 40

/**
 * A store behind an unreliable network: messages are late or lost, and may arrive after the client has stopped waiting. Commits are retried
 * until their outcome is certain, as in the PostgreSQL adapter.
 */
export class NetworkStore {
  readonly store: Store
  isParted = false
  /** Set when the store's process has died. It then sends nothing and receives no response. */
  isDead = false
  readonly #time: VirtualTime
  readonly #random: Random
  readonly #network: Network
  readonly #busy: Map<WorldNumber, number>

  constructor(
    database: MemoryDatabase,
    parts: {
      readonly time: VirtualTime
      readonly random: Random
      readonly network: Network
      readonly busy: Map<WorldNumber, number>
    },
  ) {
    this.#time = parts.time
    this.#random = parts.random
    this.#network = parts.network
    this.#busy = parts.busy
    const inner = memoryStore(database)
    const ask = <T>(work: () => Promise<T>) => this.#once(work)
    this.store = {
      ...inner,
      worlds: () => ask(() => inner.worlds()),
      append: (world, changes, ...rest) =>
        this.#certainly(inner, { world, first: changes[0], ms: this.#commitMs() }, () =>
          inner.append(world, changes, ...rest),
        ),
      replace: (world, replacement: Replacement, ...rest) =>
        this.#certainly(inner, { world, first: replacement.change, ms: this.#commitMs() }, () =>
          inner.replace(world, replacement, ...rest),
        ),
      changesAfter: (world, version, limit) => ask(() => inner.changesAfter(world, version, limit)),
      versions: () => ask(() => inner.versions()),
      heads: () => ask(async () => (await inner.heads?.()) ?? new Map()),
      probe: () => ask(() => inner.probe()),
      pages: (ids) => ask(() => inner.pages(ids)),
      follow: (hear) =>
        inner.follow?.((news) => {
          if (this.#isLost()) return
          this.#time.after(this.#way(), () => this.isDead || hear(news))
        }) ?? (() => {}),
    }
  }

  #commitMs(): number {
    return this.#network.commitMs
  }

  #way(): number {
    const [least, more] = this.#network.latency
    return least + (this.#random.below(1000) / 1000) * more
  }

  #isLost(): boolean {
    return this.isParted || this.isDead || this.#random.below(1000) < this.#network.lossPerMille
  }

  /** Sends a request, which may be late or lost. Returns "lost" if there is no response in time. */
  #send<T>(work: () => Promise<T>, readyAt: () => number = () => this.#time.now()): Promise<T | "lost"> {
    return new Promise((resolve, reject) => {
      const giveUp = this.#time.after(PATIENCE_MS, () => resolve("lost"))
      if (this.#isLost()) return
      this.#time.after(this.#way(), () => {
        this.#time.after(readyAt() - this.#time.now(), () => {
          // A dead process sends nothing, but its earlier messages arrive.
          work().then((answer) => {
            if (this.#isLost()) return
            this.#time.after(this.#way(), () => {
              giveUp()
              if (!this.isDead) resolve(answer)
            })
          }, reject)
        })
      })
    })
  }

  async #once<T>(work: () => Promise<T>): Promise<T> {
    const answer = await this.#send(work)
    if (answer === "lost") throw new StoreTrouble("gone", "no answer")
    return answer
  }

  async #certainly(
    inner: Store,
    { world, first, ms }: { readonly world: WorldNumber; readonly first: ChangeRow | undefined; readonly ms: number },
    work: () => Promise<Outcome>,
  ): Promise<Outcome> {
    const ready = () => {
      const at = Math.max(this.#time.now(), this.#busy.get(world) ?? 0) + ms
      this.#busy.set(world, at)
      return at
    }
    for (let isAgain = false; ; isAgain = true) {
      const answer = await this.#send(async () => {
        const outcome = await work()
        if (outcome !== "outpaced" || !isAgain || first === undefined || this.#network.isForgetful) return outcome
        return (await inner.bodyAt(world, first.sequence)) === first.body ? "done" : outcome
      }, ready)
      if (answer !== "lost") return answer
      // A dead process does not retry.
      if (this.isDead) return new Promise(() => {})
      await this.#time.sleep(PAUSE_MS)
    }
  }
}
