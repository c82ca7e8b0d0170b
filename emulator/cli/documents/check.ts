import { createWorld, FixtureError } from "../../../src/inside.ts"
import { readFixtureFiles } from "../../adapters/fixture-files/index.ts"
import type { PlacedMistake } from "../../adapters/fixture-files/positions.ts"
import { countingItems } from "../counting-items.ts"
import type { JsonFlag } from "../flags/remote-flags.ts"
import type { FilesFlag } from "../flags/serve-flags.ts"
import { EXIT, type Io } from "../io.ts"
import { progressOn } from "../progress.ts"
import { mistakeLine, placedMistakes } from "./fixture-mistakes.ts"

/** `hexarium check`: loads fixtures as `start` would, and prints every mistake with its place, path and what was meant. */
export async function checkFixtures(
  io: Io,
  fixtures: readonly string[],
  { json, ...flags }: FilesFlag & JsonFlag = {},
): Promise<number> {
  const mistakes = await mistakesOf(io, fixtures, flags)
  if (json) {
    const told = mistakes.map(({ meant, ...mistake }) => ({ ...mistake, did_you_mean: meant }))
    io.out(`${JSON.stringify({ ok: mistakes.length === 0, mistakes: told }, null, 2)}\n`)
  } else if (mistakes.length === 0) {
    io.out(`${fixtures.join(", ")}: no mistakes\n`)
  } else {
    const count = mistakes.length === 1 ? "a mistake" : `${mistakes.length} mistakes`
    io.err(
      [
        `the fixture has ${count}:`,
        ...mistakes.map((mistake) => `  ${mistakeLine(mistake, io.colours?.err)}`),
        "",
      ].join("\n"),
    )
  }
  return mistakes.length === 0 ? EXIT.ok : EXIT.error
}

async function mistakesOf(io: Io, fixtures: readonly string[], flags: FilesFlag): Promise<readonly PlacedMistake[]> {
  const progress = progressOn(io, "checking")
  try {
    const { fixture, sources, blame } = await readFixtureFiles(fixtures, { allowFiles: flags.allowFiles })
    await createWorld({ fixture, sources: countingItems(sources, progress) }).catch((error: unknown) => {
      throw error instanceof FixtureError ? blame(error) : error
    })
    return []
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error
    return await placedMistakes(error)
  } finally {
    progress.end()
  }
}
