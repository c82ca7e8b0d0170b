import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openSqliteHere } from "../../../emulator/adapters/persistence/sqlite/sqlite-store.ts"
import { StoredWorlds } from "../../../src/engine/index.ts"
import { defaultPorts, type Store } from "../../../src/ports/index.ts"
import { checkInvariants, createWorld, type World } from "../../../src/world/index.ts"
import { workshopFixture } from "../../sample-worlds/workshop.ts"

let folder = ""
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hexarium-"))
})
afterAll(() => rmSync(folder, { recursive: true }))

const ADA = "ada@acme.test"

/** Opens the stored world as another server would. */
async function open(store: Store): Promise<{ readonly world: World; readonly stored: StoredWorlds }> {
  const stored = new StoredWorlds(store)
  const ports = { ...defaultPorts(), persistence: stored.world("main") }
  return { world: await createWorld({ fixture: workshopFixture, ports }), stored }
}

test("a deleted datastore is gone from the file, in the log and in a new base, and its display ID can be used again", async () => {
  const store = openSqliteHere({ file: join(folder, "deleted.db"), madeBy: "test" })
  const { world } = await open(store)
  const ada = world.as(ADA)
  const full = world.hash()
  await ada.deleteDatastore({ application: "SHOP", datastore: "Orders" })
  await world.idle()
  const { world: reopened, stored } = await open(store)
  expect(reopened.hash()).toBe(world.hash())
  expect(reopened.hash()).not.toBe(full)
  await checkInvariants(reopened)

  const { dId } = await reopened.as(ADA).createDatastoreFromTemplate({ application: "SHOP", template: "SEED1" })
  await reopened.as(ADA).updateDatastoreSetting({ datastore: dId, displayId: "Orders" })
  for (let at = 0; at < 40; at += 1) {
    await reopened.as(ADA).createItem({ application: "SHOP", datastore: "Orders", item: { Title: `Item ${at}` } })
  }
  await reopened.as(ADA).deleteDatastore({ application: "SHOP", datastore: "Orders" })
  await reopened.idle()
  await stored.compact()
  const { world: last } = await open(store)
  expect(last.hash()).toBe(reopened.hash())
  await checkInvariants(last)
})
