import fc from "fast-check"
import { expect, test } from "vitest"
import { replay, stateDigest } from "../../src/state/index.ts"
import type { PastWorld, World } from "../../src/world/index.ts"
import { smallWorld } from "../sample-worlds/small.ts"

const ADA = "ada@acme.test"
const BOB = "bob@acme.test"
const DEALS = { application: "CRM", datastore: "Deals" }
const LONG = Number(process.env.HEXARIUM_HISTORIES ?? 0)

const step = fc.oneof(
  fc.record({ do: fc.constant("create" as const), title: fc.string({ maxLength: 8 }), by: fc.constantFrom(ADA, BOB) }),
  fc.record({ do: fc.constant("update" as const), which: fc.nat(20), title: fc.string({ maxLength: 8 }) }),
  fc.record({ do: fc.constant("delete" as const), which: fc.nat(20) }),
  fc.record({ do: fc.constant("comment" as const), which: fc.nat(20) }),
  fc.record({ do: fc.constant("look" as const), which: fc.nat(20) }),
  fc.record({ do: fc.constant("field" as const), name: fc.constantFrom("One", "Two", "Three") }),
  fc.record({ do: fc.constant("wait" as const), minutes: fc.nat(90) }),
  fc.record({ do: fc.constant("rewind" as const), back: fc.nat(10) }),
  fc.record({ do: fc.constant("restore" as const) }),
  fc.record({ do: fc.constant("reset" as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const listDeals = (world: PastWorld, user = ADA) => world.as(user).itemList({ ...DEALS, page: 1, perPage: 0 })

/** Everything that the test reads at a version. */
const read = async (world: PastWorld) => ({
  hash: world.hash(),
  version: world.version,
  now: world.now,
  deals: await listDeals(world),
  ofBob: await listDeals(world, BOB),
  fields: await world.as(ADA).getDatastoreFields(DEALS),
})

async function itemAt(world: World, which: number): Promise<string | undefined> {
  const { items } = await listDeals(world)
  return items[which % Math.max(items.length, 1)]?.itemId
}

/** Runs a step. Steps that the world refuses change nothing. */
async function run(world: World, given: Step, oldest: number): Promise<unknown> {
  const ada = world.as(ADA)
  if (given.do === "create") return world.as(given.by).createItem({ ...DEALS, item: { Title: given.title } })
  if (given.do === "wait") return world.clock.advance(`${given.minutes}m`)
  if (given.do === "rewind") return world.rewind(Math.max(oldest, world.version - given.back))
  if (given.do === "restore") return world.restore(world.snapshot())
  if (given.do === "reset") return world.reset()
  if (given.do === "field")
    return ada.createField({ ...DEALS, displayId: given.name, name: given.name, dataType: "text" } as never)
  const itemId = await itemAt(world, given.which)
  if (itemId === undefined) return
  const item = { ...DEALS, itemId }
  if (given.do === "delete") return ada.deleteItem(item)
  if (given.do === "comment") return ada.postItemComment({ ...item, comment: "Hello" })
  if (given.do === "look") return world.as(BOB).getItemHistories(item)
  return ada.updateItem({ ...item, item: { Title: given.title }, isForceUpdate: true })
}

const CHANGE = { sequence: 1, at: "", actor: null, operation: "", notifiesSender: false } as const

test("reading a version equals the reading recorded at that version, and differences lead from one to another", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), fc.nat(), fc.nat(), async (steps, one, other) => {
      const world = await smallWorld({ history: 100 })
      const oldest = world.version
      const recorded = new Map([[oldest, await read(world)]])
      for (const each of steps) {
        await run(world, each, oldest).catch(() => {})
        await world.idle()
        recorded.set(world.version, await read(world))
      }
      for (const [version, expected] of recorded) expect(await read(world.at(version))).toEqual(expected)
      const count = world.version - oldest + 1
      const [from, to] = [oldest + (one % count), oldest + (other % count)]
      const { patches, scalars } = world.differences(from, to)
      const state = replay(world.at(from).state, [{ ...CHANGE, patches, scalars }])
      expect(stateDigest(state)).toBe(world.at(to).hash())
    }),
    { numRuns: LONG || 30, seed: 54 },
  )
})
