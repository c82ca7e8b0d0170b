import { attributeOf, BadValue, type Flag, readList, type ServeFlags, START_FLAGS } from "./flags.ts"
import type { Io } from "./io.ts"

/** What `start` is given. */
export interface StartLine {
  readonly fixtures: readonly string[]
  readonly flags: ServeFlags
}

const BY_NAME = new Map(START_FLAGS.map((flag) => [`--${flag.name}`, flag]))
const VARIABLE = "HEXARIUM_"

/**
 * Reads a plain `start`: flags as `--name value`, no mistakes, no variables. Undefined for everything else, which the whole
 * command line is there for; it would read these the same way, but takes longer to load than the demo takes to serve.
 */
export function readQuickStart([command, ...words]: readonly string[], env: Io["env"]): StartLine | undefined {
  if (command !== "start" || Object.keys(env).some((name) => name.startsWith(VARIABLE))) return undefined
  const fixtures: string[] = []
  const given = new Map<Flag, unknown>()
  try {
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at] as string
      if (!word.startsWith("-")) {
        fixtures.push(word)
        continue
      }
      const flag = BY_NAME.get(word)
      if (flag === undefined || (given.has(flag) && !flag.isRepeatable)) return undefined
      if (flag.value === undefined) {
        given.set(flag, true)
        continue
      }
      at += 1
      const text = words[at]
      if (text === undefined || text.startsWith("-")) return undefined
      given.set(
        flag,
        flag.isRepeatable ? [...((given.get(flag) as unknown[]) ?? []), ...readList(flag, text)] : flag.read(text),
      )
    }
  } catch (error) {
    if (error instanceof BadValue) return undefined
    throw error
  }
  const flags = START_FLAGS.flatMap((flag) => {
    const value = given.get(flag) ?? flag.byDefault
    return value === undefined ? [] : [[attributeOf(flag), value]]
  })
  return { fixtures, flags: Object.fromEntries(flags) as ServeFlags }
}
