import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { fileURLToPath } from "node:url"
import type { FixtureFiles } from "../adapters/fixture-files/index.ts"

/** Reads the fixture file of a test; one that is not there is refused with where it was looked for. */
export async function readTestFixture(fixture: string | URL): Promise<FixtureFiles> {
  if (fixture instanceof URL && fixture.protocol !== "file:") {
    throw new Error(`fixture: ${fixture.href} is no file; give a path, or new URL("…", import.meta.url)`)
  }
  const path = fixture instanceof URL ? fileURLToPath(fixture) : resolve(fixture)
  if (!existsSync(path)) {
    const hint = `: a path is relative to the working directory (${process.cwd()}), so give an absolute one or new URL("${baseOf(path)}", import.meta.url)`
    throw new Error(`there is no fixture file ${path}${fixture instanceof URL ? "" : hint}`)
  }
  const { readFixtureFiles } = await import("../adapters/fixture-files/index.ts")
  return readFixtureFiles([path])
}

const baseOf = (path: string): string => path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1)
