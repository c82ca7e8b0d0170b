import { describe, expect, test } from "vitest"
import { at, datastoreOf, itemOf, linksOf, office, refusal, seeded, unchanged } from "../items/office.ts"

const NOWHERE = "0".repeat(24)

/** A deal and a line that nothing links yet. */
async function start() {
  const all = await office()
  const deal = seeded(all.world, "Deals", 1).iId
  const [bolts, nuts] = [seeded(all.world, "Lines", 0).iId, seeded(all.world, "Lines", 1).iId]
  const ofDeal = () => linksOf(all.world).filter((link) => link.includes(deal))
  return { ...all, deal, bolts, nuts, ofDeal }
}

describe("AddItemLink", () => {
  test("links one way, once, without revision or history", async () => {
    const { world, ada, deal, bolts, ofDeal } = await start()
    const body = { link_datastore_id: "Lines", link_item_id: bolts }
    const added = await ada.addItemLink({ params: at("Deals", deal), body })
    expect(added.status).toBe(200)
    expect(added.body).toBeNull()
    expect(ofDeal()).toEqual([`${deal}>${bolts}:link`])
    await unchanged(world, () => ada.addItemLink({ params: at("Deals", deal), body }))
    expect(itemOf(world, "Deals", deal)?.revNo).toBe(1)
    expect(world.view().table("histories").size).toBe(0)
  })

  test("takes internal IDs too", async () => {
    const { world, ada, deal, nuts, ofDeal } = await start()
    const { dId } = datastoreOf(world, "Lines")
    await ada.addItemLink({ params: at("Deals", deal), body: { link_datastore_id: dId, link_item_id: nuts } })
    expect(ofDeal()).toEqual([`${deal}>${nuts}:link`])
  })

  test("is refused for what is missing or invisible", async () => {
    const { world, ada, carol, deal, bolts } = await start()
    const secret = await ada.createItem({
      params: at("Lines"),
      body: { access_key_updates: { ignore_action_settings: true, groups_to_publish: ["SUPPORT"] } },
    })
    const add = (place: Record<string, string>, link_datastore_id: string, link_item_id: string) =>
      unchanged(world, () => carol.addItemLink({ params: place, body: { link_datastore_id, link_item_id } }))
    const cases: [Record<string, string>, string, string][] = [
      [at("Nope", deal), "Lines", bolts],
      [at("Deals", NOWHERE), "Lines", bolts],
      [at("Deals", deal), "Nope", bolts],
      [at("Deals", deal), "Lines", NOWHERE],
      [at("Deals", deal), "Customers", bolts],
      [at("Deals", deal), "Lines", secret.body.item_id],
      [at("Lines", secret.body.item_id), "Deals", deal],
    ]
    for (const [place, datastore, item] of cases) {
      expect(refusal(await add(place, datastore, item)), JSON.stringify(place)).toMatchObject({
        status: 404,
        body: { error_code: "NOT_FOUND" },
      })
    }
    const incomplete = await unchanged(world, () =>
      ada.addItemLink({ params: at("Deals", deal), body: { link_datastore_id: "Lines" } }),
    )
    expect(incomplete.status).toBe(400)
  })
})

describe("UpdateItemLink", () => {
  const body = (from: string, to: string) => ({
    old_link_datastore_id: "Lines",
    old_link_item_id: from,
    new_link_datastore_id: "Lines",
    new_link_item_id: to,
  })

  test("puts one link in another's place", async () => {
    const { world, ada, deal, bolts, nuts, ofDeal } = await start()
    const params = at("Deals", deal)
    await ada.addItemLink({ params, body: { link_datastore_id: "Lines", link_item_id: bolts } })
    const changed = await ada.updateItemLink({ params, body: body(bolts, nuts) })
    expect(changed.status).toBe(200)
    expect(changed.body).toBeNull()
    expect(ofDeal()).toEqual([`${deal}>${nuts}:link`])
    const gone = await unchanged(world, () => ada.updateItemLink({ params, body: body(bolts, nuts) }))
    expect(refusal(gone)).toMatchObject({ status: 404, body: { error_code: "NOT_FOUND" } })
    const nowhere = await unchanged(world, () => ada.updateItemLink({ params, body: body(nuts, NOWHERE) }))
    expect(nowhere.status).toBe(404)
  })
})

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
