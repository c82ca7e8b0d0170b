import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { createWorldFromFiles } from "../../../emulator/node/index.ts"
import { createKit, type Kit, KitError, smallFixture, worldTarget } from "../../../emulator/testing/kit/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

/** Status of CreateItem for an item and a user, in a fork of the world. */
async function statusOf(kit: Kit, path: string, user: string, item: unknown): Promise<number> {
  const target = await kit.open()
  const { appId, displayId } = kit.datastore(path)
  const params = { "app-id": appId, "datastore-id": displayId }
  const { status } = await target.call({ operation: "createItem", user, params, body: { item } })
  return status
}

describe("what kit.item draws, the default create action accepts", () => {
  test("the action accepts items of every datastore of the demo whose create action has no script", async () => {
    const kit = await createKit(
      await createWorldFromFiles([new URL("../../../fixtures/demo.yaml", import.meta.url).pathname]),
    )
    for (const { path, actions } of kit.schema.datastores) {
      if (actions.some((action) => action.crudType === "1" && action.hasScript)) continue
      for (const item of fc.sample(kit.item(path), { numRuns: 10, seed: 1 })) {
        expect(await statusOf(kit, path, "mina@hikari.example", item)).toBe(200)
      }
    }
  })

  test("the action accepts items of everybody who may run it, in any small fixture", async () => {
    for (const [at, fixture] of fc.sample(smallFixture(), { numRuns: 25, seed: 5 }).entries()) {
      const kit = await createKit(await createWorld({ fixture }))
      const [admin] = kit.schema.users
      for (const { path } of kit.schema.datastores) {
        const items = drawn(kit, path, at)
        for (const item of items)
          expect([path, item, await statusOf(kit, path, admin?.reference ?? "", item)]).toEqual([path, item, 200])
      }
    }
  })

  /** Values that the kit draws; empty if the datastore has no writable field. */
  function drawn(kit: Kit, path: string, seed: number): readonly unknown[] {
    try {
      return fc.sample(kit.item(path), { numRuns: 3, seed })
    } catch (error) {
      if (error instanceof KitError) return []
      throw error
    }
  }

  const shop = fixtureOf({
    datastores: {
      Goods: {
        fields: {
          Code: { dataType: "text", unique: true, max_value: 2 },
          Size: { dataType: "select", unique: true, options: { s: "S", m: "M" } },
          Note: { dataType: "text", roles: ["ADMIN"] },
        },
        actions: {
          New: { crud_type: "1", default: true, fields: { Code: { mandatory: true }, Size: { mandatory: true } } },
        },
        items: [{ key: "one", values: { Code: "aa", Size: "s" } }],
      },
      Lines: {
        fields: { Good: { dataType: "dslookup", dslookup: { datastore: "Empty", field: "T" } } },
        actions: { New: { crud_type: "1", default: true, fields: { Good: { mandatory: true } } } },
      },
      Empty: { fields: { T: { dataType: "text" } } },
      Papers: {
        fields: { Scan: { dataType: "file" } },
        actions: { New: { crud_type: "1", default: true, fields: { Scan: { mandatory: true } } } },
      },
    },
  })

  test("items have all mandatory values, and free unique values", async () => {
    const kit = await createKit(await createWorld({ fixture: shop }))
    for (const item of fc.sample(kit.item("Goods"), { numRuns: 50, seed: 1 })) {
      expect(item).toMatchObject({ Code: expect.stringMatching(/^(?!aa)..$/), Size: "m" })
      expect(item).not.toHaveProperty("Note")
    }
    const own = fc.sample(kit.item("Goods", { as: "ada@acme.test", complete: true }), { numRuns: 5, seed: 1 })
    for (const item of own) expect(item).toHaveProperty("Note")
  })

  test("a file field has uploaded files, in every fork of the world", async () => {
    const world = await createWorld({ fixture: shop })
    const user = "ada@acme.test"
    const form = { filename: "a.txt" }
    const file = { name: "a.txt", text: "a scan" }
    const { body } = await worldTarget(world).call({ operation: "uploadFileDetached", user, form, file })
    const kit = await createKit(world)
    for (const item of fc.sample(kit.item("Papers", { as: user, files: [body.file_id] }), { numRuns: 3, seed: 1 })) {
      expect(item).toEqual({ Scan: [body.file_id] })
      expect(await statusOf(kit, "APP/Papers", user, item)).toBe(200)
    }
  })

  test("the kit gives the reason if there can be no values", async () => {
    const kit = await createKit(await createWorld({ fixture: shop }))
    expect(() => kit.item("Lines")).toThrow(
      "APP/Lines requires the field Good, but APP/Empty has no item that every user sees",
    )
    expect(() => kit.item("Papers")).toThrow("APP/Papers requires the field Scan, but the field needs a file")
    expect(() => kit.item("Goods", { as: "nobody@acme.test" })).toThrow(
      "the workspace Acme has no user nobody@acme.test",
    )
  })
})

