import { describe, expect, test } from "vitest"
import { createWorld } from "../../../src/world/index.ts"
import { type ApiClient, apiClient } from "../../conformance.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"
import {
  ada,
  bob,
  download,
  FREE_ID,
  fileOf,
  firstItem,
  givenPapers,
  name,
  paperOf,
  record,
  secondItem,
  uploadedId,
  world,
} from "./papers.ts"

givenPapers()

const removeById = (api: ApiClient, fileId: string) => api.deleteFileByFileID({ params: { "file-id": fileId } })

describe("DeleteFileByFileID (api.md section 19)", () => {
  test("removes the file from its item, which has a new revision by the caller", async () => {
    const [left, dropped] = [await uploadedId(ada, firstItem()), await uploadedId(ada, firstItem())]
    await name(ada, firstItem(), [left, dropped], 1)
    expect(await removeById(bob, dropped)).toMatchObject({ status: 200, body: null })
    expect(await paperOf(ada, firstItem())).toMatchObject({ revNo: 3, value: { file_id: left } })
    expect(record(dropped).deleted).toBe(true)
    const { updatedBy } = await world.as("ada@acme.test").getItemDetails({
      application: "APP",
      datastore: "TASKS",
      itemId: firstItem(),
    })
    expect(updatedBy).toBe("bob@acme.test")
  })

  test("deletes the caller's own upload without touching the item", async () => {
    const attached = await uploadedId(ada, firstItem())
    const { body: loose } = await ada.uploadFileDetached({ form: { file: fileOf("loose") } })
    for (const fileId of [attached, loose.file_id]) {
      expect((await removeById(ada, fileId)).status).toBe(200)
      expect(record(fileId).deleted).toBe(true)
      expect((await download(ada, fileId)).status).toBe(404)
    }
    expect((await paperOf(ada, firstItem())).revNo).toBe(1)
  })

  test("returns 404 for unknown, invisible and deleted files and for other people's uploads, and changes nothing", async () => {
    const hidden = await uploadedId(ada, secondItem())
    await name(ada, secondItem(), [hidden], 1)
    const upload = await uploadedId(ada, firstItem())
    const { body: loose } = await ada.uploadFileDetached({ form: { file: fileOf("loose") } })
    const gone = await uploadedId(bob, firstItem())
    await removeById(bob, gone)
    const before = world.hash()
    for (const fileId of [FREE_ID, "x", hidden, upload, loose.file_id, gone]) {
      expect(await removeById(bob, fileId), fileId).toMatchObject({ status: 404, body: { error_code: "NOT_FOUND" } })
    }
    expect(world.hash()).toBe(before)
  })

  test("returns 403 for a visible file whose item the caller may not update, and changes nothing", async () => {
    const shop = await createWorld({
      fixture: fixtureOf({
        datastores: {
          Goods: {
            fields: { Name: { dataType: "text", as_title: true }, Paper: { dataType: "file" } },
            actions: { UpdateItem: { crud_type: "2", default: true, roles: ["ADMIN"] } },
            items: [{ key: "nut", values: { Name: "Nut" }, access: { roles: ["ADMIN", "MEMBER"] } }],
          },
        },
      }),
    })
    const [owner, reader] = [apiClient(shop, "ada-token"), apiClient(shop, "bob-token")]
    const place = { application: "APP", datastore: "Goods" }
    const { items } = await shop.as("ada@acme.test").itemList(place)
    const itemId = items[0]?.itemId ?? ""
    const { fileId } = await shop.as("ada@acme.test").uploadFile({
      ...place,
      field: "Paper",
      itemId,
      file: { name: "a.txt", contentType: "text/plain", bytes: new Uint8Array([1]) },
    })
    await shop.as("ada@acme.test").updateItem({ ...place, itemId, revNo: 1, item: { Paper: [fileId] } })
    expect((await download(reader, fileId)).status).toBe(200)
    const before = shop.hash()
    expect(await removeById(reader, fileId)).toMatchObject({ status: 403, body: { error_code: "NO_PRIVILEGES" } })
    expect(shop.hash()).toBe(before)
    expect((await removeById(owner, fileId)).status).toBe(200)
  })

  test("does the same in process", async () => {
    const fileId = await uploadedId(ada, firstItem())
    await name(ada, firstItem(), [fileId], 1)
    await world.as("ada@acme.test").deleteFileByFileID({ fileId })
    expect(await paperOf(ada, firstItem())).toEqual({ revNo: 3, value: null })
  })
})
