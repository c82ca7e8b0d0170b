import { describe, expect, test } from "vitest"
import { apiClient } from "../../conformance.ts"
import { ANY_ID, at, datastoreOf, expectUnchanged, itemsOf, office, refusal, valuesOf } from "./office.ts"

describe("CreateNewItemID (api.md section 18.4)", () => {
  test("returns an ID that is free, another each time, and reserves nothing", async () => {
    const { world, ada } = await office()
    const items = itemsOf(world, "Deals").length
    const ids = new Set<string>()
    for (const datastore of ["Deals", datastoreOf(world, "Deals").dId, "Lines"]) {
      const { status, body } = await ada.createNewItemID({ params: { "datastore-id": datastore } })
      expect([status, body]).toEqual([200, { item_id: ANY_ID }])
      ids.add(body.item_id)
    }
    expect(ids.size).toBe(3)
    expect(itemsOf(world, "Deals")).toHaveLength(items)
    const created = await ada.createItem({ params: at("Deals"), body: { item: { Title: "another" } } })
    expect(ids).not.toContain(created.body.item_id)
  })

  test("an item can be made under it", async () => {
    const { world, ada } = await office()
    const { body } = await ada.createNewItemID({ params: { "datastore-id": "Deals" } })
    const made = await ada.createItemWithItemID({
      params: { "item-id": body.item_id, "action-id": "CreateDeal" },
      body: { project_id: "CRM", datastore_id: "Deals", use_display_id: true, item: { Title: "by its ID" } },
    })
    expect(made.status).toBe(200)
    expect(valuesOf(world, "Deals", body.item_id)).toMatchObject({ Title: "by its ID" })
  })

  test("is refused in a missing place, and without a token", async () => {
    const { world, ada } = await office()
    const nowhere = await expectUnchanged(world, () => ada.createNewItemID({ params: { "datastore-id": "Nope" } }))
    expect(refusal(nowhere)).toMatchObject({ status: 404, body: { error_code: "NOT_FOUND" } })
    expect((await apiClient(world).createNewItemID({ params: { "datastore-id": "Deals" } })).status).toBe(401)
  })
})
