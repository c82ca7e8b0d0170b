import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { dirname, relative, resolve } from "node:path"
import type { ClockMode } from "../../../src/model/records/index.ts"
import type { State } from "../../../src/state/index.ts"

/** Origin of a stored world. A later start compares its own fixture and settings to it (persistence.md, "Starting again"). */
export interface MadeOf {
  /** Digest of the fixture; `demo` for the demo world. */
  readonly fixture: string
  /** Digests of the files to which the fixture refers, by path relative to the first fixture file. */
  readonly files?: Readonly<Record<string, string | null>>
  readonly seed: number
  readonly clock: ClockMode
  /** Start time of a frozen or ticking clock; null for a real clock. */
  readonly now: string | null
}

export const DEMO = "demo"

export const fixtureDigest = (fixture: unknown): string =>
  createHash("sha256").update(JSON.stringify(fixture)).digest("hex")

/** Returns the digests of files, by path relative to `folder`. The digest of an unreadable file is null. */
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

export function namedFiles(fixtures: readonly string[], read: ReadonlySet<string>) {
  const own = new Set(fixtures.map((file) => resolve(file)))
  const folder = resolve(dirname(fixtures[0] ?? ""))
  const named = [...read].filter((file) => !own.has(file)).map((file) => relative(folder, file))
  return fileDigests(folder, named)
}

export function madeOf(fixture: string, { scalars }: State): MadeOf {
  const { clock, seed, startedAt } = scalars
  const now = clock.mode === "frozen" ? clock.now : clock.mode === "ticking" ? startedAt : null
  return { fixture, seed, clock: clock.mode, now }
}
