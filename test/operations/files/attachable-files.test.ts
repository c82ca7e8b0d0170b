import { expect, test } from "vitest"
import type { ApiClient } from "../../conformance.ts"
import { at, elements, expectUnchanged, fixtureItem, office, valuesOf } from "../items/office.ts"

const note = () => new File(["hello"], "note.txt", { type: "text/plain" })

async function uploadDetached(who: ApiClient): Promise<string> {
  const { body } = await who.uploadFileDetached({ form: { filename: "note.txt", file: note() } })
  return body.file_id
}

async function forItem(who: ApiClient, iId: string): Promise<string> {
  const form = { application_id: "CRM", datastore_id: "Deals", file: note() }
  const { body } = await who.uploadFile({ params: { "item-id": iId, "field-id": "Papers" }, form })
  return body.file_id
}

const attach = (who: ApiClient, iId: string, files: readonly string[], field = "Papers") =>
  who.updateItem({ params: at("Deals", iId), body: { item: { [field]: files }, is_force_update: true } })

test.each([
  ["an upload for the item", forItem],
  ["a detached upload", uploadDetached],
] as const)("%s is attached by whoever made it, and by nobody else (model.md section 18)", async (_, upload) => {
  const { world, ada, bob } = await office()
  const { iId } = fixtureItem(world, "Deals", 1)
  const fileId = await upload(bob, iId)
  expect((await ada.getFile({ params: { "file-id": fileId } })).status).toBe(404)
  const refused = await expectUnchanged(world, () => attach(ada, iId, [fileId]))
  expect(refused.status).toBe(400)
  expect(elements(refused)).toEqual([
    expect.objectContaining({ error_code: "INVALID_VALUE", error: `file not found: ${fileId}` }),
  ])
  expect((await attach(bob, iId, [fileId])).status).toBe(200)
  expect(valuesOf(world, "Deals", iId)).toHaveProperty("Papers", [fileId])
  expect((await ada.getFile({ params: { "file-id": fileId } })).status).toBe(200)
})

test("a field that is not multiple takes one file: more are INVALID_VALUE", async () => {
  const { world, bob } = await office(({ deals }) => {
    deals.fields.Cover = { dataType: "file" }
  })
  const { iId } = fixtureItem(world, "Deals", 1)
  const [one, two] = [await forItem(bob, iId), await forItem(bob, iId)]
  const refused = await expectUnchanged(world, () => attach(bob, iId, [one, two], "Cover"))
  expect(refused.status).toBe(400)
  expect(elements(refused)).toEqual([
    expect.objectContaining({ error_code: "INVALID_VALUE", error: "expected one file" }),
  ])
  expect((await attach(bob, iId, [two], "Cover")).status).toBe(200)
  expect((await attach(bob, iId, [one, two])).status).toBe(200)
})
