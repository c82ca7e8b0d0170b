import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { startServer } from "../../../emulator/node/index.ts"
import {
  createKit,
  type KindName,
  KitError,
  KitFailure,
  kinds,
  type Target,
} from "../../../emulator/testing/kit/index.ts"
import type { Fixture } from "../../../src/fixtures/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { kitWorld } from "../../sample-worlds/kit-world.ts"

const world = await createWorld({ fixture: kitWorld })
const kit = await createKit(world)

type Datastores = NonNullable<NonNullable<Fixture["workspaces"][number]["applications"]>[number]["datastores"]>

/** Kit for a workspace with one user and the given datastores. */
const kitOf = async (datastores: Datastores) =>
  createKit(
    await createWorld({
      fixture: {
        version: 1,
        clock: { mode: "frozen", now: "2026-01-05T09:00:00Z" },
        users: [{ email: "solo@tiny.test", password: "pw" }],
        workspaces: [
          {
            name: "Tiny",
            admins: ["solo@tiny.test"],
            group: { group_id: "top", name: "Top" },
            applications: [{ application_id: "APP", name: "App", datastores }],
          },
        ],
      },
    }),
  )

const plain: Datastores = [{ datastore_id: "D", name: "D", fields: { T: { dataType: "text" } } }]
const only = (...names: readonly KindName[]) => names.map((name) => kinds[name])

describe("the engine agrees with the reference model", () => {
  test("it agrees in a world of this process", async () => {
    const before = world.hash()
    const mustRun: readonly KindName[] = ["CreateItem", "UpdateItem", "ItemList", "AdvanceClock"]
    const report = await kit.check({ numRuns: 80, seed: 11, mustRun })
    expect(report.sequences).toBe(80)
    expect(Object.keys(report.runs).length).toBeGreaterThan(20)
    expect(world.hash()).toBe(before)
  })

  test("through the wire forms of an app, with the same commands", async () => {
    const overWire = await createKit(createApp({ world }))
    const report = await overWire.check({ numRuns: 15, seed: 12, mustRun: ["CreateItem"] })
    expect(report.sequences).toBe(15)
  })
})

test("the engine agrees with the model behind a base_url, too", async () => {
  const server = await startServer({ world: world.fork(), port: 0 })
  try {
    const remote = await createKit({ url: server.url })
    const report = await remote.check({ numRuns: 5, seed: 13, mustRun: ["CreateItem"] })
    expect(report.sequences).toBe(5)
  } finally {
    await server.close()
  }
})

describe("what is generated", () => {
  const create = async (datastore: string, body: unknown) => {
    const target = await kit.open()
    return target.call({
      operation: "createItem",
      user: "ada@kit.test",
      params: { "app-id": "SHOP", "datastore-id": datastore },
      body,
    })
  }

  test("fits the schema: every complete item is accepted", async () => {
    await fc.assert(
      fc.asyncProperty(kit.item("SHOP/Lines", { complete: true }), async (item) => {
        expect((await create("Lines", { item })).status).toBe(200)
      }),
      { numRuns: 50, seed: 1 },
    )
  })

  test("is wrong in exactly the named way: one element, about the named field", async () => {
    await fc.assert(
      fc.asyncProperty(kit.invalidItem("SHOP/Customers"), async ({ item, field }) => {
        const code = field === "Code" ? {} : { Code: "a code of its own" }
        const { status, body } = await create("Customers", { item: { ...item, ...code } })
        expect(status).toBe(400)
        expect(body.error.map((element: { description: string }) => element.description)).toEqual([field])
      }),
      { numRuns: 50, seed: 1 },
    )
  })

  test("keeps within the nesting rule, or breaks it", async () => {
    const related = fc.tuple(kit.relatedItems("SHOP/Customers"), kit.badlyNestedItems("SHOP/Customers"))
    await fc.assert(
      fc.asyncProperty(related, async ([good, bad]) => {
        expect((await create("Customers", { item: {}, related_ds_items: good })).status).toBe(200)
        expect((await create("Customers", { item: {}, related_ds_items: bad })).status).toBe(400)
      }),
      { numRuns: 40, seed: 1 },
    )
  })
})

describe("what can't be generated is said, with the reason", () => {
  test("no such datastore", () => {
    const all = "SHOP/Customers, SHOP/Orders, SHOP/Lines"
    expect(() => kit.item("SHOP/Nothing")).toThrow(
      new KitError(`the workspace has no datastore SHOP/Nothing; the datastores of the workspace are ${all}`),
    )
  })

  test("a datastore without writable fields", async () => {
    const empty = await kitOf([{ datastore_id: "D", name: "D", fields: { N: { dataType: "autonum" } } }])
    expect(() => empty.item("D")).toThrow("APP/D has no field that every user may write: the data types are autonum")
    expect(() => empty.invalidItem("D")).toThrow("no field of APP/D can have an invalid value")
    expect(() => empty.relatedItems("D")).toThrow("has no other datastore")
    expect(() => empty.existingItem("D")).toThrow("APP/D has no items")
  })

  test("a world without datastores, or without a workspace", async () => {
    const bare = await kitOf([])
    await expect(bare.check({ commands: only("CreateItem") })).rejects.toThrow("the workspace has no datastores")
    await expect(createKit(await createWorld())).rejects.toThrow("no workspace")
  })

  test("a command that must run and can't", async () => {
    const check = (await kitOf(plain)).check({ mustRun: ["UploadFile"] })
    await expect(check).rejects.toThrow("UploadFile: no writable datastore has a file field")
  })

  test("a property that never ran what it is about is vacuous", async () => {
    const check = (await kitOf(plain)).check({ commands: only("DeleteItem", "GetItemDetails"), numRuns: 5, seed: 1 })
    await expect(check).rejects.toThrow(/some commands never ran in .*: DeleteItem was .*; GetItemDetails was /)
  })
})

describe("a failure", () => {
  /** A rule that does not hold: there are never more than two orders. */
  const atMostTwoOrders = async (target: Target): Promise<void> => {
    const { body } = await target.call({
      operation: "itemList",
      user: "ada@kit.test",
      params: { "app-id": "SHOP", "datastore-id": "Orders" },
      body: {},
    })
    if (body.totalItems > 2) throw new Error(`there are ${body.totalItems} orders`)
  }
  const fail = (replay: object = {}) =>
    kit.check({ commands: only("CreateItem"), rule: atMostTwoOrders, numRuns: 100, seed: 5, ...replay }).then(
      () => undefined,
      (error: unknown) => error,
    ) as Promise<KitFailure>

  test("is shrunk, and printed as TypeScript and as curl", async () => {
    const failure = await fail()
    expect(failure).toBeInstanceOf(KitFailure)
    expect(failure.calls).toBeLessThanOrEqual(6)
    expect(failure.message).toMatch(/^there are \d+ orders/)
    expect(failure.typeScript).toContain('import { worldTarget } from "hexarium/testing"')
    expect(failure.typeScript).toContain("await target.call(")
    expect(failure.curl).toContain('"$HEXARIUM_URL/api/v0/applications/SHOP/datastores/')
  })

  test("can be replayed from seed and path", async () => {
    const { seed, path, replayPath, typeScript } = await fail()
    const again = await fail({ seed, path, replayPath, numRuns: 1 })
    expect(again).toBeInstanceOf(KitFailure)
    expect(again.typeScript).toBe(typeScript)
  })
})
