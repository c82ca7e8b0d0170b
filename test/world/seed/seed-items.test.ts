import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { FixtureError } from "../../../src/fixtures/index.ts"
import { createWorld, dumpFixture } from "../../../src/world/index.ts"
import { arbitraryFixture } from "../../fixtures/arbitrary-fixture.ts"
import { FakeScripts } from "../../items/scripts/fake-scripts.ts"
import { fixtureOf, type Parts } from "../../sample-worlds/fixture-builder.ts"

/** control.md section 1, "seed". */

const SHOP: Parts["datastores"] = {
  Customers: {
    fields: {
      Name: { dataType: "text", name: "Company", unique: true },
      Email: { dataType: "text", name: "E-mail", unique: true },
      Phone: { dataType: "text", name: "Phone" },
    },
  },
  Orders: {
    fields: {
      Title: { dataType: "text", name: "Title", max_value: 12 },
      Customer: { dataType: "dslookup", name: "Customer", dslookup: { datastore: "Customers", field: "Name" } },
      Amount: { dataType: "number", name: "Amount", min_value: 10, max_value: 20 },
      Due: { dataType: "date", name: "Due" },
      From: { dataType: "time", name: "From", min_value: "09:00", max_value: "10:00" },
      Kind: { dataType: "select", name: "Kind", options: { A: { name: "a" }, B: { name: "b", enabled: false } } },
    },
    statuses: { open: { name: "Open" }, paid: { name: "Paid" }, sent: { name: "Sent" } },
    actions: {
      Create: {
        crud_type: "1",
        default: true,
        fields: Object.fromEntries(
          ["Title", "Customer", "Amount", "Due", "Kind"].map((id) => [id, { mandatory: true }]),
        ),
      },
      Pay: { crud_type: "2", status: "open", next_status: "paid", notify: ["ADMIN"] },
      Send: { crud_type: "2", status: "paid", next_status: "sent" },
    },
  },
  Notes: { fields: { Text: { dataType: "textarea", name: "Text" } }, relations: ["Customers"] },
}

const shop = () => createWorld({ fixture: fixtureOf({ datastores: SHOP }) })

async function valuesIn(world: Awaited<ReturnType<typeof shop>>, datastore: string) {
  const { items } = await world.as("ada@acme.test").itemList({ application: "APP", datastore, page: 1, perPage: 100 })
  return items
}

