import { FixtureError } from "../../../src/fixtures/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { type PlacedMistake, readFixtureFiles } from "../../adapters/index.ts"
import type { JsonFlag } from "../flags/remote-flags.ts"
import type { FilesFlag } from "../flags/serve-flags.ts"
import { EXIT, type Io } from "../io.ts"
import { print } from "../print.ts"
import { countingItems, progressOn } from "../progress.ts"
import { mistakeLine, placedMistakes } from "./fixture-mistakes.ts"

/** Runs `hexarium check`: loads fixtures as `start` does, and prints each mistake with its position, path and suggestion. */
export async function checkFixtures(
  io: Io,
  fixtures: readonly string[],
  { json, ...flags }: FilesFlag & JsonFlag = {},
): Promise<number> {
  const mistakes = await mistakesOf(io, fixtures, flags)
  if (json || mistakes.length === 0) {
    const report = mistakes.map(({ meant, ...mistake }) => ({ ...mistake, did_you_mean: meant }))
    const ok = mistakes.length === 0
    print(io, { json }, { ok, mistakes: report }, () => `${fixtures.join(", ")}: no mistakes\n`)
  } else {
    const count = mistakes.length === 1 ? "a mistake" : `${mistakes.length} mistakes`
    const lines = mistakes.map((mistake) => `  ${mistakeLine(mistake, io.colours?.err)}\n`)
    io.err(`the fixture has ${count}:\n${lines.join("")}`)
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
