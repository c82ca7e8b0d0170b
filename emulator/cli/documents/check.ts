import { createWorld, FixtureError } from "../../../src/inside.ts"
import { readFixtureFiles } from "../../fixture-files/index.ts"
import type { FilesFlag } from "../flags/serve-flags.ts"
import { EXIT, type Io } from "../io.ts"
import { fixtureProblem } from "../serve/serve.ts"

/** `hexarium check`: loads fixtures as `start` would, and prints every mistake with its path. */
export async function checkFixtures(io: Io, fixtures: readonly string[], flags: FilesFlag = {}): Promise<number> {
  try {
    const { fixture, sources, blame } = await readFixtureFiles(fixtures, flags)
    await createWorld({ fixture, sources }).catch((error: unknown) => {
      throw error instanceof FixtureError ? blame(error) : error
    })
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error
    io.err(`${fixtureProblem(error)}\n`)
    return EXIT.error
  }
  io.out(`${fixtures.join(", ")}: no mistakes\n`)
  return EXIT.ok
}
