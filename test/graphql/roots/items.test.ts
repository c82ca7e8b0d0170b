import { describe, expect, test } from "vitest"
import { createWorld } from "../../../src/world/index.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"
import { graphqlClient } from "../graphql-client.ts"

const world = (parts: Partial<Parameters<typeof fixtureOf>[0]["datastores"][string]> = {}) =>
  createWorld({
    fixture: fixtureOf({
      datastores: {
        Deals: {
          fields: { Name: { dataType: "text", as_title: true }, Price: { dataType: "number" } },
          statuses: { New: { name: "New" }, Sent: { name: "Sent" } },
          actions: {
            CreateItem: { crud_type: "1", default: true },
            UpdateItem: { crud_type: "2", default: true },
            CopyItem: { crud_type: "4", default: true },
            DeleteItem: { crud_type: "3", default: true },
            Send: { crud_type: "2", status: "New", next_status: "Sent" },
          },
          items: [{ key: "first", values: { Name: "First", Price: 5 } }],
          relations: ["Notes"],
          ...parts,
        },
        Notes: { fields: { Text: { dataType: "text", unique: true } }, items: [{ values: { Text: "taken" } }] },
      },
    }),
  })

async function deals() {
  const made = await world()
  const ada = graphqlClient(made, "ada-token")
  const { items } = await ada.root("datastoreGetDatastoreItems", { getItemsParameters: {}, datastoreId: "Deals" })
  const place = { datastoreId: items[0].d_id, projectId: items[0].p_id }
  const item = { ...place, itemId: items[0].i_id as string }
  const details = () => ada.root("getDatastoreItemDetails", { ...item, datastoreItemDetailParams: { format: "map" } })
  const nameOf = async () => (await details()).field_values.Name.value
  return { world: made, ada, place, item, details, nameOf }
}

describe("datastoreCreateNewItem", () => {
  test("takes display IDs as keys, and returns the item, its history and revision", async () => {
    const { ada, place } = await deals()
    const created = await ada.root("datastoreCreateNewItem", {
      ...place,
      newItemActionParameters: {
        item: { Name: "Second", Price: null },
        return_item_result: true,
        return_display_id: true,
      },
    })
    expect(created).toMatchObject({ error: null, item: { Name: "Second", rev_no: 1, title: "Second", Status: "New" } })
    expect(created.item.i_id).toBe(created.item_id)
    expect(created.item.created_at).toBe("2026-01-05T09:00:00.000Z")
    expect(created.history_id).toMatch(/^[0-9a-f]{24}$/)
  })

  test("has no item without return_item_result", async () => {
    const { ada, place } = await deals()
    const created = await ada.root("datastoreCreateNewItem", { ...place, newItemActionParameters: { item: {} } })
    expect(created.item).toBeNull()
  })

  test("succeeds with remarks in error when a related item could not be written", async () => {
    const { ada, place } = await deals()
    const created = await ada.root("datastoreCreateNewItem", {
      ...place,
      newItemActionParameters: {
        item: { Name: "Second" },
        related_ds_items: { Notes: [{ operation: 1, item: { Text: "taken" } }] },
      },
    })
    expect(created.error).toEqual([
      expect.objectContaining({ error_code: "INVALID_VALUE", error_level: expect.any(String) }),
    ])
    expect(created.item_id).toMatch(/^[0-9a-f]{24}$/)
  })
})

describe("datastoreUpdateItem", () => {
  const written = { item: { Name: "Other" }, return_item_result: true, use_display_id: true }

  test("takes its parameters in either of two arguments, and returns UpdateItem's whole response", async () => {
    const { ada, item, nameOf } = await deals()
    const first = await ada.root("datastoreUpdateItem", { ...item, ItemActionParameters: { rev_no: 1, ...written } })
    expect(first).toMatchObject({
      error: "",
      item_id: item.itemId,
      rev_no: { rev_no: 2 },
      item: { Name: "Other", rev_no: 2 },
    })
    expect(first.itemHistory).toMatchObject({ i_id: item.itemId, action_id: expect.any(String) })
    const second = await ada.root("datastoreUpdateItem", {
      ...item,
      itemUpdatePayload: { rev_no: 2, item: { Name: "Third" } },
    })
    expect(second).not.toHaveProperty("item")
    expect(await nameOf()).toBe("Third")
  })

  test("refuses none and both of the arguments", async () => {
    const { ada, item, nameOf } = await deals()
    for (const given of [{}, { ItemActionParameters: written, itemUpdatePayload: written }]) {
      const refused = await ada.refused("datastoreUpdateItem", { ...item, ...given })
      expect(refused.extensions).toMatchObject({ code: "INVALID_PARAMS", status: 400 })
    }
    expect(await nameOf()).toBe("First")
  })

  test("refuses a stale revision (graphql.md section 1.3)", async () => {
    const { ada, item, nameOf } = await deals()
    await ada.root("datastoreUpdateItem", { ...item, ItemActionParameters: { rev_no: 1, item: { Price: 6 } } })
    const refused = await ada.refused("datastoreUpdateItem", {
      ...item,
      ItemActionParameters: { rev_no: 1, ...written },
    })
    const message = `item:${item.itemId}(d_id:${item.datastoreId}) has rev_no:2 but specified rev_no:1`
    expect(refused).toEqual({
      message,
      path: ["datastoreUpdateItem"],
      locations: [expect.anything()],
      extensions: {
        code: "ITEM_REV_CONFLICT",
        status: 409,
        response: {
          error: [
            {
              description: message,
              error: "Revision number mismatch",
              error_code: "ITEM_REV_CONFLICT",
              error_level: "ERROR",
              reference_id: item.itemId,
            },
          ],
          history_id: "",
          item_id: item.itemId,
        },
      },
    })
    expect(await nameOf()).toBe("First")
  })

  test("refuses a missing revision and a missing item", async () => {
    const { ada, item } = await deals()
    const missing = await ada.refused("datastoreUpdateItem", { ...item, ItemActionParameters: { item: { Name: "x" } } })
    expect(missing.extensions).toMatchObject({ code: "ITEM_REV_CONFLICT", status: 409 })
    const unknown = { ...item, itemId: "0".repeat(24), ItemActionParameters: { rev_no: 1, item: {} } }
    expect((await ada.refused("datastoreUpdateItem", unknown)).extensions).toMatchObject({
      code: "NOT_FOUND",
      status: 404,
    })
  })

  test.each([
    [{ comment: "one" }, "one"],
    [{ history: { comment: "two" } }, "two"],
    [{ comment: "one", history: { comment: "two" } }, "one"],
  ])("%j adds a comment", async (given, comment) => {
    const { ada, item } = await deals()
    await ada.root("datastoreUpdateItem", {
      ...item,
      ItemActionParameters: { rev_no: 1, item: { Price: 1 }, ...given },
    })
    const { histories } = await ada.root("getHistories", item)
    expect(histories[0].comment).toBe(comment)
  })
})

