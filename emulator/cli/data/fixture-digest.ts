import { createHash } from "node:crypto"
import type { ClockStart, State } from "../../../src/inside.ts"

/** What a world of a store was made of: what later starts are compared with (persistence.md, "Starting again"). */
export interface MadeOf {
  /** Digest of the fixture; `demo` for the demo. */
  readonly fixture: string
  readonly seed: number
  readonly clock: "real" | "frozen" | "ticking"
  /** Where a frozen or ticking clock began; null for a real one. */
  readonly now: string | null
}

export const DEMO = "demo"

/** Digest of fixture documents that were put together. */
export const fixtureDigest = (fixture: unknown): string =>
  createHash("sha256").update(JSON.stringify(fixture)).digest("hex")

/** What a state says of the flags that it was made with. */
export function madeOf(fixture: string, { scalars }: State): MadeOf {
  const { clock, seed, startedAt } = scalars
  const now = clock.mode === "frozen" ? clock.now : clock.mode === "ticking" ? startedAt : null
  return { fixture, seed, clock: clock.mode, now }
}

/** The flag that says something else than what was made, with both; undefined when none does. */
export function findContradiction(
  made: MadeOf,
  flags: { readonly seed?: number | undefined } & ClockStart,
): string | undefined {
  const { seed, mode, now } = flags
  if (seed !== undefined && seed !== made.seed) return `--seed ${seed}, and it was made with ${made.seed}`
  if (mode !== undefined && mode !== made.clock) return `--clock ${mode}, and it was made with ${made.clock}`
  if (now !== undefined && (made.now === null || Date.parse(now) !== Date.parse(made.now)))
    return `--now ${now}, and it was made with ${made.now ?? "a real clock"}`
  return undefined
}
