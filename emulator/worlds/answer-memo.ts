import type { Instant, State, UId, World } from "../../src/inside.ts"
import type { GivenAnswers } from "../wire/api-request.ts"
import type { Reply } from "../wire/reply.ts"

/** How much is kept of the answers of a state, in characters: a thousand usual ones. */
const KEPT = 4_194_304
/** How many questions that were asked once are remembered. */
const REMEMBERED = 1000
/** The longest body that is kept, in characters. */
const LONGEST = 65_536

/**
 * The answers to reads of a world's present state, to be given again when the same user asks the same (performance.md, "Devices").
 * That is exact, as a state is a value: whatever is written makes another one, and with it everything kept here is forgotten. Only
 * rows that are `repeatable` may use it.
 */
export class AnswerMemo implements GivenAnswers {
  readonly #world: World
  /** Filled up, then put in place of the earlier ones: taking them out one by one would make the collector carry them on. */
  #answers = new Map<string, Reply>()
  #earlier: ReadonlyMap<string, Reply> = this.#answers
  /** Characters of the answers, without the earlier ones. */
  #size = 0
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
    const key = `${uId} ${target}`
    return this.#answers.get(key) ?? this.#earlier.get(key)
  }

  /** Keeps an answer that was read from `state`, from the second time on. */
  keep(state: State, uId: UId, target: string, reply: Reply): void {
    if (state !== this.#world.state || typeof reply.body !== "string" || reply.body.length > LONGEST) return
    if (!this.#isCurrent()) this.#begin(state)
    const key = `${uId} ${target}`
    if (!this.#asked.delete(key)) {
      if (this.#asked.size >= REMEMBERED) this.#asked = new Set()
      this.#asked.add(key)
      return
    }
    if (this.#size + reply.body.length > KEPT / 2) {
      this.#earlier = this.#answers
      this.#answers = new Map()
      this.#size = 0
    }
    this.#answers.set(key, reply)
    this.#size += reply.body.length
  }

  #isCurrent(): boolean {
    const { state, baseUrl, now } = this.#world
    return this.#state === state && this.#baseUrl === baseUrl && (this.#until === undefined || now < this.#until)
  }

  #begin(state: State): void {
    this.#answers = new Map()
    this.#earlier = this.#answers
    this.#size = 0
    this.#asked = new Set()
    this.#state = state
    this.#baseUrl = this.#world.baseUrl
    this.#until = this.#world.clock.nextDueAt()
  }
}
