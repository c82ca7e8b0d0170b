import { DomainError } from "../../model/error.ts"
import { PacedPattern } from "./pace.ts"
import { readPattern } from "./pattern.ts"
import type { SearchScope } from "./scope.ts"
import type { SearchTurns } from "./turns.ts"

/** Characters from which it is worth remembering how far a text was tried. */
const LONG_TEXT = 4096

/** Records whose texts are searched, and with what. */
export interface TextSearch<R> extends Pick<SearchScope, "patterns" | "wallClock" | "cost" | "turns"> {
  /** Calls back with every record that will be tried. */
  forEach(visit: (record: R) => void): void
}

type TextTest = (text: string) => boolean

/** Time that guarded patterns may take together; once it is used up, no further one is started. */
const ENOUGH_MS = 25

/** Time that all patterns of a search may take together; then it has timed out. */
const BUDGET_MS = 500
/** What a literal takes. */
const MS_A_CHARACTER = 0.000002

/** The refusal of a search whose patterns took too long together. */
export const isSearchTimeout = (error: unknown): boolean =>
  error instanceof DomainError && error.code === "SEARCH_TIMEOUT"

function requireTime({ worked, untimed, guarded }: TextSearch<never>["cost"]): void {
  if (worked + untimed + guarded <= BUDGET_MS) return
  throw new DomainError("SEARCH_TIMEOUT", "params", `the patterns of the search took more than ${BUDGET_MS} ms`)
}

const badPattern = (pattern: string, why: string): DomainError =>
  new DomainError("INVALID_VALUE", "values", "invalid search_value", {
    description: `regular expression ${JSON.stringify(pattern.slice(0, 200))}: ${why}`,
  })

const tooSlow = (pattern: string): DomainError => badPattern(pattern, "it takes too long")

/**
 * Whether a regular expression is found in a text, ignoring case, anywhere in it (model.md section 11). `textsOf` answers
 * all texts of a record that will be asked for: patterns that need the guarded matcher are run over all of them at once.
 */
export function textTest<R>(
  search: TextSearch<R>,
  pattern: string,
  textsOf: (record: R) => readonly string[] | undefined,
): TextTest {
  const read = readPattern(pattern)
  const { cost, turns } = search
  switch (read.kind) {
    case "plain":
      return longInTurns(turns, (text) => {
        cost.untimed += text.length * MS_A_CHARACTER
        requireTime(cost)
        return read.test(text)
      })
    case "linear": {
      const paced = new PacedPattern(read, search.wallClock, cost)
      return inTurns(turns, (text, tried, pause) => {
        const found = paced.test(text, tried, (length) => {
          requireTime(cost)
          pause?.(length)
        })
        if (found === undefined) throw tooSlow(pattern)
        requireTime(cost)
        return found
      })
    }
    case "guarded": {
      const matching = () => matchingTexts(search, pattern, textsOf)
      const found = turns === undefined ? matching() : turns.once(matching)
      return (text) => found.has(text)
    }
    case "invalid":
      throw badPattern(pattern, read.reason)
  }
}

/**
 * For tests that take next to nothing on a short text: those are done again after a turn, and a turn ends between records. To remember
 * each made a search of 4000 short texts a tenth to a quarter longer.
 */
function longInTurns(turns: SearchTurns | undefined, find: TextTest): TextTest {
  const inTurn = inTurns(turns, find)
  return (text) => (text.length < LONG_TEXT ? find(text) : inTurn(text))
}

/** Goes on where the last turn of the search has ended. */
function inTurns(
  turns: SearchTurns | undefined,
  find: (text: string, tried?: number, pause?: (tried: number) => void) => boolean,
): TextTest {
  if (turns === undefined) return find
  const test = turns.newTest()
  return (text) => {
    const progress = turns.progress(test, text)
    if (typeof progress === "boolean") return progress
    turns.pause()
    const found = find(text, progress, (tried) => {
      turns.reached(test, text, tried)
      turns.pause()
    })
    turns.reached(test, text, found)
    return found
  }
}

function matchingTexts<R>(
  search: TextSearch<R>,
  pattern: string,
  textsOf: (record: R) => readonly string[] | undefined,
): ReadonlySet<string> {
  const texts = new Set<string>()
  search.forEach((record) => {
    for (const text of textsOf(record) ?? []) texts.add(text)
  })
  const all = [...texts]
  const { cost, patterns, wallClock } = search
  // Each has its own time limit; once the shared time is used up, no further one is started.
  if (cost.guarded >= ENOUGH_MS) throw tooSlow(pattern)
  const began = wallClock.now()
  const found = patterns.find(pattern, all)
  cost.guarded += wallClock.now() - began
  if (found === "stopped") throw tooSlow(pattern)
  if (found === "invalid") throw badPattern(pattern, "it is malformed")
  if (found === "refused")
    throw badPattern(pattern, "lookaround, backreferences and atomic groups are not supported here")
  return new Set(all.filter((_, at) => found[at] === true))
}
