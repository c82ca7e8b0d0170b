import { expect, test } from "vitest"
import { at, expectUnchanged, fixtureItem, itemOf, linksOf, office, refusal } from "../items/office.ts"

/** Deals in which MEMBER may update only items with the status New. Bob has MEMBER, and the first deal has the status New. */
async function start(status: string) {
  const scene = await office(({ deals }) => {
    deals.fields.Papers = { dataType: "file", file: { multiple: true } }
    deals.actions = {
      Create: { crud_type: "1", default: true },
      Update: { crud_type: "2", default: true, roles: ["ADMIN"] },
      Start: { crud_type: "2", status: "New" },
    }
    deals.items = [
      { key: "first", status, values: { Title: "one", Papers: ["data:,one"] }, access: { roles: ["MEMBER"] } },
    ]
  })
  const { world, ada, bob } = scene
  const deal = fixtureItem(world, "Deals", 0).iId
  const [bolts, nuts] = [fixtureItem(world, "Lines", 0).iId, fixtureItem(world, "Lines", 1).iId]
  const [file] = world.view().table("files").toArray()
  const params = at("Deals", deal)
  const add = (by = bob, to = bolts) =>
    by.addItemLink({ params, body: { link_datastore_id: "Lines", link_item_id: to } })
  const calls = {
    update: () =>
      bob.updateItemLink({
        params,
        body: {
          old_link_datastore_id: "Lines",
          old_link_item_id: bolts,
          new_link_datastore_id: "Lines",
          new_link_item_id: nuts,
        },
      }),
    remove: () => bob.deleteItemLink({ params, body: { link_datastore_id: "Lines" } }),
    deleteFile: () =>
      bob.deleteFile({ params: { "item-id": deal, "field-id": "Papers", "file-id": file?.fileId ?? "" } }),
  }
  return { world, ada, deal, add, calls }
}

test("DeleteFile and writes of links are open to those who may run an update action in the item's status (model.md section 8.1)", async () => {
  const { world, deal, add, calls } = await start("New")
  expect((await add()).status).toBe(200)
  expect((await calls.update()).status).toBe(200)
  expect((await calls.remove()).status).toBe(200)
  expect((await calls.deleteFile()).status).toBe(200)
  expect(linksOf(world).filter((link) => link.startsWith(deal))).toEqual([])
  expect(itemOf(world, "Deals", deal)?.revNo).toBe(2)
})

test("DeleteFile and writes of links return 403 NO_PRIVILEGES to others (model.md section 8.1)", async () => {
  const { world, ada, add, calls } = await start("Working")
  // Ada may run the default update action.
  expect((await add(ada)).status).toBe(200)
  for (const call of [add, calls.update, calls.remove, calls.deleteFile]) {
    const refused = refusal(await expectUnchanged(world, () => call()))
    expect([refused.status, refused.body.error_code]).toEqual([403, "NO_PRIVILEGES"])
  }
})
