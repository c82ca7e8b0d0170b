import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openSqliteHere } from "../../../emulator/adapters/persistence/sqlite/sqlite-store.ts"
import { StoredWorlds } from "../../../src/engine/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { Built } from "../../cli/built.ts"
import { manualClock } from "../../ports/manual-clock.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

let folder: string
let builtCommand: Built

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hexarium-"))
  builtCommand = new Built(folder)
})
afterAll(async () => {
  builtCommand.end()
  await rm(folder, { recursive: true, force: true })
})

const fixture = fixtureOf({ datastores: { DS: { fields: { Name: { dataType: "text" } } } } })

/** Stores a world in which a machine whose clock is at the instant writes an item. */
async function storeAt(name: string, instant: string): Promise<string> {
  const file = join(folder, name)
  const store = openSqliteHere({ file, madeBy: "tests" })
  const persistence = new StoredWorlds(store).world("main")
  const { clock: _, ...rest } = fixture
  const ports = { persistence, wallClock: manualClock(Date.parse(instant)) }
  const world = await createWorld({ fixture: rest, clock: { mode: "real" }, ports })
  await world.as("ada@acme.test").createItem({ application: "APP", datastore: "DS", item: { Name: "x" } })
  await store.close()
  return file
}

/** Starts a server on a store and stops it. Returns its standard error. */
async function errorsOf(file: string): Promise<string> {
  const { child, said, ended } = builtCommand.begin(["start", "--port", "0", "--log", "json", "--data", file])
  await said('"ready"')
  child.kill("SIGTERM")
  return (await ended).err
}

test("a server says on standard error that a clock stands, because the machine's clock was set back", async () => {
  const ahead = await storeAt("ahead.sqlite", "9000-01-01T00:00:00.000Z")
  expect(await errorsOf(ahead)).toBe(
    "hexarium: the clock of the world main stands at 9000-01-01T00:00:00.000Z until the machine's clock, which was set back, has caught up\n",
  )
})

test("a server whose clocks run says nothing", async () => {
  const behind = await storeAt("behind.sqlite", "2020-01-01T00:00:00.000Z")
  expect(await errorsOf(behind)).toBe("")
})
