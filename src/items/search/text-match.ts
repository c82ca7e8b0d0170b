import { nextTurn } from "../../engine/index.ts"
import { DomainError } from "../../model/index.ts"
import type { Timer } from "../../ports/index.ts"
import { PacedPattern, type SearchCost } from "./pace.ts"
import { readPattern } from "./pattern.ts"
import type { SearchScope } from "./scope.ts"

/** Maximum time in milliseconds that a search tests patterns before it pauses for other work. */
const TURN_MS = 10

/** Tests a pattern on a long text. Calls `pause` repeatedly so that other work can run. */
type TryLong = (text: string, pause: () => Promise<void>) => Promise<boolean>

/** Pauses a search so that other work can run: between records, and between tests on prefixes of a long text. */
export class SearchTurns {
  readonly cost: SearchCost = { worked: 0, explained: 0, untimed: 0, guarded: 0 }
  readonly #timer: Timer
  #turnBegan = 0
  /** Results of the patterns on long texts of the current record. */
  readonly #found = new Map<TryLong, Map<string, boolean>>()
  #wanted: { readonly pattern: TryLong; readonly text: string } | undefined

  constructor(timer: Timer) {
    this.#timer = timer
  }

  /** Returns the matching records. If `test` needs a pattern's result on a long text, computes the result and calls `test` again. */
  async filter<R>(records: readonly R[], test: (record: R) => boolean): Promise<R[]> {
    const fitting: R[] = []
    for (const record of records) {
      if (this.#isOver) await this.#pause()
      let fits = test(record)
      while (this.#wanted !== undefined) {
        await this.#try(this.#wanted)
        fits = test(record)
      }
      if (fits) fitting.push(record)
      if (this.#found.size > 0) this.#found.clear()
    }
    return fitting
  }

  /** Returns a pattern's result on a long text. If the result is unknown, returns false and asks `filter` to compute it. */
  find(pattern: TryLong, text: string): boolean {
    const found = this.#found.get(pattern)?.get(text)
    if (found === undefined) this.#wanted ??= { pattern, text }
    return found ?? false
  }

  async #try({ pattern, text }: { readonly pattern: TryLong; readonly text: string }): Promise<void> {
    await this.#pause()
    const found = await pattern(text, () => this.#pause())
    const known = this.#found.get(pattern)
    if (known === undefined) this.#found.set(pattern, new Map([[text, found]]))
    else known.set(text, found)
    this.#wanted = undefined
  }

  get #spent(): number {
    const { worked, untimed, guarded } = this.cost
    return worked + untimed + guarded
  }

  get #isOver(): boolean {
    return this.#spent - this.#turnBegan >= TURN_MS
  }

  async #pause(): Promise<void> {
    if (!this.#isOver) return
    await nextTurn(this.#timer)
    this.#turnBegan = this.#spent
  }
}

/** Minimum length in characters of a text that is tested in parts, with pauses. */
const LONG_TEXT = 4096

export interface TextSearch<R> extends Pick<SearchScope, "patterns" | "wallClock" | "cost" | "turns"> {
  /** Calls `visit` for every record that will be tested. */
  forEach(visit: (record: R) => void): void
}

type TextTest = (text: string) => boolean

/** Time in milliseconds that a search's guarded patterns share. After it, no further guarded pattern starts. */
const ENOUGH_MS = 25

/** Time in milliseconds that all patterns of a search share. After it, the search times out. */
const BUDGET_MS = 500
const MS_A_CHARACTER = 0.000002

export const isSearchTimeout = (error: unknown): boolean =>
  error instanceof DomainError && error.code === "SEARCH_TIMEOUT"

function requireTime({ worked, untimed, guarded }: TextSearch<never>["cost"]): void {
  if (worked + untimed + guarded <= BUDGET_MS) return
  throw new DomainError("SEARCH_TIMEOUT", "params", `matching the search patterns took more than ${BUDGET_MS} ms`)
}

const badPattern = (pattern: string, why: string): DomainError =>
  new DomainError("INVALID_VALUE", "values", "invalid search_value", {
    description: `regular expression ${JSON.stringify(pattern.slice(0, 200))}: ${why}`,
  })

const tooSlow = (pattern: string): DomainError => badPattern(pattern, "matching takes too long")

/**
 * Returns a function that tests whether a text matches a pattern, ignoring case (model.md section 11). `textsOf` must return every text of
 * a record that may be tested, because a guarded pattern is run on all texts at once.
 */
export function textTest<R>(
  search: TextSearch<R>,
  pattern: string,
  textsOf: (record: R) => readonly string[] | undefined,
): TextTest {
  const read = readPattern(pattern)
  const { cost, turns } = search
  switch (read.kind) {
    case "plain": {
      const test = (text: string): boolean => {
        cost.untimed += text.length * MS_A_CHARACTER
        requireTime(cost)
        return read.test(text)
      }
      return inTurns(turns, test, async (text) => test(text))
    }
    case "linear": {
      const paced = new PacedPattern(read, search.wallClock, cost)
      const settle = (found: boolean | undefined): boolean => {
        if (found === undefined) throw tooSlow(pattern)
        requireTime(cost)
        return found
      }
      const test = (text: string) => settle(paced.test(text, () => requireTime(cost)))
      return inTurns(turns, test, async (text, pause) => {
        const tries = paced.trying(text)
        for (;;) {
          const { done, value } = tries.next()
          if (done === true) return settle(value)
          requireTime(cost)
          await pause()
        }
      })
    }
    case "guarded": {
      const found = matchingTexts(search, pattern, read.source, textsOf)
      return (text) => found.has(text)
    }
    case "invalid":
      throw badPattern(pattern, read.reason)
  }
}

const inTurns = (turns: SearchTurns | undefined, test: TextTest, tryLong: TryLong): TextTest =>
  turns === undefined ? test : (text) => (text.length < LONG_TEXT ? test(text) : turns.find(tryLong, text))

function matchingTexts<R>(
  search: TextSearch<R>,
  pattern: string,
  source: string,
  textsOf: (record: R) => readonly string[] | undefined,
): ReadonlySet<string> {
  const texts = new Set<string>()
  search.forEach((record) => {
    for (const text of textsOf(record) ?? []) texts.add(text)
  })
  const all = [...texts]
  const { cost, patterns, wallClock } = search
  // Checked before the run only, because each run has its own time limit.
  if (cost.guarded >= ENOUGH_MS) throw tooSlow(pattern)
  const began = wallClock.now()
  const found = patterns.find(source, all)
  cost.guarded += wallClock.now() - began
  if (found === "stopped") throw tooSlow(pattern)
  if (found === "invalid") throw badPattern(pattern, "the pattern is malformed")
  if (found === "refused")
    throw badPattern(pattern, "lookaround, backreferences and atomic groups are not supported here")
  return new Set(all.filter((_, at) => found[at] === true))
}
