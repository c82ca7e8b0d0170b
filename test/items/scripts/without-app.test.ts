import { fileURLToPath } from "node:url"
import { describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { createWorldFromFiles } from "../../../emulator/node/index.ts"
import { explore, worldTarget } from "../../../emulator/testing/kit/index.ts"
import { createWorld, type World } from "../../../src/world/index.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

const CALL = `async function main() { return (await callAPIAsync("GET", "/api/v0/userinfo")).email }`
const PLAIN_SCRIPT = "async function main() { return 1 }"

const text = { T: { dataType: "text" } } as const
const fixture = fixtureOf({
  datastores: {
    Before: { fields: text, actions: { New: { crud_type: "1", default: true, pre_script: CALL } } },
    After: {
      fields: text,
      actions: {
        New: { crud_type: "1", default: true, post_script: CALL },
        Edit: { crud_type: "2", default: true, pre_script: PLAIN_SCRIPT, post_script: CALL },
        Remove: { crud_type: "3", default: true, pre_script: CALL },
        Copy: { crud_type: "4", default: true, post_script: { code: CALL, sync: false } },
      },
      items: [{ key: "one", values: { T: "x" } }],
    },
    Plain: {
      fields: text,
      actions: {
        New: { crud_type: "1", default: true, pre_script: PLAIN_SCRIPT, post_script: { code: CALL, enabled: false } },
      },
    },
  },
  application: { functions: { who: CALL, one: PLAIN_SCRIPT } },
})

const refusal = { code: "INVALID_SETTINGS", text: "callAPIAsync needs an app: createApp({ world })" }
const ada = (world: World) => world.as("ada@acme.test")
const place = { application: "APP", datastore: "After" }

describe("a script that contains callAPIAsync in a world without an app (model.md section 9)", () => {
  test("is refused before anything is written, whatever runs it", async () => {
    const world = await createWorld({ fixture })
    const user = ada(world)
    const { items } = await user.itemList({ ...place })
    const itemId = items[0]?.itemId ?? ""
    const before = world.hash()
    const calls = [
      () => user.createItem({ ...place, datastore: "Before", item: { T: "a" } }),
      () => user.createItem({ ...place, item: { T: "a" } }),
      () => user.updateItem({ ...place, itemId, revNo: 1, item: { T: "b" } }),
      () => user.executeAction({ ...place, itemId, actionId: "Edit", revNo: 1, item: { T: "b" } }),
      () => user.executeAction({ ...place, itemId, actionId: "Copy", item: {} }),
      () => user.deleteItem({ ...place, itemId }),
      () =>
        user.createItem({
          ...place,
          datastore: "Plain",
          item: { T: "a" },
          relatedDsItems: { After: [{ operation: 1, item: { T: "b" } }] },
          execChildrenPostProcs: true,
        }),
      () => user.executeFunction({ application: "APP", function: "who", params: {} }),
    ]
    for (const call of calls) await expect(call(), String(call)).rejects.toMatchObject(refusal)
    expect(world.hash()).toBe(before)
  })

  test("runs no script when it is off, and other scripts run", async () => {
    const user = ada(await createWorld({ fixture }))
    expect(await user.createItem({ ...place, datastore: "Plain", item: {} })).toMatchObject({
      preResult: { result: 1 },
    })
    expect(await user.executeFunction({ application: "APP", function: "one", params: {} })).toBe(1)
  })

  test("runs once the world has an app, also in a fork", async () => {
    const world = await createWorld({ fixture })
    createApp({ world })
    for (const one of [world, world.fork()]) {
      expect(await ada(one).createItem({ ...place, item: {} })).toMatchObject({ asResult: { result: "ada@acme.test" } })
    }
  })
})

describe("worlds that have an app from first use", () => {
  const request = {
    operation: "createItem",
    user: "ada@acme.test",
    params: { "app-id": "APP", "datastore-id": "After" },
    body: { item: {} },
  } as const

  test("worldTarget lets scripts call the API", async () => {
    const { status, body } = await worldTarget(await createWorld({ fixture })).call(request)
    expect([status, body.as_result]).toEqual([200, { result: "ada@acme.test" }])
  })

  test("explore lets scripts call the API", async () => {
    const { outcomes } = await explore(await createWorld({ fixture }), [request])
    expect(outcomes.map(({ answers }) => answers)).toEqual([[{ status: 200, codes: [] }]])
  })

  test("createWorldFromFiles lets scripts call the API, in forks and after the user's own app", async () => {
    const shop = fileURLToPath(new URL("../../../examples/vitest/shop.yaml", import.meta.url))
    const world = await createWorldFromFiles([shop])
    const total = async (one: World): Promise<unknown> => {
      const bob = one.as("bob@shop.test")
      const orders = { application: "SHOP", datastore: "Orders" }
      const { itemId } = await bob.createItem({ ...orders, item: { Total: 1 } })
      await bob.createItem({ application: "SHOP", datastore: "Lines", item: { Order: itemId, Amount: 5 } })
      return (await bob.getItemDetails({ ...orders, itemId })).values.Total
    }
    const fork = world.fork()
    expect(await total(fork)).toBe(6)
    createApp({ world })
    expect([await total(world), await total(fork)]).toEqual([6, 6])
  })
})
