import { describe, expect, test } from "vitest"
import {
  at,
  datastoreOf,
  expectUnchanged,
  fixtureItem,
  itemOf,
  linksOf,
  office,
  refusal,
  UNKNOWN_ID,
} from "../items/office.ts"
import { start } from "./unlinked.ts"

describe("AddItemLink", () => {
  test("links one way, once, without revision or history", async () => {
    const { world, ada, deal, bolts, ofDeal } = await start()
    const body = { link_datastore_id: "Lines", link_item_id: bolts }
    const added = await ada.addItemLink({ params: at("Deals", deal), body })
    expect(added.status).toBe(200)
    expect(added.body).toBeNull()
    expect(ofDeal()).toEqual([`${deal}>${bolts}:link`])
    await expectUnchanged(world, () => ada.addItemLink({ params: at("Deals", deal), body }))
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
      expectUnchanged(world, () => carol.addItemLink({ params: place, body: { link_datastore_id, link_item_id } }))
    const cases: [Record<string, string>, string, string][] = [
      [at("Nope", deal), "Lines", bolts],
      [at("Deals", UNKNOWN_ID), "Lines", bolts],
      [at("Deals", deal), "Nope", bolts],
      [at("Deals", deal), "Lines", UNKNOWN_ID],
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
    const incomplete = await expectUnchanged(world, () =>
      ada.addItemLink({ params: at("Deals", deal), body: { link_datastore_id: "Lines" } }),
    )
    expect(incomplete.status).toBe(400)
  })
})

describe("AddItemLink with onlyUnlinked", () => {
  const ADA = "ada@acme.test"
  const place = { application: "CRM", datastore: "Deals" }

  test("adds no second record to a pair that a lookup field links", async () => {
    const { world } = await office()
    const { iId } = fixtureItem(world, "Deals", 0)
    const customer = fixtureItem(world, "Customers", 0).iId
    const before = linksOf(world)
    expect(before).toContain(`${iId}>${customer}:lookup`)
    const link = { datastore: "Customers", itemId: customer }
    await world.as(ADA).addItemLink({ ...place, itemId: iId, link, onlyUnlinked: true })
    expect(linksOf(world)).toEqual(before)
    await world.as(ADA).addItemLink({ ...place, itemId: iId, link })
    expect(linksOf(world)).toContain(`${iId}>${customer}:link`)
  })

  test("links a pair that is linked only in the opposite direction", async () => {
    const { world, deal, bolts, ofDeal } = await start()
    const ada = world.as(ADA)
    const back = { datastore: "Deals", itemId: deal }
    await ada.addItemLink({ ...place, datastore: "Lines", itemId: bolts, link: back })
    const link = { datastore: "Lines", itemId: bolts }
    await ada.addItemLink({ ...place, itemId: deal, link, onlyUnlinked: true })
    expect(ofDeal()).toEqual([`${deal}>${bolts}:link`, `${bolts}>${deal}:link`].sort())
  })
})
