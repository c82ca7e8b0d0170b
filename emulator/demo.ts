import { readFile } from "node:fs/promises"
import type { Fixture, Sources } from "../src/index.ts"

/** What a world is made from: to be handed to `createWorld`. */
export interface Demo {
  readonly fixture: Fixture
  readonly sources?: Sources
  readonly isStructureKnown?: boolean
}

/** Where the build puts the demo as one document: beside the bundle, or above the chunk this code ended up in. */
const BUILT = ["./demo.json", "../demo.json"]

/** The world that is served when no fixture is given. Without a build it comes from the files it is written in. */
export async function readDemo(): Promise<Demo> {
  for (const place of BUILT) {
    const text = await readFile(new URL(place, import.meta.url), "utf8").catch(() => undefined)
    if (text !== undefined) return { fixture: JSON.parse(text) as Fixture, isStructureKnown: true }
  }
  const { readFixtureFiles } = await import("./fixture-files/index.ts")
  const { fileURLToPath } = await import("node:url")
  return readFixtureFiles([fileURLToPath(new URL("../fixtures/demo.yaml", import.meta.url))])
}
