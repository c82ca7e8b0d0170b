import { readFile } from "node:fs/promises"
import { brotliDecompressSync } from "node:zlib"
import type { Fixture, Sources } from "../src/inside.ts"

/** What a world is made from: to be handed to `createWorld`. */
export interface Demo {
  readonly fixture: Fixture
  readonly sources?: Sources
  readonly isStructureKnown?: boolean
}

/** Where the build puts what is made of the demo: beside the bundle, or above the chunk this code ended up in. */
const PLACES = ["./", "../"]

/** The world that is served when no fixture is given. Without a build it comes from the files it is written in. */
export async function readDemo(): Promise<Demo> {
  const [, text] = await readBuilt()
  if (text !== undefined) return { fixture: JSON.parse(text) as Fixture, isStructureKnown: true }
  const { readFixtureFiles } = await import("./adapters/fixture-files/index.ts")
  const { fileURLToPath } = await import("node:url")
  return readFixtureFiles([fileURLToPath(new URL("../fixtures/demo.yaml", import.meta.url))])
}

/** The same, prepared by the build; undefined without one. */
export const readPreparedDemo = async (): Promise<string | undefined> => (await readBuilt())[0]

/** The demo's world as it was prepared, and its fixture; nothing without a build. */
async function readBuilt(): Promise<readonly string[]> {
  for (const place of PLACES) {
    const packed = await readFile(new URL(`${place}demo.br`, import.meta.url)).catch(() => undefined)
    if (packed !== undefined) return brotliDecompressSync(packed).toString().split("\0")
  }
  return []
}
