import { expect, test } from "vitest"
import { apiClient } from "../../conformance.ts"
import { clientWorld } from "../items/client-world.ts"

async function withItem() {
  const { world, as, id } = await clientWorld()
  const ada = as("ada")
  const { items } = await ada.root("datastoreGetDatastoreItems", { getItemsParameters: {}, datastoreId: "Deals" })
  const item = {
    itemId: items[0].i_id as string,
    datastoreId: id("datastore Deals"),
    projectId: id("application SHOP"),
  }
  const payload = {
    filename: "note.txt",
    content: Buffer.from("hello").toString("base64"),
    contentTypeFile: "text/plain",
    field_id: id("field Deals.Scan"),
    item_id: item.itemId,
    d_id: item.datastoreId,
    p_id: item.projectId,
    filepath: "",
    display_order: 3,
  }
  return { world, as, ada, item, payload }
}

test("createItemFileAttachment stores a file that an update attaches and getDownloadFile returns", async () => {
  const { ada, item, payload } = await withItem()
  const file = await ada.root("createItemFileAttachment", { payload })
  expect(file).toMatchObject({
    filename: "note.txt",
    name: "note.txt",
    contentType: "text/plain",
    size: 5,
    temporary: true,
    display_order: 3,
    i_id: item.itemId,
  })
  expect(await ada.root("getDownloadFile", { id: file.file_id })).toEqual({
    filename: "note.txt",
    data: payload.content,
  })
  const { item: written } = await ada.root("datastoreUpdateItem", {
    ...item,
    ItemActionParameters: { rev_no: 1, item: { Scan: [file.file_id] }, return_item_result: true, use_display_id: true },
  })
  expect(written.Scan).toEqual([expect.objectContaining({ file_id: file.file_id, name: "note.txt" })])
})

test("content that is not base64 is refused", async () => {
  const { ada, payload } = await withItem()
  const refused = await ada.refused("createItemFileAttachment", { payload: { ...payload, content: "%" } })
  expect(refused).toMatchObject({ message: "payload.content: expected base64", extensions: { code: "INVALID_PARAMS" } })
})

test("deleteStorage removes a file from an item, whose revision stays", async () => {
  const { world, as, ada, item, payload } = await withItem()
  const { file_id: fileId } = await ada.root("createItemFileAttachment", { payload })
  expect((await as("bob").refused("deleteStorage", { fileId })).extensions).toMatchObject({
    code: "NOT_FOUND",
    status: 404,
  })
  await ada.root("datastoreUpdateItem", { ...item, ItemActionParameters: { rev_no: 1, item: { Scan: [fileId] } } })
  expect(await ada.root("deleteStorage", { fileId })).toEqual({ success: true, data: null })
  const details = { ...item, datastoreItemDetailParams: { format: "map" } }
  const { rev_no: revNo, field_values: values } = await ada.root("getDatastoreItemDetails", details)
  expect([revNo, values.Scan.value]).toEqual([2, []])
  const gone = await apiClient(world, "ada-token").getFile({ params: { "file-id": fileId } })
  expect(gone.status).toBe(404)
  expect((await ada.refused("deleteStorage", { fileId })).extensions).toMatchObject({ code: "NOT_FOUND", status: 404 })
})

test("datastoreDeleteItemFileAttachmentItem removes a file from an item, whose revision increases", async () => {
  const { as, ada, item, payload } = await withItem()
  const { file_id: fileId } = await ada.root("createItemFileAttachment", { payload })
  const place = { fileId, fieldId: payload.field_id, itemId: item.itemId }
  expect((await as("bob").refused("datastoreDeleteItemFileAttachmentItem", place)).extensions).toMatchObject({
    code: "NOT_FOUND",
    status: 404,
  })
  await ada.root("datastoreUpdateItem", { ...item, ItemActionParameters: { rev_no: 1, item: { Scan: [fileId] } } })
  expect(await ada.root("datastoreDeleteItemFileAttachmentItem", place)).toEqual({ success: true, data: null })
  const details = { ...item, datastoreItemDetailParams: { format: "map" } }
  const { rev_no: revNo, field_values: values } = await ada.root("getDatastoreItemDetails", details)
  expect([revNo, values.Scan.value]).toEqual([3, []])
  expect((await ada.refused("datastoreDeleteItemFileAttachmentItem", place)).extensions).toMatchObject({
    code: "NOT_FOUND",
  })
})
