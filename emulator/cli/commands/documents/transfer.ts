import { type Fixture, FixtureError } from "../../../../src/fixtures/index.ts"
import { DomainError } from "../../../../src/model/index.ts"
import { createWorld, dumpFixture } from "../../../../src/world/index.ts"
import { PRIVATE_FILE, readFixtureFiles } from "../../../adapters/index.ts"
import { writeFixture } from "../../../control/index.ts"
import { fixtureProblem } from "../../fixture-mistakes.ts"
import type { AtFlag, OutputFlag, RemoteFlags } from "../../flags/remote-flags.ts"
import type { FilesFlag } from "../../flags/serve-flags.ts"
import { commandError, EXIT, type Io } from "../../io.ts"
import { writeOutput } from "../../output.ts"
import { countingItems, type LongWork, progressOn } from "../../progress.ts"
import { asFailure, exportIn, remoteServer } from "../../remote/running-server.ts"

export async function exportWorld(
  io: Io,
  { output, at, ...remote }: RemoteFlags & OutputFlag & AtFlag,
): Promise<number> {
  const progress = progressOn(io, "exporting")
  const server = remoteServer(io, remote, at)
  try {
    const fixture = exportIn(await server.control.exportWorld())
    await writeOutput(io, output, `${readable(fixture)}\n`, PRIVATE_FILE)
    return EXIT.ok
  } catch (error) {
    throw asFailure(error, server)
  } finally {
    progress.end()
  }
}

/** Runs `hexarium import`: replaces a running server's world with fixtures. Also sends the fixtures' attached files. */
export async function importWorld(
  io: Io,
  fixtures: readonly string[],
  { allowFiles, ...remote }: RemoteFlags & FilesFlag,
): Promise<number> {
  const progress = progressOn(io, "reading")
  try {
    const fixture = await readWorld(fixtures, allowFiles, progress)
    progress.step("importing")
    const server = remoteServer(io, remote)
    const { name, items } = await server.control.importWorld({ fixture }).catch((error: unknown) => {
      throw asFailure(error, server)
    })
    progress.end()
    io.out(`imported the fixture into the world ${name}; the world has ${items} items\n`)
    return EXIT.ok
  } finally {
    progress.end()
  }
}

async function readWorld(
  fixtures: readonly string[],
  allowFiles: FilesFlag["allowFiles"],
  progress: LongWork,
): Promise<Fixture> {
  try {
    const { fixture, sources, blame } = await readFixtureFiles(fixtures, { allowFiles })
    const world = await createWorld({ fixture, sources: countingItems(sources, progress) }).catch((error: unknown) => {
      throw error instanceof FixtureError ? blame(error) : error
    })
    const complete = dumpFixture(world)
    // Throws if the fixture is too large to be imported.
    writeFixture(complete)
    return complete
  } catch (error) {
    if (error instanceof DomainError) throw commandError(error.text)
    throw error instanceof FixtureError ? commandError(await fixtureProblem(error)) : error
  }
}

/** Formats a fixture as indented JSON, or without indentation if the text would exceed the maximum string length. */
function readable(fixture: unknown): string {
  try {
    return JSON.stringify(fixture, null, 2)
  } catch (error) {
    if (error instanceof RangeError) return JSON.stringify(fixture)
    throw error
  }
}
