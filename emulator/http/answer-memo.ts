import type { Instant, State, UId, World } from "../../src/index.ts"
import type { Reply } from "./reply.ts"

/** How many answers of a state are kept at the most, and how many questions are remembered. */
const KEPT = 1000
/** The longest body that is kept, in characters. */
const LONGEST = 65_536

/**
 * The answers to reads of a world's present state, to be given again when the same user asks the same. That is exact, as a state
 * is a value: whatever is written makes another one, and with it everything kept here is forgotten. Only rows that are
 * `repeatable` may use it.
 */
export class AnswerMemo {
  readonly #world: World
  /** Filled up, then put in place of the earlier ones: taking them out one by one would make the collector carry them on. */
  #answers = new Map<string, Reply>()
  #earlier: ReadonlyMap<string, Reply> = this.#answers
  /** What was asked once. Most is never asked again: keeping all of it would cost more than it saves. */
  #asked = new Set<string>()
  #state: State | undefined
  #baseUrl = ""
  /** From then on the same state may read differently: an upload expires. */
  #until: Instant | undefined

  constructor(world: World) {
    this.#world = world
  }

  find(uId: UId, target: string): Reply | undefined {
    if (!this.#isCurrent()) return undefined
    const key = keyOf(uId, target)
    return this.#answers.get(key) ?? this.#earlier.get(key)
  }

  /** Keeps an answer that was read from `state`, from the second time on. */
  keep(state: State, uId: UId, target: string, reply: Reply): void {
    if (state !== this.#world.state || typeof reply.body !== "string" || reply.body.length > LONGEST) return
    if (!this.#isCurrent()) this.#begin(state)
    const key = keyOf(uId, target)
    if (!this.#asked.delete(key)) {
      if (this.#asked.size >= KEPT) this.#asked = new Set()
      this.#asked.add(key)
      return
    }
    if (this.#answers.size >= KEPT / 2) {
      this.#earlier = this.#answers
      this.#answers = new Map()
    }
    this.#answers.set(key, reply)
  }

  #isCurrent(): boolean {
    const { state, baseUrl, now } = this.#world
    return this.#state === state && this.#baseUrl === baseUrl && (this.#until === undefined || now < this.#until)
  }

  #begin(state: State): void {
    this.#answers = new Map()
    this.#earlier = this.#answers
    this.#asked = new Set()
    this.#state = state
    this.#baseUrl = this.#world.baseUrl
    this.#until = this.#world.clock.nextDueAt()
  }
}

const keyOf = (uId: UId, target: string): string => `${uId} ${target}`
