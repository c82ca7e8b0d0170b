import { readFile } from "node:fs/promises"
import type { Fixture, Sources } from "../src/fixtures/index.ts"

/** Options of `createWorld` that create the demo world. */
export interface Demo {
  readonly fixture: Fixture
  readonly sources?: Sources
  readonly isStructureKnown?: boolean
}

/** Folders that may contain the built demo, relative to this module. */
const PLACES = ["./", "../"]

/** Reads the default world from the build. If there is no build, reads the source fixture. */
export async function readDemo(): Promise<Demo> {
  const text = await readBuilt("demo.json")
  if (text !== undefined) return { fixture: JSON.parse(text) as Fixture, isStructureKnown: true }
  const { readFixtureFiles } = await import("./adapters/fixture-files/index.ts")
  const { fileURLToPath } = await import("node:url")
  return readFixtureFiles([fileURLToPath(new URL("../fixtures/demo.yaml", import.meta.url))])
}

/** Reads the demo's prepared state; returns undefined if there is no build. */
export const readPreparedDemo = (): Promise<string | undefined> => readBuilt("demo.jsonl")

async function readBuilt(name: string): Promise<string | undefined> {
  for (const place of PLACES) {
    const text = await readFile(new URL(place + name, import.meta.url), "utf8").catch(() => undefined)
    if (text !== undefined) return text
  }
  return undefined
}
