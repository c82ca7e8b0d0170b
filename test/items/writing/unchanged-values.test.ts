import { expect, test } from "vitest"
import { at, elements, expectUnchanged, fixtureItem, office, valuesOf } from "../../operations/items/office.ts"

const GONE_ID = "90e000000000000000000001"

/** A deal whose stored values are no longer valid: options are disabled, bounds are tighter, a target is hidden, a user has left. */
async function agedDeal() {
  const scene = await office(({ deals, fixture }) => {
    deals.fields.Team = { dataType: "users", users: { single_select: true } }
    deals.fields.Tags = {
      dataType: "checkbox",
      options: { hot: "Hot", vip: { name: "VIP", enabled: false }, old: { name: "Old", enabled: false } },
    }
    deals.fields.Papers = { dataType: "file" }
    fixture.users.push({ email: "gone@acme.test", u_id: GONE_ID })
    Object.assign(deals.items?.[0]?.values ?? {}, { Tags: ["hot"], Team: ["bob@acme.test"] })
    deals.items?.push({
      unchecked: true,
      values: {
        Title: "aged",
        Amount: 2_000_000,
        Stage: "lost",
        Tags: ["vip", "hot"],
        Team: ["gone@acme.test", "bob@acme.test"],
        Customer: "@hidden",
        Papers: ["data:,one", "data:,two"],
      },
    })
  })
  const { world, bob } = scene
  const { iId } = fixtureItem(world, "Deals", 2)
  const write = (item: Record<string, unknown>) =>
    bob.updateItem({ params: at("Deals", iId), body: { item, use_display_id: true, is_force_update: true } })
  return { world, iId, write, stored: valuesOf(world, "Deals", iId) as Record<string, never[]> }
}

test("the write accepts an unchanged value, whatever became of it (model.md section 5.6)", async () => {
  const { world, iId, write, stored } = await agedDeal()
  const { No: _no, Net: _net, ...sent } = stored
  const { status, body } = await write({ ...sent, Details: "new" })
  expect([status, body.error]).toEqual([200, ""])
  expect(valuesOf(world, "Deals", iId)).toEqual({ ...stored, Details: "new" })
})

test("the write accepts an unchanged value in the form of a response", async () => {
  const { world, iId, write, stored } = await agedDeal()
  const [first] = stored.Team ?? []
  const { status } = await write({
    Stage: ["lost"],
    Tags: ["vip", "hot"],
    Team: stored.Team?.map((user_id) => ({ user_id })),
    Customer: { item_id: stored.Customer },
    Papers: stored.Papers?.map((file_id) => ({ file_id })),
    Amount: "2000000",
  })
  expect([status, first]).toEqual([200, GONE_ID])
  expect(valuesOf(world, "Deals", iId)).toEqual(stored)
})

test("the write checks only the new elements of a list", async () => {
  const { world, iId, write } = await agedDeal()
  expect((await write({ Tags: ["vip"], Team: [GONE_ID] })).status).toBe(200)
  const { Tags, Team } = valuesOf(world, "Deals", iId)
  expect([(Tags as string[]).length, Team]).toEqual([1, [GONE_ID]])
})

test.each<[string, Record<string, unknown>, RegExp]>([
  ["another disabled option", { Tags: ["vip", "old"] }, /disabled: old/],
  ["a bound that is still broken", { Amount: 2_000_001 }, /./],
  ["an option that was not chosen", { Tags: ["vip", "nope"] }, /unknown option/],
  ["more users than one, in another order", { Team: ["BOB", GONE_ID] }, /one user/],
  ["a user who is not there", { Team: ["ffffffffffffffffffffffff"] }, /not in the workspace/],
])("what changes is checked: %s", async (_, item, message) => {
  const { world, write, stored } = await agedDeal()
  const bob = stored.Team?.[1] ?? ""
  const sent = JSON.parse(JSON.stringify(item).replace("BOB", bob)) as Record<string, unknown>
  const refused = await expectUnchanged(world, () => write(sent))
  expect(refused.status).toBe(400)
  expect(elements(refused)).toEqual([
    expect.objectContaining({ error_code: "INVALID_VALUE", error: expect.stringMatching(message) }),
  ])
})

test("a field that the action does not update accepts its stored value, and no other (model.md section 5.6)", async () => {
  const scene = await office(({ deals }) => {
    deals.actions = {
      ...deals.actions,
      UpdateDeal: {
        crud_type: "2",
        default: true,
        fields: { Amount: { update: false }, Tags: { show: false }, Details: { update: false } },
      },
    }
  })
  const { world, bob } = scene
  const { iId } = fixtureItem(world, "Deals", 0)
  const write = (item: Record<string, unknown>) =>
    bob.updateItem({ params: at("Deals", iId), body: { item, use_display_id: true, is_force_update: true } })
  const before = valuesOf(world, "Deals", iId)
  const sent = { Amount: "1000", Tags: ["hot", "vip"], Details: null, Title: "New title" }
  expect((await write(sent)).status).toBe(200)
  expect(valuesOf(world, "Deals", iId)).toEqual({ ...before, Title: "New title" })
  for (const item of [
    { Amount: 1001 },
    { Amount: null },
    { Tags: ["vip", "hot"] },
    { Details: "x" },
    { Margin: null },
  ]) {
    const refused = await expectUnchanged(world, () => write(item))
    expect(elements(refused)).toEqual([expect.objectContaining({ error_code: "NO_PRIVILEGES" })])
  }
})

test("a new item has nothing stored: everything is checked", async () => {
  const { world, iId } = await agedDeal()
  const { bob } = await office()
  const { status } = await bob.createItem({ params: at("Deals"), body: { item: { Stage: "lost" } } })
  expect(status).toBe(400)
  expect(valuesOf(world, "Deals", iId)).toHaveProperty("Title", "aged")
})
