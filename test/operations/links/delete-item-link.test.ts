import { describe, expect, test } from "vitest"
import { at, datastoreOf, refusal, seeded, unchanged } from "../items/office.ts"
import { start } from "./unlinked.ts"

describe("DeleteItemLink", () => {
  test("removes one link, or all links to a datastore", async () => {
    const { ada, deal, bolts, nuts, ofDeal } = await start()
    const params = at("Deals", deal)
    for (const link_item_id of [bolts, nuts]) {
      await ada.addItemLink({ params, body: { link_datastore_id: "Lines", link_item_id } })
    }
    const one = await ada.deleteItemLink({ params, body: { link_datastore_id: "Lines", link_item_id: bolts } })
    expect(one.body).toBeNull()
    expect(ofDeal()).toEqual([`${deal}>${nuts}:link`])
    await ada.addItemLink({ params, body: { link_datastore_id: "Lines", link_item_id: bolts } })
    await ada.deleteItemLink({ params, body: { link_datastore_id: "Lines" } })
    expect(ofDeal()).toEqual([])
  })

  test("of a link that is not there says which", async () => {
    const { world, ada, deal, bolts } = await start()
    const { dId } = datastoreOf(world, "Deals")
    const lines = datastoreOf(world, "Lines").dId
    const refused = await unchanged(world, () =>
      ada.deleteItemLink({ params: at("Deals", deal), body: { link_datastore_id: "Lines", link_item_id: bolts } }),
    )
    expect(refusal(refused)).toEqual({
      status: 404,
      body: { error: `item links not found for {${dId} ${deal} ${lines} ${bolts} }`, error_code: "NOT_FOUND" },
    })
    for (const link_datastore_id of ["Lines", "Nope"]) {
      const all = await unchanged(world, () =>
        ada.deleteItemLink({ params: at("Deals", deal), body: { link_datastore_id } }),
      )
      expect(refusal(all)).toMatchObject({ status: 404, body: { error_code: "NOT_FOUND" } })
    }
  })

  test("leaves what a lookup field keeps", async () => {
    const { world, ada } = await start()
    const deal = seeded(world, "Deals", 0).iId
    const refused = await unchanged(world, () =>
      ada.deleteItemLink({ params: at("Deals", deal), body: { link_datastore_id: "Customers" } }),
    )
    expect(refused.status).toBe(404)
  })
})