describe("seedItems", () => {
  test("fills each field by its name, type and limits, and moves items along the statuses", async () => {
    const world = await shop()
    await world.seedItems({ datastore: "Customers", count: 30 })
    const { created, moved, refused } = await world.seedItems({ datastore: "APP/Orders", count: 30 })
    expect([created, refused]).toEqual([30, 0])
    expect(world.mail.list().length).toBeGreaterThan(0)

    const customers = await valuesIn(world, "Customers")
    for (const { values } of customers) {
      expect(values.Email || "a.b@example.com").toMatch(/^[a-z]+\.[a-z]+\d*@example\.(?:com|org|net)$/)
      expect(values.Phone).toMatch(/^(?:\+1 \d{3} 555 01\d\d)?$/)
    }
    const orders = await valuesIn(world, "Orders")
    const ids = new Set(customers.map(({ itemId }) => itemId))
    for (const { values } of orders) {
      expect((values.Title as string).length).toBeLessThanOrEqual(12)
      expect(ids).toContain((values.Customer as { itemId: string }).itemId)
      expect(values.Amount).toBeGreaterThanOrEqual(10)
      expect(values.Amount).toBeLessThanOrEqual(20)
      expect(String(values.Due) > "2026-01-05").toBe(true)
      expect(values.Kind).toBe("A")
    }
    const counts = new Map<string, number>()
    for (const { status } of orders) counts.set(String(status), (counts.get(String(status)) ?? 0) + 1)
    expect([...counts.keys()].sort()).toEqual(["open", "paid", "sent"])
    expect(moved).toBe((counts.get("paid") ?? 0) + 2 * (counts.get("sent") ?? 0))
  })

  test("makes the same items from the same seed, in one call or in parts", async () => {
    const [whole, parts, other] = await Promise.all([shop(), shop(), shop()])
    await whole.seedItems({ datastore: "Customers", count: 12, seed: 5 })
    await parts.seedItems({ datastore: "Customers", count: 7, seed: 5 })
    await parts.seedItems({ datastore: "Customers", count: 5, seed: 5, from: 7 })
    await other.seedItems({ datastore: "Customers", count: 12, seed: 6 })
    expect(parts.hash()).toBe(whole.hash())
    expect(other.hash()).not.toBe(whole.hash())
  })

  test("writes Japanese texts, with addresses in Latin letters", async () => {
    const world = await shop()
    await world.seedItems({ datastore: "Customers", count: 5, locale: "ja" })
    const [first] = (await valuesIn(world, "Customers")).filter(({ values }) => values.Name && values.Email)
    expect(first?.values.Name).toMatch(/株式会社/)
    expect(first?.values.Email).toMatch(/^[a-z]+\.[a-z]+\d*@example\./)
  })

  test("links items to items of related datastores", async () => {
    const world = await shop()
    await world.seedItems({ datastore: "Customers", count: 3 })
    await world.seedItems({ datastore: "Notes", count: 20 })
    const [workspace] = dumpFixture(world).workspaces
    const notes = workspace?.applications?.[0]?.datastores?.[2]?.items ?? []
    const linked = notes.filter(({ links = [] }) => links.length > 0)
    expect(linked.length).toBeGreaterThan(0)
    expect(linked.length).toBeLessThan(20)
  })

  test("creates all items as one user on request", async () => {
    const world = await shop()
    await world.seedItems({ datastore: "Customers", count: 4, as: "bob@acme.test" })
    const items = dumpFixture(world).workspaces[0]?.applications?.[0]?.datastores?.[0]?.items ?? []
    expect(items.map((item) => item.created_by)).toEqual(Array(4).fill("bob@acme.test"))
  })

  test.each([
    [{ datastore: "Customers", count: 0 }, "count: expected a whole number from 1 to 1000000, received 0"],
    [{ datastore: "Customers", count: 1_000_001 }, "count: expected a whole number from 1 to 1000000"],
    [{ datastore: "Custmers", count: 1 }, 'the world has no datastore "Custmers"; did you mean Customers?'],
    [{ datastore: "Customers", count: 1, as: "eve@acme.test" }, "unknown user eve@acme.test"],
    [{ datastore: "Customers", count: 1, from: -1 }, "from: expected a whole number of at least 0"],
  ])("refuses %j and changes nothing", async (wish, text) => {
    const world = await shop()
    const before = world.hash()
    await expect(world.seedItems(wish)).rejects.toThrow(text)
    expect(world.hash()).toBe(before)
  })

  test("names the missing create action and the fix", async () => {
    const fields = { Name: { dataType: "text", name: "Name" } } as const
    const actions = { Edit: { crud_type: "2", default: true } } as const
    const world = await createWorld({ fixture: fixtureOf({ datastores: { Logs: { fields, actions } } }) })
    await expect(world.seedItems({ datastore: "Logs", count: 1 })).rejects.toThrow(
      'the datastore APP/Logs has no create action; add an action with crud_type "1" and no status',
    )
  })

  test("gives an item no status that it has had", async () => {
    const actions = {
      Create: { crud_type: "1", default: true },
      Start: { crud_type: "2", status: "todo", next_status: "doing" },
      Back: { crud_type: "2", status: "doing", next_status: "todo" },
    } as const
    const statuses = { todo: { name: "To do" }, doing: { name: "Doing" } }
    const fields = { Name: { dataType: "text", name: "Name" } } as const
    const world = await createWorld({ fixture: fixtureOf({ datastores: { Tasks: { fields, actions, statuses } } }) })
    const { moved } = await world.seedItems({ datastore: "Tasks", count: 30 })
    const doing = (await valuesIn(world, "Tasks")).filter(({ status }) => status === "doing").length
    expect([moved > 0, doing]).toEqual([true, moved])
  })

  test("draws other values for an item that a script refuses", async () => {
    interface Data {
      readonly fields_data: { readonly Amount: { readonly uncommitted_value: unknown } }
    }
    const fields = { Amount: { dataType: "number", name: "Amount", min_value: 1, max_value: 10 } } as const
    const settings = { fields: { Amount: { mandatory: true } }, pre_script: "run" } as const
    const actions = { Create: { crud_type: "1", default: true, ...settings } } as const
    const world = await createWorld({
      fixture: fixtureOf({ datastores: { Offers: { fields, actions } } }),
      ports: {
        scripts: new FakeScripts({
          run: ({ data }) => {
            const { fields_data: fields } = data as Data
            if (Number(fields.Amount.uncommitted_value) > 3) throw new Error("too much")
          },
        }),
      },
    })
    expect(await world.seedItems({ datastore: "Offers", count: 10 })).toMatchObject({ created: 10, refused: 0 })
    const amounts = (await valuesIn(world, "Offers")).map(({ values }) => Number(values.Amount))
    expect(amounts.every((amount) => amount <= 3)).toBe(true)
  })

  test("says how many items were created before a refusal", async () => {
    const fields = { Kind: { dataType: "select", name: "Kind", unique: true, options: { A: { name: "a" } } } } as const
    const actions = { Create: { crud_type: "1", default: true, fields: { Kind: { mandatory: true } } } } as const
    const world = await createWorld({ fixture: fixtureOf({ datastores: { Slots: { fields, actions } } }) })
    await expect(world.seedItems({ datastore: "Slots", count: 3 })).rejects.toThrow("(1 of 3 items were created)")
  })

  test("property: the values of any schema are accepted, unless the schema requires what nobody can invent", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryFixture(), fc.integer({ min: -5, max: 5 }), async (fixture, seed) => {
        const world = await createWorld({ fixture })
        for (const { dId, fields, actions } of world.view().all("datastores")) {
          const hasImpossible = actions.some(({ fieldSettings }) =>
            Object.values(fieldSettings).some((one) => one.mandatory),
          )
          if (hasImpossible || fields.length === 0) continue
          await world.seedItems({ datastore: dId, count: 3, seed }).catch((error: unknown) => {
            expect(String(error)).toMatch(/has no create action|nobody may run/)
          })
        }
      }),
      { seed: 55, numRuns: 40 },
    )
  })
})

