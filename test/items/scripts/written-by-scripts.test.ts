import { describe, expect, test } from "vitest"
import { at, fixtureItem, itemOf, itemsOf, office, refusal, valuesOf } from "../../operations/items/office.ts"
import { type FakeScript, FakeScripts } from "./fake-scripts.ts"

/** Deals whose update action runs the script `run` before or after the write. Scripts that `run` triggers do nothing. */
async function scriptedOffice(when: "pre_script" | "post_script", run: FakeScript) {
  const scripts = new FakeScripts({
    run: (script) => (script.depth !== undefined && script.depth > 1 ? null : run(script)),
  })
  const all = await office(
    ({ deals }) => {
      const own = { [when]: when === "pre_script" ? "run" : { code: "run", sync: true } }
      deals.actions = {
        ...deals.actions,
        CreateDeal: { crud_type: "1", default: true, ...own },
        UpdateDeal: { crud_type: "2", default: true, ...own },
      }
    },
    { scripts },
  )
  return { ...all, iId: fixtureItem(all.world, "Deals", 0).iId }
}

const itemIn = (data: unknown) => (data as { readonly i_id: string }).i_id
const edit = (iId: string) => `/api/v0/applications/CRM/datastores/Deals/items/edit/${iId}`
const remove = (iId: string) => `/api/v0/applications/CRM/datastores/Deals/items/delete/${iId}`

describe("the revision is checked before the pre script (model.md section 9)", () => {
  test("changes that the pre script makes itself are no conflict", async () => {
    const { world, ada, iId } = await scriptedOffice("pre_script", ({ callApi }) =>
      callApi("POST", edit(iId), { item: { Title: "by the script" }, rev_no: 1 }),
    )
    const { status, body } = await ada.updateItem({
      params: at("Deals", iId),
      body: { rev_no: 1, item: { Details: "mine" } },
    })
    expect([status, body.rev_no?.rev_no]).toEqual([200, 3])
    expect(valuesOf(world, "Deals", iId)).toMatchObject({ Title: "by the script", Details: "mine" })
  })

  test("a stale one never starts it", async () => {
    let runs = 0
    const { ada, iId } = await scriptedOffice("pre_script", () => {
      runs += 1
    })
    expect((await ada.updateItem({ params: at("Deals", iId), body: { rev_no: 7 } })).status).toBe(409)
    expect(runs).toBe(0)
  })

  test("a write by somebody else meanwhile is a conflict, even if the pre script writes after it", async () => {
    const { world, ada, bob, iId } = await scriptedOffice("pre_script", async ({ callApi }) => {
      await bob.executeAction({ params: at("Deals", iId, "Start"), body: { rev_no: 1, item: { Title: "Bob's" } } })
      await callApi("POST", edit(iId), { is_force_update: true, item: { Discount: 1 } })
    })
    const answered = await ada.updateItem({ params: at("Deals", iId), body: { rev_no: 1, item: { Title: "Ada's" } } })
    expect(refusal(answered)).toMatchObject({ status: 409, body: { error: [{ error_code: "ITEM_REV_CONFLICT" }] } })
    expect(valuesOf(world, "Deals", iId)).toMatchObject({ Title: "Bob's", Discount: 1 })
  })
})

describe("the response after an awaited post script (model.md section 9)", () => {
  const asked = { return_item_result: true, return_display_id: true }

  test("has rev_no and item as they are after it", async () => {
    const { ada, iId } = await scriptedOffice("post_script", ({ callApi, data }) =>
      callApi("POST", edit(itemIn(data)), { is_force_update: true, item: { Title: "by the script" } }),
    )
    const { body } = await ada.updateItem({ params: at("Deals", iId), body: { rev_no: 1, ...asked } })
    expect(body.rev_no).toEqual({ _id: iId, rev_no: 3 })
    expect(body.item).toMatchObject({ Title: "by the script", title: "by the script", rev_no: 3 })
    const created = await ada.createItem({ params: at("Deals"), body: asked })
    expect(created.body.item).toMatchObject({ Title: "by the script", rev_no: 2 })
  })

  test("the response for an item that the script deleted has item null and rev_no 0", async () => {
    const { world, ada, iId } = await scriptedOffice("post_script", ({ callApi, data }) =>
      callApi("DELETE", remove(itemIn(data)), {}),
    )
    const { status, body } = await ada.updateItem({ params: at("Deals", iId), body: { rev_no: 1, ...asked } })
    expect([status, body.item, body.rev_no]).toEqual([200, null, { _id: iId, rev_no: 0 }])
    expect(itemOf(world, "Deals", iId)).toBeUndefined()
    const created = await ada.createItem({ params: at("Deals"), body: asked })
    expect([created.status, created.body.item]).toEqual([200, null])
    expect(itemsOf(world, "Deals")).toHaveLength(1)
    const natural = await world
      .as("ada@acme.test")
      .createItem({ application: "CRM", datastore: "Deals", returnItemResult: true })
    expect(natural.item).toBeNull()
  })
})
