import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { dirname, relative, resolve } from "node:path"
import type { ClockStart, State } from "../../../src/inside.ts"

/** What a world of a store was made of: what later starts are compared with (persistence.md, "Starting again"). */
export interface MadeOf {
  /** Digest of the fixture; `demo` for the demo. */
  readonly fixture: string
  /** Digests of the files that the fixture names, by their paths from the folder of the first fixture file. */
  readonly files?: Readonly<Record<string, string | null>>
  readonly seed: number
  readonly clock: "real" | "frozen" | "ticking"
  /** Where a frozen or ticking clock began; null for a real one. */
  readonly now: string | null
}

export const DEMO = "demo"

/** Digest of fixture documents that were put together. */
export const fixtureDigest = (fixture: unknown): string =>
  createHash("sha256").update(JSON.stringify(fixture)).digest("hex")

/** Digests of files, by their paths from a folder; null for one that can't be read. */
export async function fileDigests(
  folder: string,
  paths: Iterable<string>,
): Promise<Readonly<Record<string, string | null>>> {
  const found: Record<string, string | null> = {}
  for (const path of [...paths].sort()) {
    const bytes = await readFile(resolve(folder, path)).catch(() => null)
    found[path] = bytes === null ? null : createHash("sha256").update(bytes).digest("hex")
  }
  return found
}

/** Digests of the files that fixtures name, of all that were read for them. */
export function namedFiles(fixtures: readonly string[], read: ReadonlySet<string>) {
  const own = new Set(fixtures.map((file) => resolve(file)))
  const folder = resolve(dirname(fixtures[0] ?? ""))
  const named = [...read].filter((file) => !own.has(file)).map((file) => relative(folder, file))
  return fileDigests(folder, named)
}

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
