import { describe, expect, test } from "vitest"
import { at, expectUnchanged, refusal, UNKNOWN_ID } from "../items/office.ts"
import { start } from "./unlinked.ts"

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
    const gone = await expectUnchanged(world, () => ada.updateItemLink({ params, body: body(bolts, nuts) }))
    expect(refusal(gone)).toMatchObject({ status: 404, body: { error_code: "NOT_FOUND" } })
    const nowhere = await expectUnchanged(world, () => ada.updateItemLink({ params, body: body(nuts, UNKNOWN_ID) }))
    expect(nowhere.status).toBe(404)
  })
})
