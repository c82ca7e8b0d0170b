import { nextTurn } from "../../engine/next-turn.ts"
import { PartMissing } from "../../part.ts"
import type { Timer } from "../../ports/timer.ts"
import type { State } from "../../state/state.ts"
import type { SearchCost } from "./pace.ts"

/** How long patterns are tried before everything else has its turn, in ms. */
const TURN_MS = 10
/** What tests of a record may take before each further one is remembered, in ms: at most that is done again after a turn. */
const UNREMEMBERED_MS = 1

/** Searches that wait for their next turn, by the request that makes them. */
const waiting = new WeakMap<object, SearchTurns>()

/** How far a test of a text has come: whether the pattern is in it, or how many of its first characters were tried. */
type Progress = boolean | number

/**
 * Lets others have their turn while a search tries its patterns. Rules run synchronously: a search whose turn is over throws, as one
 * does that needs a part, is run again, and finds what it knows already by the order in which it asks. A search of another
 * state than before begins anew, and is not interrupted again.
 */
export class SearchTurns {
  readonly cost: SearchCost = { worked: 0, explained: 0, untimed: 0, guarded: 0 }
  readonly #request: object
  readonly #base: State
  readonly #timer: Timer
  readonly #isWhole: boolean
  readonly #fitting: boolean[] = []
  readonly #found: unknown[] = []
  /** Of the record that is being tried. */
  readonly #progress = new Map<number, Map<string, Progress>>()
  #tried = 0
  #asked = 0
  #tests = 0
  #turnBegan = 0
  #recordBegan = 0

  private constructor(request: object, base: State, timer: Timer, isWhole: boolean) {
    this.#request = request
    this.#base = base
    this.#timer = timer
    this.#isWhole = isWhole
  }

  /** The turns of a search, from its first on or from where the last one ended. `request`: an object that only this search has. */
  static of(request: object, base: State, timer: Timer): SearchTurns {
    const before = waiting.get(request)
    waiting.delete(request)
    if (before === undefined) return new SearchTurns(request, base, timer, false)
    if (before.#base !== base) return new SearchTurns(request, base, timer, true)
    before.#begin()
    return before
  }

  #begin(): void {
    this.#tried = 0
    this.#asked = 0
    this.#tests = 0
    this.#turnBegan = this.#spent
    this.#recordBegan = this.#spent
  }

  get #spent(): number {
    const { worked, untimed, guarded } = this.cost
    return worked + untimed + guarded
  }

  /** A test of records whose answers are remembered. */
  remembering<R>(test: (record: R) => boolean): (record: R) => boolean {
    return (record) => {
      const at = this.#tried
      this.#tried += 1
      return at < this.#fitting.length ? this.#fitting[at] === true : this.#tryRecord(test, record)
    }
  }

  #tryRecord<R>(test: (record: R) => boolean, record: R): boolean {
    this.pause()
    this.#recordBegan = this.#spent
    const fits = test(record)
    this.#fitting.push(fits)
    if (this.#progress.size > 0) this.#progress.clear()
    return fits
  }

  /** Does something once, in whichever turn. */
  once<T>(work: () => T): T {
    const at = this.#asked
    this.#asked += 1
    if (at >= this.#found.length) this.#found.push(work())
    return this.#found[at] as T
  }

  /** A number for a test of texts, the same in each turn. */
  newTest(): number {
    this.#tests += 1
    return this.#tests
  }

  /** What a test has come to for a text of this record. */
  progress(test: number, text: string): Progress | undefined {
    return this.#progress.size === 0 ? undefined : this.#progress.get(test)?.get(text)
  }

  /** Remembers it, where it was not cheap. */
  reached(test: number, text: string, progress: Progress): void {
    if (this.#spent - this.#recordBegan < UNREMEMBERED_MS) return
    const ofTest = this.#progress.get(test)
    if (ofTest === undefined) this.#progress.set(test, new Map([[text, progress]]))
    else ofTest.set(text, progress)
  }

  /** Gives others their turn when this one is over: throws then. */
  pause(): void {
    if (this.#isWhole || this.#spent - this.#turnBegan < TURN_MS) return
    waiting.set(this.#request, this)
    throw new PartMissing(() => nextTurn(this.#timer))
  }
}
