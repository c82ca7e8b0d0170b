import { describe, expect, test } from "vitest"
import { rememberFixture } from "../../../emulator/adapters/index.ts"
import { createWorldFromFiles } from "../../../emulator/node/index.ts"
import { fixtureDifference } from "../../../emulator/testing/kit/fixture-difference.ts"
import { createKit, type KitFailure, kinds } from "../../../emulator/testing/kit/index.ts"
import { nameOfWorld } from "../../../emulator/testing/kit/world-name.ts"
import { createWorld } from "../../../src/world/index.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

describe("the difference of two fixtures, a line for each place", () => {
  test("fixtures that are alike have none", () => {
    expect(fixtureDifference({ a: [{ key: "one" }] }, { a: [{ key: "one" }] })).toEqual([])
  })

  test("shows a changed value as it was and as it is", () => {
    expect(fixtureDifference({ clock: { mode: "real" } }, { clock: { mode: "frozen" } })).toEqual([
      '~ clock.mode: "real" → "frozen"',
    ])
  })

  test("shows an added place with its value, and a removed one by its place", () => {
    expect(fixtureDifference({ a: 1, b: { c: 2 } }, { d: 3, e: { f: 4 } })).toEqual(["- a", "- b", "+ d: 3", "+ e"])
  })

  test("elements are known by what they are called, wherever they stand", () => {
    const items = [
      { i_id: "x", key: "one", values: { T: "a" } },
      { i_id: "y", key: "two", values: { T: "b" } },
    ]
    const changed = [{ i_id: "y", key: "two", values: { T: "c" } }, items[0], { i_id: "z", key: "three" }]
    expect(fixtureDifference({ items }, { items: changed })).toEqual([
      '~ items[two].values.T: "b" → "c"',
      "+ items[three]",
    ])
  })

  test("the name of an element is the first that it has: its key before its ID, its address before its name", () => {
    const users = (username: string) => [{ name: "U", email: "ada@kit.test", username }]
    expect(fixtureDifference({ users: users("Ada") }, { users: users("Eva") })).toEqual([
      '~ users[ada@kit.test].username: "Ada" → "Eva"',
    ])
    const statuses = (name: string) => [{ i_id: "1", key: "k", name }]
    expect(fixtureDifference(statuses("a"), statuses("b"))).toEqual(['~ [k].name: "a" → "b"'])
  })

  test("texts in a list are their own names, and what has none is known by its place", () => {
    expect(fixtureDifference({ roles: ["A", "B"] }, { roles: ["A", "C"] })).toEqual(["- roles[B]", '+ roles[C]: "C"'])
    expect(fixtureDifference({ rows: [[1], [2]] }, { rows: [[1], [3]] })).toEqual(["~ rows[1][0]: 2 → 3"])
  })

  test("a list where an object was is one change, and a long value is cut", () => {
    const [line = ""] = fixtureDifference({ a: {} }, { a: ["x".repeat(100)] })
    expect(line).toBe(`~ a: {} → ["${"x".repeat(58)}…`)
  })
})

test("a failure names the fixture file, and what the world has that the file has not", async () => {
  const world = await createWorldFromFiles([new URL("../../../examples/vitest/shop.yaml", import.meta.url).pathname])
  await world.as("ada@shop.test").createItem({ application: "SHOP", datastore: "Orders", item: { Total: 3 } })
  const failure = (await (
    await createKit(world)
  )
    .check({
      commands: [kinds.CreateItem],
      numRuns: 1,
      seed: 1,
      rule: () => {
        throw new Error("never holds")
      },
    })
    .catch((error: unknown) => error)) as KitFailure
  expect(failure.world).toMatch(/shop\.yaml$/)
  expect(failure.difference.join("\n")).toMatch(
    /^\+ workspaces\[.*\]\.applications\[SHOP\]\.datastores\[Orders\]\.items/m,
  )
  expect(failure.message).toContain("differed from")
  expect(failure.message.split("\n").length).toBeLessThanOrEqual(40)
})

test("a failure shows the first of many differences, and the number of the rest", async () => {
  const items = Array.from({ length: 9 }, (_, at) => ({ key: `n${at}`, values: { T: "old" } }))
  const fixture = fixtureOf({ datastores: { D: { fields: { T: { dataType: "text" } }, items } } })
  const world = await createWorld({ fixture })
  rememberFixture(world, ["d.yaml"])
  const place = { application: "APP", datastore: "D" }
  const ada = world.as("ada@acme.test")
  for (const { itemId } of (await ada.itemList(place)).items) {
    await ada.updateItem({ ...place, itemId, isForceUpdate: true, item: { T: "new" } })
  }
  const { difference } = nameOfWorld(world)
  expect(difference).toHaveLength(7)
  expect(difference.at(-1)).toMatch(/^and \d+ more differences$/)
})
