import { describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { check, type KitSource, kinds, type RuleWorld, type Target } from "../../../emulator/testing/kit/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

const text = { T: { dataType: "text" } } as const
const fixture = fixtureOf({
  datastores: {
    Orders: { fields: text },
    // No action creates lines.
    Lines: { fields: text, actions: { Change: { crud_type: "2", default: true } } },
    Audit: { fields: text, actions: { Change: { crud_type: "2", default: true } } },
  },
})
const world = () => createWorld({ fixture })

const options = { commands: [kinds.CreateItem], numRuns: 5, maxCommands: 10, seed: 1 }

const list = (target: Target, datastore: string, body: object = {}) =>
  target.call({
    operation: "itemList",
    user: "ada@acme.test",
    params: { "app-id": "APP", "datastore-id": datastore },
    body,
  })

describe("a rule that reads datastores (docs/property-testing.md)", () => {
  test("fails when a datastore never held an item, however the rule reads it", async () => {
    const rules = [
      (target: Target) => list(target, "Lines").then(() => {}),
      (_: Target, { items }: RuleWorld) => items("APP/Lines").then(() => {}),
    ]
    for (const rule of rules) {
      await expect(check(await world(), { ...options, rule })).rejects.toThrow(/Lines never held an item/)
    }
  })

  test("accepts an empty datastore of mayBeEmpty", async () => {
    const rule = async (_: Target, { items }: RuleWorld) => {
      await items("Orders")
      await items("Audit")
    }
    await expect(check(await world(), { ...options, rule })).rejects.toThrow(/: Audit never held an item/)
    const { sequences } = await check(await world(), { ...options, rule, mayBeEmpty: ["APP/Audit"] })
    expect(sequences).toBe(5)
  })

  test("fails when two datastores never held items in one world", async () => {
    const rule = async (target: Target, { items }: RuleWorld) => {
      await items("APP/Orders")
      await items("APP/Lines")
    }
    // An order's creation removes all lines, so that both are never there together.
    const apart = fixtureOf({
      datastores: {
        Orders: {
          fields: text,
          actions: {
            Create: {
              crud_type: "1",
              default: true,
              post_script: `async function main() {
                const lines = "/api/v0/applications/APP/datastores/Lines/items"
                await callAPIAsync("DELETE", lines + "/delete/aaaaaaaaaaaaaaaaaaaaaaaa", {})
              }`,
            },
          },
        },
        Lines: {
          fields: text,
          actions: { Remove: { crud_type: "3", default: true } },
          items: [{ i_id: "aaaaaaaaaaaaaaaaaaaaaaaa", values: {} }],
        },
      },
    })
    await expect(check(await createWorld({ fixture: apart }), { ...options, rule })).rejects.toThrow(
      /Orders and Lines were never there together/,
    )
  })

  test("has items with readable values, in a world and through an app", async () => {
    const sources: KitSource[] = [await world(), createApp({ world: await world() })]
    for (const source of sources) {
      const seen: unknown[] = []
      const rule = async (_: Target, { items }: RuleWorld) => {
        for (const { values } of await items("APP/Orders", { user: "bob@acme.test" })) seen.push(values)
        await items("APP/Orders")
      }
      await check(source, { ...options, rule })
      expect(seen[0]).toHaveProperty("T")
    }
  })

  test("names an unknown datastore or option", async () => {
    const rule = (_: Target, { items }: RuleWorld) => items("APP/Order").then(() => {})
    await expect(check(await world(), { ...options, rule })).rejects.toThrow(/has no datastore APP\/Order/)
    await expect(check(await world(), { ...options, rule, mayBeEmpty: ["APP/X"] })).rejects.toThrow(/no datastore APP\/X/)
  })

  test("lists searches that never returned an item, without failing", async () => {
    const rule = async (target: Target) => {
      await list(target, "Orders")
      await list(target, "Orders", { conditions: [{ id: "T", search_value: ["never written"] }] })
    }
    const { empty_reads } = await check(await world(), { ...options, rule })
    expect(empty_reads).toEqual([expect.stringMatching(/^itemList of APP\/Orders with conditions on T never returned/)])
  })

  test("mustRun takes a datastore beside commands", async () => {
    const rule = () => {}
    await check(await world(), { ...options, rule, mustRun: ["CreateItem", "APP/Orders"] })
    await expect(check(await world(), { ...options, mustRun: ["APP/Lines"] })).rejects.toThrow(
      /APP\/Lines of mustRun never held an item/,
    )
  })
})
