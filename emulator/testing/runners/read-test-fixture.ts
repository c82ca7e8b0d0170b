import { existsSync } from "node:fs"
import { basename, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import type { FixtureFiles } from "../../adapters/index.ts"

export async function readTestFixture(fixture: string | URL): Promise<FixtureFiles> {
  if (fixture instanceof URL && fixture.protocol !== "file:") {
    throw new Error(
      `fixture: expected a path or a file URL such as new URL("world.yaml", import.meta.url), received ${fixture.href}`,
    )
  }
  const path = fixture instanceof URL ? fileURLToPath(fixture) : resolve(fixture)
  if (!existsSync(path)) {
    const hint = ` in the working directory ${process.cwd()}; pass an absolute path, or new URL("${basename(path)}", import.meta.url)`
    throw new Error(`the fixture file ${path} does not exist${fixture instanceof URL ? "" : hint}`)
  }
  const { readFixtureFiles } = await import("../../adapters/fixture-files/index.ts")
  return readFixtureFiles([path])
}