describe("seed in a fixture", () => {
  const seeded = (seed: NonNullable<Parts["datastores"][string]["seed"]>) =>
    fixtureOf({
      datastores: {
        // Orders look up customers, who come later.
        Orders: { ...SHOP.Orders, fields: SHOP.Orders?.fields ?? {}, seed },
        Customers: { ...SHOP.Customers, fields: SHOP.Customers?.fields ?? {}, seed: { count: 3 } },
      },
    })

  test("makes the same items at each load, lookup targets first, and reset returns to them", async () => {
    const [one, two] = await Promise.all([5, 5].map((count) => createWorld({ fixture: seeded({ count }) })))
    expect(one?.hash()).toBe(two?.hash())
    expect(one?.mail.list()).toEqual([])
    const ada = one?.as("ada@acme.test")
    const place = { application: "APP", datastore: "Orders" }
    const listed = await ada?.itemList({ ...place, page: 1, perPage: 10 })
    expect(listed?.items.filter(({ values }) => values.Customer !== null)).toHaveLength(5)
    await ada?.createItem({ ...place, item: { ...listed?.items[0]?.values, Title: "another" } })
    expect(one?.hash()).not.toBe(two?.hash())
    await one?.reset()
    expect(one?.hash()).toBe(two?.hash())
  })

  test("is not part of an export, which contains the items", async () => {
    const world = await createWorld({ fixture: seeded({ count: 2 }) })
    const datastores = dumpFixture(world).workspaces[0]?.applications?.[0]?.datastores ?? []
    expect(datastores.map(({ seed, items }) => [seed, items?.length])).toEqual([
      [undefined, 2],
      [undefined, 3],
    ])
  })

  test("is a mistake at its place if a user may not create the items", async () => {
    const faulty = createWorld({ fixture: seeded({ count: 2, as: "eve@acme.test" }) })
    await expect(faulty).rejects.toThrow(FixtureError)
    await expect(faulty).rejects.toThrow("workspaces[0].applications[0].datastores[0].seed: unknown user eve@acme.test")
  })

  test("is a mistake of a datastore without create action", async () => {
    const fields = { Name: { dataType: "text", name: "Name" } } as const
    const actions = { Edit: { crud_type: "2", default: true } } as const
    const fixture = fixtureOf({ datastores: { Logs: { fields, actions, seed: { count: 1 } } } })
    await expect(createWorld({ fixture })).rejects.toThrow("datastores[0].seed: the datastore has no create action")
  })
})
