import { FixtureError, reviewFixture } from "../../../../src/fixtures/index.ts"
import { defaultPorts } from "../../../../src/ports/index.ts"
import { type FixtureFiles, type PlacedMistake, readFixtureFiles } from "../../../adapters/index.ts"
import { mistakeLine, placedMistakes } from "../../fixture-mistakes.ts"
import type { FilesFlag } from "../../flags/serve-flags.ts"
import { EXIT, type Io } from "../../io.ts"
import { print } from "../../print.ts"
import { countingItems, progressOn } from "../../progress.ts"
import type { CheckFlags } from "./declare.ts"

interface Findings {
  readonly mistakes: readonly PlacedMistake[]
  /** Valid settings that are probably unintended. Empty if there are mistakes. */
  readonly warnings: readonly PlacedMistake[]
}

/** Runs `hexarium check`: loads and reviews fixtures, and prints each mistake and warning with its position, path and suggestion. */
export async function checkFixtures(
  io: Io,
  fixtures: readonly string[],
  { json, strict, ...flags }: CheckFlags = {},
): Promise<number> {
  const { mistakes, warnings } = await findingsIn(io, fixtures, flags)
  const ok = mistakes.length === 0
  if (json || ok) {
    const report = { ok, mistakes: mistakes.map(jsonOf), warnings: warnings.map(jsonOf) }
    print(io, { json }, report, () => `${fixtures.join(", ")}: no mistakes\n`)
  }
  if (!json) {
    const title = (count: number, one: string) => (count === 1 ? `a ${one}` : `${count} ${one}s`)
    for (const [name, list] of [
      ["mistake", mistakes],
      ["warning", warnings],
    ] as const) {
      const lines = list.map((finding) => `  ${mistakeLine(finding, io.colours?.err)}\n`)
      if (list.length > 0) io.err(`the fixture has ${title(list.length, name)}:\n${lines.join("")}`)
    }
  }
  return ok && !(strict && warnings.length > 0) ? EXIT.ok : EXIT.error
}

const jsonOf = ({ meant, ...finding }: PlacedMistake) => ({ ...finding, did_you_mean: meant })

async function findingsIn(io: Io, fixtures: readonly string[], flags: FilesFlag): Promise<Findings> {
  const progress = progressOn(io, "checking")
  try {
    const files = await readFixtureFiles(fixtures, { allowFiles: flags.allowFiles })
    const { fixture, sources } = files
    const reviewed = { fixture, sources: countingItems(sources, progress), ports: defaultPorts(), baseUrl: "" }
    try {
      return { mistakes: [], warnings: await place(files, new FixtureError(await reviewFixture(reviewed))) }
    } catch (error) {
      if (!(error instanceof FixtureError)) throw error
      return { mistakes: await place(files, error), warnings: [] }
    }
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error
    return { mistakes: await placedMistakes(error), warnings: [] }
  } finally {
    progress.end()
  }
}

const place = ({ blame }: FixtureFiles, error: FixtureError) => placedMistakes(blame(error))
