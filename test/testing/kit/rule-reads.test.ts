import { describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import {
  check,
  createKit,
  type KitSource,
  kinds,
  type RuleWorld,
  type Target,
} from "../../../emulator/testing/kit/index.ts"
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

const options = { commands: [kinds.CreateItem], numRuns: 5, maxCommands: 3, seed: 1 }

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
      (target: Target) =>
        target
          .as("bob@acme.test")
          .itemList({ application: "APP", datastore: "Lines" })
          .then(() => {}),
      async (target: Target) => {
        const { datastores } = await createKit(await world()).then(({ schema }) => schema)
        await target.listItems(datastores.map(({ dId }) => dId).slice(0, 2))
      },
    ]
    for (const rule of rules) {
      const failing = check(await world(), { ...options, rule })
      await expect(failing).rejects.toThrow(
        /^the rule was not really tested in \d+ sequences: Lines never held an item\./,
      )
    }
  })

  test("counts items that the rule itself creates", async () => {
    const rule = async (target: Target, { items }: RuleWorld) => {
      await target.as("ada@acme.test").createItem({ application: "APP", datastore: "Notes", item: { T: "one" } })
      expect(await items("APP/Notes")).toHaveLength(1)
    }
    const fixture = fixtureOf({ datastores: { Notes: { fields: text } } })
    const { sequences } = await check(await createWorld({ fixture }), {
      ...options,
      commands: [kinds.AdvanceClock],
      rule,
    })
    expect(sequences).toBe(5)
  })

  test("accepts an empty datastore of mayBeEmpty", async () => {
    const rule = async (_: Target, { items }: RuleWorld) => {
      await items("Orders")
      await items("Audit")
    }
    await expect(check(await world(), { ...options, rule })).rejects.toThrow(
      /: Audit never held an item\..*pass mayBeEmpty: \["APP\/Audit"\]$/,
    )
    const { sequences } = await check(await world(), { ...options, rule, mayBeEmpty: ["APP/Audit"] })
    expect(sequences).toBe(5)
  })

  test("fails when two datastores never held items in one world", async () => {
    const rule = async (_: Target, { items }: RuleWorld) => {
      await items("APP/Orders")
      await items("APP/Lines")
    }
    // An order's creation removes all lines, so that both are never there together.
    const apart = fixtureOf({
      users: ["ada"],
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
    await expect(
      check(await createWorld({ fixture: apart }), { ...options, avoid: ["related_ds_items"], rule }),
    ).rejects.toThrow(/: Orders and Lines were never there together\./)
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

  test("names an unknown datastore, user or option, without a counterexample", async () => {
    const rule = (_: Target, { items }: RuleWorld) => items("APP/Order").then(() => {})
    await expect(check(await world(), { ...options, rule })).rejects.toThrow(
      /^the workspace has no datastore APP\/Order;/,
    )
    const other = (_: Target, { items }: RuleWorld) => items("APP/Orders", { usr: "x" } as object).then(() => {})
    await expect(check(await world(), { ...options, rule: other })).rejects.toThrow(/^items has no option usr/)
    const nobody = (target: Target) => target.call({ operation: "getUserInfo", user: "eve@acme.test" }).then(() => {})
    await expect(check(await world(), { ...options, rule: nobody })).rejects.toThrow(/^the world has no user eve@/)
    await expect(check(await world(), { ...options, rule, mayBeEmpty: ["APP/X"] })).rejects.toThrow(
      /no datastore APP\/X/,
    )
  })

  test("lists searches that never returned an item, without failing", async () => {
    const never = [{ conditions: [{ id: "T", search_value: ["never written"] }] }]
    const rule = async (target: Target) => {
      await list(target, "Orders")
      await list(target, "Orders", { conditions: never })
    }
    const { empty_reads } = await check(await world(), { ...options, rule })
    expect(empty_reads).toEqual([
      expect.stringMatching(
        /^itemList of APP\/Orders as ada@acme\.test with conditions on T never returned an item in [1-5] reads$/,
      ),
    ])
  })

  test("lists reads by a user who never saw an item", async () => {
    const hidden = fixtureOf({
      datastores: { Orders: { fields: text, items: [{ values: {}, access: { users: ["ada@acme.test"] } }] } },
    })
    const rule = async (_: Target, { items }: RuleWorld) => {
      await items("Orders")
      await items("Orders", { user: "bob@acme.test" })
    }
    const commands = [kinds.AdvanceClock]
    const { empty_reads } = await check(await createWorld({ fixture: hidden }), { ...options, commands, rule })
    expect(empty_reads).toEqual(["itemList of APP/Orders as bob@acme.test never returned an item in 5 reads"])
  })

  test("reads as an administrator who sees the datastore, and asks for a user if there is none", async () => {
    const rule = (_: Target, { items }: RuleWorld) => items("Orders").then(() => {})
    const withAdmins = (admins: readonly string[]) =>
      fixtureOf({
        datastores: { Orders: { fields: text, roles: ["ADMIN"], items: [{ values: {} }] } },
        application: {
          roles: [
            { role_id: "ADMIN", name: "admin", users: ["bob@acme.test"] },
            { role_id: "MEMBER", name: "member" },
          ],
        },
        workspace: { admins: [...admins] },
      })
    const run = async (...admins: readonly string[]) =>
      check(await createWorld({ fixture: withAdmins(admins) }), { ...options, rule })
    await expect(run("ada@acme.test", "bob@acme.test")).resolves.toMatchObject({ empty_reads: [] })
    await expect(run("ada@acme.test")).rejects.toThrow(
      'items: no administrator of the workspace sees APP/Orders; pass a user: items("APP/Orders", { user })',
    )
  })

  test("mustRun takes a datastore beside commands", async () => {
    const rule = () => {}
    await check(await world(), { ...options, rule, mustRun: ["CreateItem", "APP/Orders"] })
    await expect(check(await world(), { ...options, mustRun: ["APP/Lines"] })).rejects.toThrow(
      /^mustRun: APP\/Lines never held an item in \d+ sequences\./,
    )
  })
})