describe("datastoreExecuteItemAction", () => {
  test("runs a status action, whose argument wins over action_id", async () => {
    const { ada, item, details } = await deals()
    const executed = await ada.root("datastoreExecuteItemAction", {
      ...item,
      actionId: "Send",
      itemActionParameters: { rev_no: 1, action_id: "UpdateItem", item: { Name: "Sent" }, return_item_result: true },
    })
    expect(executed).toMatchObject({ item_id: item.itemId, error: null, item: { title: "Sent", rev_no: 2 } })
    const { field_values: values, status_actions: actions } = await details()
    expect(values.Status.value).toBe("Sent")
    expect(actions).toEqual({})
  })

  test("copies an item under a new ID, and deletes an item", async () => {
    const { ada, item } = await deals()
    const run = (actionId: string) =>
      ada.root("datastoreExecuteItemAction", {
        ...item,
        actionId,
        itemActionParameters: { rev_no: 1, return_item_result: true },
      })
    const copied = await run("CopyItem")
    expect(copied.item_id).not.toBe(item.itemId)
    expect(copied.item.title).toBe("First")
    expect(await run("DeleteItem")).toEqual({ error: null, item_id: item.itemId, item: null })
    expect((await ada.refused("getDatastoreItemDetails", item)).extensions).toMatchObject({
      code: "NOT_FOUND",
      status: 404,
    })
  })
})

describe("deleting", () => {
  test("datastoreDeleteItem takes the action's display ID", async () => {
    const { ada, item } = await deals()
    expect(await ada.root("datastoreDeleteItem", { ...item, deleteItemReq: { a_id: "DeleteItem" } })).toEqual({
      error: null,
    })
    const refused = await ada.refused("datastoreDeleteItem", { ...item, deleteItemReq: { a_id: "DeleteItem" } })
    expect(refused.extensions).toMatchObject({ code: "NOT_FOUND", status: 404 })
  })

  test("datastoreDeleteDatastoreItems deletes what the conditions match, and nothing without conditions", async () => {
    const { ada, place } = await deals()
    await ada.root("datastoreCreateNewItem", {
      ...place,
      newItemActionParameters: { item: { Name: "Second", Price: 6 } },
    })
    const count = async () =>
      (await ada.root("datastoreGetDatastoreItems", { ...place, getItemsParameters: {} })).totalItems as number
    for (const given of [{}, { deleteItemsParameters: {} }, { deleteItemsParameters: { conditions: [] } }]) {
      const refused = await ada.refused("datastoreDeleteDatastoreItems", { ...place, ...given })
      expect(refused.extensions).toMatchObject({ code: "INVALID_PARAMS", status: 400 })
    }
    expect(await count()).toBe(2)
    const conditions = [{ id: "Price", search_value: [4, 6], exact_match: true }]
    const answer = await ada.root("datastoreDeleteDatastoreItems", { ...place, deleteItemsParameters: { conditions } })
    expect(answer).toEqual({ success: true, data: null })
    expect(await count()).toBe(1)
  })
})

test("datastoreCreateItemID returns an ID that no item has", async () => {
  const { ada, place } = await deals()
  const { item_id: itemId } = await ada.root("datastoreCreateItemID", { datastoreId: place.datastoreId })
  expect(itemId).toMatch(/^[0-9a-f]{24}$/)
})

test("a project that is not the datastore's is refused like an unknown place (graphql.md section 2.1)", async () => {
  const { ada, place } = await deals()
  const elsewhere = { getItemsParameters: {}, datastoreId: place.datastoreId, projectId: "OTHER" }
  expect((await ada.refused("datastoreGetDatastoreItems", elsewhere)).extensions).toMatchObject({
    code: "NOT_FOUND",
    status: 404,
  })
})
