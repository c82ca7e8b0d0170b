import { describe, expect, test } from "vitest"
import {
  actionIdOf,
  at,
  datastoreOf,
  expectUnchanged,
  fixtureItem,
  itemOf,
  itemsOf,
  linksOf,
  office,
  refusal,
  UNKNOWN_ID,
  valuesOf,
} from "./office.ts"

test("deletes by the default delete action and answers error null", async () => {
  const { world, ada } = await office()
  const { iId } = fixtureItem(world, "Deals", 0)
  const { status, body } = await ada.deleteItem({ params: at("Deals", iId) })
  expect(status).toBe(200)
  expect(body).toEqual({ error: null })
  expect(itemOf(world, "Deals", iId)).toBeUndefined()
})

test("nothing of the item is left behind: links, lookups, histories, read marks, files, index entries", async () => {
  const { world, ada, bob } = await office(({ deals }) => {
    deals.items?.push({
      key: "papers",
      values: { Title: "papers", Papers: "data:text/plain,hello", Customer: "@initech" },
    })
  })
  const { iId } = fixtureItem(world, "Deals", 2)
  await ada.postItemComment({ params: at("Deals", iId), body: { comment: "a comment" } })
  await bob.getItemHistories({ params: at("Deals", iId) })
  const line = fixtureItem(world, "Lines", 0).iId
  await ada.updateItem({ params: at("Lines", line), body: { item: { Deal: iId }, rev_no: 1 } })
  expect(linksOf(world).some((link) => link.includes(iId))).toBe(true)
  await ada.deleteItem({ params: at("Deals", iId), body: {} })
  expect(linksOf(world).some((link) => link.includes(iId))).toBe(false)
  expect(valuesOf(world, "Lines", line)).not.toHaveProperty("Deal")
  expect(itemOf(world, "Lines", line)?.revNo).toBe(2)
  const view = world.view()
  for (const table of ["histories", "readMarks"] as const) {
    expect(
      view
        .table(table)
        .toArray()
        .filter((record) => record.iId === iId),
      table,
    ).toEqual([])
  }
  expect(
    view
      .table("files")
      .toArray()
      .map(({ deleted }) => deleted),
  ).toEqual([true])
  for (const index of ["itemValues", "linksFrom", "linksTo", "historiesByItem", "readMarksByItem"] as const) {
    const entries = world.state.indexes[index].entries().filter(({ key, id }) => key.includes(iId) || id.includes(iId))
    expect(entries, index).toEqual([])
  }
  expect(view.get("deletedItems", iId)).toMatchObject({ iId })
})

