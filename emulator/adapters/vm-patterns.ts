import { type Context, createContext, Script } from "node:vm"
import type { Patterns } from "../../src/inside.ts"
import { translateAtomic } from "./atomic-groups.ts"
import { forwardWork } from "./pattern-work.ts"

/** Half of what a search may take for a pattern, because the alarm rings late on a busy machine. */
const LIMIT_MS = 25

/** How often a search is tried that was stopped though it hardly ran: a busy machine, not the pattern, has taken its time. */
const TRIES = 3

/** The most steps between two looks at the alarm: a few milliseconds. What may take more is not begun. */
const MOST_WORK = 4_000_000

/** V8 may take twice as long to compile a pattern for every few parts that can be left out, and can't be stopped while it does. */
const MOST_OPTIONAL = 24

/** Escapes and classes, in which no sign is a quantifier; and what makes a part optional. */
const LITERALS = /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]/g
const OPTIONAL = /\*|\{0*,|\{0+[,}]|(?<![(*+?}])\?|\|(?=[|)])|(?<=[(:])\|/g

const optionalParts = (pattern: string): number => pattern.replaceAll(LITERALS, "x").match(OPTIONAL)?.length ?? 0

/** Nothing but the matching itself runs in the context; it is there to be stopped from outside. */
const FIND = new Script("(() => { const e = new RegExp(pattern, 'iu'); return texts.map((text) => e.test(text)) })()")

interface VmPatternsOptions {
  /** For a whole search. */
  readonly limitMs?: number
  /** The processor's time that was spent so far, in milliseconds. */
  readonly processorMs?: () => number
}

const ofThisProcess = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * Patterns with lookaround, backreferences and atomic groups on V8's own engine, stopped after `limitMs` for a whole search however long
 * they would backtrack, and not begun where they could run long without it. One context is kept for all searches: making one
 * costs far more than a search.
 */
export function vmPatterns({ limitMs = LIMIT_MS, processorMs = ofThisProcess }: VmPatternsOptions = {}): Patterns {
  let context: Context | undefined
  return {
    find(pattern, texts) {
      const translated = translateAtomic(toEcmaScript(pattern))
      if (translated === undefined) return "invalid"
      const longest = texts.reduce((most, { length }) => Math.max(most, length), 0)
      if (optionalParts(translated) > MOST_OPTIONAL) return "stopped"
      if (forwardWork(translated, longest) > MOST_WORK) return "stopped"
      context ??= createContext(Object.create(null))
      context.pattern = translated
      context.texts = texts
      try {
        for (let left = TRIES - 1; ; left -= 1) {
          const before = processorMs()
          try {
            return FIND.runInContext(context, { timeout: limitMs })
          } catch (error) {
            if (nameOf(error) === "SyntaxError") return "invalid"
            if (left === 0 || processorMs() - before >= limitMs / 2) return "stopped"
          }
        }
      } finally {
        context.texts = undefined
      }
    },
  }
}

const nameOf = (error: unknown): unknown => (error as { readonly name?: unknown } | null)?.name

/**
 * The same pattern in ECMAScript's words, as far as PCRE has others: named groups, text anchors, a leading `(?i)`, and
 * escapes of characters that need none. Anything else is left alone and will be malformed there.
 */
function toEcmaScript(pattern: string): string {
  let inClass = false
  return pattern
    .replace(/^\(\?i\)/, "")
    .replaceAll(/\\[\s\S]|[[\]]|\(\?P<|\(\?P=(\w+)\)/g, (token, name: string | undefined) => {
      if (token === "[" || token === "]") {
        const isNested = inClass && token === "["
        inClass = token === "["
        return isNested ? "\\[" : token
      }
      if (inClass) return token === "\\-" || !NEEDLESS.test(token) ? token : token.slice(1)
      if (token === "(?P<") return "(?<"
      if (name !== undefined) return `\\k<${name}>`
      if (token === "\\A") return "^"
      if (token === "\\z") return "$"
      if (token === "\\Z") return "(?=\\n?$)"
      return NEEDLESS.test(token) ? token.slice(1) : token
    })
}

/** An escaped character that must not be escaped in ECMAScript's Unicode mode. */
const NEEDLESS = /^\\[^\w\s^$\\.*+?()[\]{}|/]$|^\\_$/
