import type { State } from "../../../src/state/index.ts"
import type { ServeFlags } from "../flags/serve-flags.ts"
import type { MadeOf } from "./fixture-digest.ts"

/** Describes how a stored world contradicts the value of a flag; undefined if it does not. */
type Contradiction<N extends keyof ServeFlags> = (
  value: NonNullable<ServeFlags[N]>,
  made: MadeOf,
  origin: State,
) => string | undefined

const contradiction = <N extends keyof ServeFlags>(_flag: N, find: Contradiction<N>): Contradiction<N> => find

/**
 * The flags that shape a new world. A stored world already has its shape, so a start with another one fails
 * (persistence.md, "Starting again"). `worldOptions` gives only these flags to a new world.
 */
const CONTRADICTIONS = {
  seed: contradiction("seed", (seed, made) =>
    seed === made.seed ? undefined : `was created with the seed ${made.seed}, not --seed ${seed}`,
  ),
  clock: contradiction("clock", (mode, made) =>
    mode === made.clock ? undefined : `was created with the clock ${made.clock}, not --clock ${mode}`,
  ),
  now: contradiction("now", (now, made) => {
    if (made.now !== null && Date.parse(now) === Date.parse(made.now)) return undefined
    return `was created with ${made.now === null ? "a real clock" : `the time ${made.now}`}, not --now ${now}`
  }),
  slowTasks: contradiction("slowTasks", (seconds, _made, { scalars }) =>
    seconds === scalars.settings.slowTasks ? undefined : `does not have --slow-tasks ${seconds}`,
  ),
}

type ShapingFlag = keyof typeof CONTRADICTIONS
export type ShapingFlags = Partial<Pick<ServeFlags, ShapingFlag>>

const SHAPING_FLAGS = Object.keys(CONTRADICTIONS) as ShapingFlag[]

/** Options of `createWorld` from the flags that shape a new world. */
export const worldOptions = ({ seed, clock: mode, now, slowTasks }: ShapingFlags) => ({
  seed,
  clock: { mode, now },
  slowTasks,
})

export const hasShapingFlags = (flags: ShapingFlags): boolean => SHAPING_FLAGS.some((name) => flags[name] !== undefined)

/** Returns a description of the first flag that contradicts the stored world; undefined if no flag does. */
export function findContradiction(flags: ShapingFlags, made: MadeOf, origin: State): string | undefined {
  const find = <N extends ShapingFlag>(name: N): string | undefined => {
    const value = flags[name]
    return value === undefined ? undefined : (CONTRADICTIONS[name] as Contradiction<N>)(value, made, origin)
  }
  for (const name of SHAPING_FLAGS) {
    const found = find(name)
    if (found !== undefined) return found
  }
  return undefined
}
