import { type Context, createContext, Script } from "node:vm"
import type { Patterns } from "../../src/ports/index.ts"
import { translateAtomic } from "./atomic-groups.ts"
import { forwardWork } from "./pattern-work.ts"

/** Time limit for a search: half of the specified limit, because the timeout fires late on a busy machine. */
const LIMIT_MS = 25

/** Maximum number of attempts if a search times out after little CPU time, which happens on a busy machine. */
const TRIES = 3

/** Maximum number of steps between two timeout checks (a few milliseconds). Patterns that may need more steps are not run. */
const MAX_STEPS = 4_000_000

/** Maximum number of optional parts in a pattern. They can multiply V8's compile time, and compiling can't be interrupted. */
const MAX_OPTIONAL_PARTS = 24

/** LITERALS matches escapes and character classes, which contain no quantifiers. OPTIONAL matches optional parts. */
const LITERALS = /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]/g
const OPTIONAL_PARTS = /\*|\{0*,|\{0+[,}]|(?<![(*+?}])\?|\|(?=[|)])|(?<=[(:])\|/g

const optionalParts = (pattern: string): number => pattern.replaceAll(LITERALS, "x").match(OPTIONAL_PARTS)?.length ?? 0

/** Runs a pattern in the VM context, where a timeout can stop the match. */
const FIND = new Script("(() => { const e = new RegExp(pattern, 'iu'); return texts.map((text) => e.test(text)) })()")

interface VmPatternsOptions {
  /** Time limit, in milliseconds, of one search over all texts. */
  readonly limitMs?: number
  readonly processorMs?: () => number
}

const ofThisProcess = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * Matches patterns with lookaround, backreferences and atomic groups, using V8's own engine. A search stops after
 * `limitMs`; patterns that could block the timeout are not run. All searches share one VM context, because creating a
 * context takes far longer than a search.
 *
 * @example
 * ```ts
 * import { createWorld } from "hexarium"
 * import { vmPatterns } from "hexarium/node"
 *
 * const world = await createWorld({ fixture, ports: { patterns: vmPatterns({ limitMs: 35 }) } })
 * ```
 */
export function vmPatterns({ limitMs = LIMIT_MS, processorMs = ofThisProcess }: VmPatternsOptions = {}): Patterns {
  let context: Context | undefined
  return {
    find(pattern, texts) {
      const translated = translateAtomic(toEcmaScript(pattern))
      if (translated === undefined) return "invalid"
      const longest = texts.reduce((most, { length }) => Math.max(most, length), 0)
      if (optionalParts(translated) > MAX_OPTIONAL_PARTS) return "stopped"
      if (forwardWork(translated, longest) > MAX_STEPS) return "stopped"
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
 * Translates PCRE syntax to ECMAScript: named groups, text anchors, a leading `(?i)`, and needless escapes. Other PCRE
 * syntax is unchanged, so compiling the pattern fails.
 */
function toEcmaScript(pattern: string): string {
  let inClass = false
  return pattern
    .replace(/^\(\?i\)/, "")
    .replaceAll(/\\[\s\S]|[[\].]|\(\?P<|\(\?P=(\w+)\)/g, (token, name: string | undefined) => {
      if (token === "[" || token === "]") {
        const isNested = inClass && token === "["
        inClass = token === "["
        return isNested ? "\\[" : token
      }
      if (inClass) return token === "\\-" || !NEEDLESS_ESCAPE.test(token) ? token : token.slice(1)
      if (token === ".") return "[^\\n]"
      if (token === "(?P<") return "(?<"
      if (name !== undefined) return `\\k<${name}>`
      if (token === "\\A") return "^"
      if (token === "\\z") return "$"
      if (token === "\\Z") return "(?=\\n?$)"
      return NEEDLESS_ESCAPE.test(token) ? token.slice(1) : token
    })
}

/** Matches a needless escape, which ECMAScript's Unicode mode does not allow. */
const NEEDLESS_ESCAPE = /^\\[^\w\s^$\\.*+?()[\]{}|/]$|^\\_$/
