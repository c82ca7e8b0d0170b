import { describe, expect, test } from "vitest"
import { at, datastoreOf, expectUnchanged, fixtureItem, refusal } from "../items/office.ts"
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

  test("names the missing link", async () => {
    const { world, ada, deal, bolts } = await start()
    const { dId } = datastoreOf(world, "Deals")
    const lines = datastoreOf(world, "Lines").dId
    const refused = await expectUnchanged(world, () =>
      ada.deleteItemLink({ params: at("Deals", deal), body: { link_datastore_id: "Lines", link_item_id: bolts } }),
    )
    expect(refusal(refused)).toEqual({
      status: 404,
      body: { error: `item links not found for {${dId} ${deal} ${lines} ${bolts} }`, error_code: "NOT_FOUND" },
    })
    for (const link_datastore_id of ["Lines", "Nope"]) {
      const all = await expectUnchanged(world, () =>
        ada.deleteItemLink({ params: at("Deals", deal), body: { link_datastore_id } }),
      )
      expect(refusal(all)).toMatchObject({ status: 404, body: { error_code: "NOT_FOUND" } })
    }
  })

  test("leaves what a lookup field keeps", async () => {
    const { world, ada } = await start()
    const deal = fixtureItem(world, "Deals", 0).iId
    const refused = await expectUnchanged(world, () =>
      ada.deleteItemLink({ params: at("Deals", deal), body: { link_datastore_id: "Customers" } }),
    )
    expect(refused.status).toBe(404)
  })
})

describe("DeleteItemLink with bothWays", () => {
  const ADA = "ada@acme.test"
  const CRM = { application: "CRM" }

  test("removes the links of a pair in both directions, from either end", async () => {
    for (const end of ["deal", "bolts"] as const) {
      const { world, deal, bolts, ofDeal } = await start()
      const ada = world.as(ADA)
      const [ofDeals, ofLines] = [
        { ...CRM, datastore: "Deals", itemId: deal },
        { ...CRM, datastore: "Lines", itemId: bolts },
      ]
      await ada.addItemLink({ ...ofDeals, link: { datastore: "Lines", itemId: bolts } })
      await ada.addItemLink({ ...ofLines, link: { datastore: "Deals", itemId: deal } })
      const [from, to] = end === "deal" ? [ofDeals, ofLines] : [ofLines, ofDeals]
      await ada.deleteItemLink({ ...from, linkDatastore: to.datastore, linkItemId: to.itemId, bothWays: true })
      expect(ofDeal()).toEqual([])
    }
  })

  test("removes a link that leads only to the item, which DeleteItemLink otherwise refuses", async () => {
    const { world, deal, bolts, ofDeal } = await start()
    const ada = world.as(ADA)
    await ada.addItemLink({
      ...CRM,
      datastore: "Lines",
      itemId: bolts,
      link: { datastore: "Deals", itemId: deal },
    })
    const given = { ...CRM, datastore: "Deals", itemId: deal, linkDatastore: "Lines", linkItemId: bolts }
    await expect(ada.deleteItemLink(given)).rejects.toMatchObject({ code: "NOT_FOUND" })
    await ada.deleteItemLink({ ...given, bothWays: true })
    expect(ofDeal()).toEqual([])
  })

  test("leaves a pair that only a lookup field links, and refuses a pair that nothing links", async () => {
    const { world, deal, bolts } = await start()
    const ada = world.as(ADA)
    const { iId } = fixtureItem(world, "Deals", 0)
    const customer = fixtureItem(world, "Customers", 0).iId
    await expectUnchanged(world, () =>
      ada.deleteItemLink({
        ...CRM,
        datastore: "Deals",
        itemId: iId,
        linkDatastore: "Customers",
        linkItemId: customer,
        bothWays: true,
      }),
    )
    const unlinked = { ...CRM, datastore: "Deals", itemId: deal, linkDatastore: "Lines", linkItemId: bolts }
    await expect(ada.deleteItemLink({ ...unlinked, bothWays: true })).rejects.toMatchObject({ code: "NOT_FOUND" })
  })
})
