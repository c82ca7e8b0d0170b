import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { expect, test } from "vitest"
import { HistoryRoom } from "../../src/insight/index.ts"
import { createEngineWorld, type EngineWorld } from "../../src/world/index.ts"
import { smallFixture } from "../sample-worlds/small.ts"

/** Numbers of imports and of items in each. By hand: HEXARIUM_IMPORTS=200 HEXARIUM_IMPORTED_ITEMS=50000. */
const IMPORTS = Number(process.env.HEXARIUM_IMPORTS ?? 12)
const ITEMS = Number(process.env.HEXARIUM_IMPORTED_ITEMS ?? 1500)
/** Limit of the history, for about two imports. */
const LIMIT = ITEMS * 2500

setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc") as () => void
setFlagsFromString("--no-expose-gc")

/** Bytes of heap in use. Objects that a weak reference was asked for are free only in a later turn. */
const heap = async (): Promise<number> => {
  await new Promise(setImmediate)
  collect()
  return process.memoryUsage().heapUsed
}

/** Returns a state with `ITEMS` items whose texts, half of them Japanese, no other state has. */
async function importedState(round: number): Promise<EngineWorld["state"]> {
  const fixture = structuredClone(smallFixture)
  const datastore = fixture.workspaces[0]?.applications?.[0]?.datastores?.find(({ datastore_id: id }) => id === "Deals")
  if (datastore === undefined) throw new Error("the sample has no datastore Deals")
  const texts = ["An entry of some length, with the number", "ある程度の長さがある項目の番号は次のとおりです"]
  const items = Array.from({ length: ITEMS }, (_, number) => ({
    values: { Title: `${texts[number % 2]} ${round}-${number}`, Details: `${texts[number % 2]} ${number}`.repeat(3) },
  }))
  Object.assign(datastore, { items: [...(datastore.items ?? []), ...items] })
  return (await createEngineWorld({ fixture })).state
}

test("many imports raise memory no further than the limit of histories", async () => {
  const room = new HistoryRoom(LIMIT)
  const world = await createEngineWorld({ fixture: smallFixture })
  world.history.begin({ size: 1000, room })
  await world.replaceWith(await importedState(0))
  const before = await heap()
  let most = 0
  for (let round = 1; round <= IMPORTS; round += 1) {
    await world.replaceWith(await importedState(round))
    expect(room.bytes).toBeLessThanOrEqual(LIMIT)
    most = Math.max(most, (await heap()) - before)
  }
  expect(world.versions().length).toBeGreaterThanOrEqual(2)
  expect(world.versions().length).toBeLessThan(IMPORTS)
  process.stdout.write(`${IMPORTS} imports of ${ITEMS} items: at most ${(most / LIMIT).toFixed(2)} of the limit\n`)
  expect(most).toBeLessThan(LIMIT)
})