describe("linked items", () => {
  /** customers → 2 deals → one line each, all with manual one-way links. */
  async function chain() {
    const all = await office()
    const made = await all.ada.createItem({
      params: at("Customers"),
      body: {
        item: { Name: "root" },
        related_ds_items: {
          Deals: [1, 2].map((n) => ({
            operation: 1,
            item: { Title: `deal ${n}` },
            related_ds_items: { Lines: [{ operation: 1, item: { Product: `line ${n}` } }] },
          })),
        },
      },
    })
    return { ...all, root: made.body.item_id }
  }
  const counts = (world: Parameters<typeof fixtureItem>[0]) =>
    ["Customers", "Deals", "Lines"].map((name) => itemsOf(world, name).length)

  test("stay without target_datastores, and without delete_linked_items", async () => {
    const { world, ada, root } = await chain()
    expect(counts(world)).toEqual([4, 4, 4])
    await ada.deleteItem({ params: at("Customers", root), body: { delete_linked_items: true } })
    expect(counts(world)).toEqual([3, 4, 4])
    const other = await chain()
    await other.ada.deleteItem({ params: at("Customers", other.root), body: { target_datastores: ["Deals"] } })
    expect(counts(other.world)).toEqual([3, 4, 4])
  })

  test("go through the listed datastores, chains included", async () => {
    const first = await chain()
    const body = { delete_linked_items: true, target_datastores: ["Deals"] }
    await first.ada.deleteItem({ params: at("Customers", first.root), body })
    expect(counts(first.world)).toEqual([3, 2, 4])
    const second = await chain()
    const all = { delete_linked_items: true, target_datastores: [datastoreOf(second.world, "Deals").dId, "Lines"] }
    await second.ada.deleteItem({ params: at("Customers", second.root), body: all })
    expect(counts(second.world)).toEqual([3, 2, 2])
    const third = await chain()
    await third.ada.deleteItem({
      params: at("Customers", third.root),
      body: { delete_linked_items: true, target_datastores: ["Lines"] },
    })
    expect(counts(third.world)).toEqual([3, 4, 4])
  })

  test("more than 100 stay, the item itself goes", async () => {
    const { world, ada } = await office()
    const make = async (count: number) => {
      const entries = Array.from({ length: count }, () => ({ operation: 1, item: {} }))
      const { body } = await ada.createItem({ params: at("Deals"), body: { related_ds_items: { Lines: entries } } })
      return body.item_id
    }
    const body = { delete_linked_items: true, target_datastores: ["Lines"] }
    const many = await make(101)
    await ada.deleteItem({ params: at("Deals", many), body })
    expect(itemOf(world, "Deals", many)).toBeUndefined()
    expect(itemsOf(world, "Lines")).toHaveLength(103)
    const enough = await make(100)
    await ada.deleteItem({ params: at("Deals", enough), body })
    expect(itemsOf(world, "Lines")).toHaveLength(103)
  })

  test("stay if the caller does not see them", async () => {
    const { world, ada, carol } = await office()
    const { body } = await ada.createItem({
      params: at("Deals"),
      body: {
        related_ds_items: {
          Lines: [
            { operation: 1, item: { Product: "open" } },
            {
              operation: 1,
              item: { Product: "secret" },
              access_key_updates: { ignore_action_settings: true, groups_to_publish: ["SUPPORT"] },
            },
          ],
        },
      },
    })
    await carol.deleteItem({
      params: at("Deals", body.item_id),
      body: { delete_linked_items: true, target_datastores: ["Lines"] },
    })
    expect(itemsOf(world, "Lines").map(({ iId }) => valuesOf(world, "Lines", iId).Product)).toEqual([
      "Bolts",
      "Nuts",
      "secret",
    ])
  })

  test("are refused for an unknown datastore, and circles end", async () => {
    const { world, ada } = await office()
    const [one, two] = [fixtureItem(world, "Lines", 0).iId, fixtureItem(world, "Lines", 1).iId]
    const link = (from: string, to: string) =>
      ada.addItemLink({ params: at("Lines", from), body: { link_datastore_id: "Lines", link_item_id: to } })
    await link(one, two)
    await link(two, one)
    const refused = await expectUnchanged(world, () =>
      ada.deleteItem({ params: at("Lines", one), body: { delete_linked_items: true, target_datastores: ["Nope"] } }),
    )
    expect(refusal(refused)).toMatchObject({ status: 400, body: { error_code: "INVALID_PARAMS" } })
    await ada.deleteItem({
      params: at("Lines", one),
      body: { delete_linked_items: true, target_datastores: ["Lines"] },
    })
    expect(itemsOf(world, "Lines")).toEqual([])
  })
})

describe("is refused", () => {
  test("a missing or invisible item has the shape of a read", async () => {
    const { world, ada } = await office()
    const refused = await expectUnchanged(world, () => ada.deleteItem({ params: at("Deals", UNKNOWN_ID) }))
    expect(refusal(refused)).toEqual({
      status: 404,
      body: {
        error: "NOT_FOUND",
        errors: [
          {
            description: `item not found for i_id:${UNKNOWN_ID}`,
            error: "not found",
            error_code: "NOT_FOUND",
            error_level: "ERROR",
            reference_id: UNKNOWN_ID,
          },
        ],
      },
    })
  })

  test("a call without a role, without a delete action, or with another action", async () => {
    const { world, bob } = await office(({ deals, lines }) => {
      deals.actions = { ...deals.actions, DeleteDeal: { crud_type: "3", default: true, roles: ["MANAGER"] } }
      lines.actions = { Make: { crud_type: "1" } }
    })
    const deal = fixtureItem(world, "Deals", 0).iId
    const remove = (datastore: string, iId: string, body: object = {}) =>
      expectUnchanged(world, () => bob.deleteItem({ params: at(datastore, iId), body }))
    expect(refusal(await remove("Deals", deal))).toMatchObject({ status: 403, body: { error_code: "NO_PRIVILEGES" } })
    expect(refusal(await remove("Lines", fixtureItem(world, "Lines", 0).iId))).toMatchObject({
      status: 400,
      body: { error_code: "INVALID_SETTINGS" },
    })
    expect((await remove("Deals", deal, { action_id: "UpdateDeal" })).status).toBe(400)
    expect((await remove("Deals", deal, { a_id: "Nope" })).status).toBe(400)
    expect(refusal(await remove("Nope", deal))).toMatchObject({ status: 404, body: { error_code: "NOT_FOUND" } })
  })
})

test("the action may be named, by either ID", async () => {
  const { world, ada } = await office()
  const [first, second] = [fixtureItem(world, "Deals", 0).iId, fixtureItem(world, "Deals", 1).iId]
  await ada.deleteItem({ params: at("Deals", first), body: { action_id: "DeleteDeal" } })
  await ada.deleteItem({ params: at("Deals", second), body: { a_id: actionIdOf(world, "Deals", "DeleteDeal") } })
  expect(itemsOf(world, "Deals")).toEqual([])
})