describe("options that do not exist", () => {
  test("are refused, with those that do", async () => {
    const world = await createWorld({ fixture: shopOf() })
    const kit = await createKit(world)
    // @ts-expect-error numRun is none
    await expect(kit.check({ numRun: 3 })).rejects.toThrow("check has no option numRun; did you mean numRuns?")
    // @ts-expect-error depth is none
    await expect(kit.check({ depth: 3 })).rejects.toThrow(
      "check has no option depth; its options are commands, numRuns",
    )
    // @ts-expect-error space is none
    await expect(createKit(world, { space: "X" })).rejects.toThrow(
      "createKit has no option space; its options are workspace",
    )
    // @ts-expect-error full is none
    expect(() => kit.item("D", { full: true })).toThrow("kit.item has no option full")
    // @ts-expect-error there is no such command
    await expect(kit.check({ mustRun: ["CreateItems"] })).rejects.toThrow(
      "mustRun: expected one of CreateItem, UpdateItem",
    )
    // @ts-expect-error commands are kinds
    await expect(kit.check({ commands: [undefined] })).rejects.toThrow("commands[0]: expected a command of kinds")
    await expect(kit.check({ numRuns: 0 })).rejects.toThrow(
      "numRuns: expected a whole number of at least 1, received 0",
    )
  })

  const shopOf = () => fixtureOf({ datastores: { D: { fields: { T: { dataType: "text" } } } } })

  test("a kit over a world without writable datastores says what to do", async () => {
    const kit = await createKit(await createWorld({ fixture: fixtureOf({ datastores: {} }) }))
    await expect(kit.check()).rejects.toThrow(
      "the workspace Acme has no datastore that the kit can write to: the workspace has no datastores. Add a datastore with a create action, choose another workspace",
    )
  })

  test("the kit gives the reason if nothing can be created and nothing exists, and writes to an existing item", async () => {
    const datastore = {
      fields: { T: { dataType: "text" } },
      actions: { Update: { crud_type: "2", default: true } },
    } as const
    const empty = await createKit(await createWorld({ fixture: fixtureOf({ datastores: { D: datastore } }) }))
    await expect(empty.check({ numRuns: 10 })).rejects.toThrow(
      "the workspace Acme has no datastore that the kit can write to: no datastore has items or a create action. Add a datastore",
    )
    const items = [{ values: { T: "x" } }]
    const filled = await createKit(
      await createWorld({ fixture: fixtureOf({ datastores: { D: { ...datastore, items } } }) }),
    )
    expect(await filled.check({ numRuns: 30, mustRun: ["UpdateItem"] })).toMatchObject({ sequences: 30 })
  })

  test("the kit gives the reason if all datastores have scripts", async () => {
    const actions = {
      New: { crud_type: "1", default: true, pre_script: "async function main(data) { return data }" },
    } as const
    const fixture = fixtureOf({ datastores: { D: { fields: { T: { dataType: "text" } }, actions } } })
    const kit = await createKit(await createWorld({ fixture }))
    await expect(kit.check()).rejects.toThrow(
      "the workspace Acme has no datastore that the kit can write to: the actions of every datastore run scripts, which the model can't predict; with a rule, the kit writes to these datastores too. Add a datastore",
    )
  })
})
