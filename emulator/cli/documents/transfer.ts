import { createWorld, DomainError, dumpFixture, FixtureError, type World } from "../../../src/inside.ts"
import { readFixtureFiles } from "../../adapters/fixture-files/index.ts"
import { writeFixture } from "../../control/fixture-text.ts"
import { countingItems } from "../counting-items.ts"
import type { OutputFlag, RemoteFlags } from "../flags/remote-flags.ts"
import type { FilesFlag } from "../flags/serve-flags.ts"
import { EXIT, failed, type Io } from "../io.ts"
import { PRIVATE_FILE, writeOutput } from "../output.ts"
import { type LongWork, progressOn } from "../progress.ts"
import { nobodyText, remotePlace } from "../remote/running-server.ts"
import { fixtureProblem } from "./fixture-mistakes.ts"

/** `hexarium export`: a world of a running server as a fixture. */
export async function exportWorld(io: Io, { output, ...remote }: RemoteFlags & OutputFlag): Promise<number> {
  const progress = progressOn(io, "exporting")
  try {
    const fixture = await ask(io, remote, "GET", "export")
    await writeOutput(io, output, `${readable(fixture)}\n`, PRIVATE_FILE)
    return EXIT.ok
  } finally {
    progress.end()
  }
}

/** `hexarium import`: replaces everything in a world of a running server. Files that the fixtures name travel along. */
export async function importWorld(
  io: Io,
  fixtures: readonly string[],
  { allowFiles, ...remote }: RemoteFlags & FilesFlag,
): Promise<number> {
  const progress = progressOn(io, "reading")
  try {
    const world = await readWorld(fixtures, { ...(allowFiles && { allowFiles }) }, progress)
    progress.step("importing")
    const { name, items } = (await ask(io, remote, "POST", "import", textOf(world))) as { name: string; items: number }
    progress.end()
    io.out(`the world ${name} holds the fixture now, ${items} items\n`)
    return EXIT.ok
  } finally {
    progress.end()
  }
}

async function readWorld(fixtures: readonly string[], flags: FilesFlag, progress: LongWork): Promise<World> {
  try {
    const { fixture, sources, blame } = await readFixtureFiles(fixtures, { allowFiles: flags.allowFiles })
    return await createWorld({ fixture, sources: countingItems(sources, progress) }).catch((error: unknown) => {
      throw error instanceof FixtureError ? blame(error) : error
    })
  } catch (error) {
    throw error instanceof FixtureError ? failed(await fixtureProblem(error)) : error
  }
}

function textOf(world: World): string {
  try {
    return writeFixture(dumpFixture(world))
  } catch (error) {
    throw error instanceof DomainError ? failed(error.text) : error
  }
}

/** Indented, unless that is longer than any text can be. */
function readable(fixture: unknown): string {
  try {
    return JSON.stringify(fixture, null, 2)
  } catch (error) {
    if (error instanceof RangeError) return JSON.stringify(fixture)
    throw error
  }
}

/** Calls the control plane of the world that the flags name. */
async function ask(io: Io, remote: RemoteFlags, method: "GET" | "POST", what: string, body?: string): Promise<unknown> {
  const { url, world, isGuessed } = remotePlace(io, remote)
  const target = new URL(`${url}/_hexarium/worlds/${encodeURIComponent(world)}/${what}`)
  let answer: Response
  try {
    answer = await fetch(target, {
      method,
      headers: {
        "x-hexarium": "1",
        ...(remote.controlToken === undefined ? {} : { authorization: `Bearer ${remote.controlToken}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body }),
    })
  } catch {
    throw failed(nobodyText(url, isGuessed))
  }
  const content = (await answer.json().catch(() => null)) as { error?: string } | null
  if (!answer.ok) throw failed(`${target.origin} answered ${answer.status}: ${content?.error ?? "no reason given"}`)
  return content
}
