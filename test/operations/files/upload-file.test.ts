import { describe, expect, test } from "vitest"
import { storedBytes } from "../../../src/items/index.ts"
import { initialSettings, LIMITS } from "../../../src/model/settings/index.ts"
import type { ApiClient } from "../../conformance.ts"
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
  remove,
  secondItem,
  text,
  upload,
  uploadedId,
  world,
} from "./papers.ts"

givenPapers()

describe("UploadFile, api.md section 19", () => {
  test("stores a file that is attached by the item write that names it", async () => {
    const fileId = await uploadedId(ada, firstItem())
    expect((await paperOf(ada, firstItem())).value).toBeNull()
    expect(record(fileId)).toMatchObject({ temporary: true, iId: firstItem(), size: 5 })
    expect((await name(ada, firstItem(), [fileId], 1)).status).toBe(200)
    expect(await paperOf(ada, firstItem())).toMatchObject({
      revNo: 2,
      value: {
        _id: fileId,
        file_id: fileId,
        filename: "note.txt",
        contentType: "text/plain",
        size: 5,
        deleted: false,
        item_id: firstItem(),
        user_id: record(fileId).uId,
        mediaLink: `http://hexarium/api/v0/files/${fileId}`,
      },
    })
    expect(record(fileId).temporary).toBe(false)
  })

  test("the filename part names the file, without it the part's own name does", async () => {
    const named = await upload(ada, firstItem(), fileOf("x", "own.txt"), { filename: "given.txt" })
    expect(record(named.body.file_id).name).toBe("given.txt")
    expect(record(await uploadedId(ada, firstItem(), fileOf("x", "own.txt"))).name).toBe("own.txt")
  })

  test("the item may be yet to come: CreateItemWithItemID makes the upload visible", async () => {
    const fileId = await uploadedId(ada, FREE_ID)
    expect((await download(bob, fileId)).status).toBe(404)
    const { status } = await ada.createItemWithItemID({
      params: { "item-id": FREE_ID, "action-id": "CreateItem" },
      body: { project_id: "APP", datastore_id: "TASKS", use_display_id: true, item: { Title: "T", Paper: [fileId] } },
    })
    expect(status).toBe(200)
    expect(record(fileId)).toMatchObject({ temporary: false, iId: FREE_ID })
    expect(text(await download(bob, fileId))).toBe("hello")
  })

  test.each<[string, number, Parameters<ApiClient["uploadFile"]>[0]]>([
    ["an unknown datastore", 404, { form: { application_id: "APP", datastore_id: "NONE", file: fileOf("x") } }],
    ["an unknown application", 404, { form: { application_id: "NONE", datastore_id: "TASKS", file: fileOf("x") } }],
    ["an unknown datastore before a missing file", 404, { form: { application_id: "APP", datastore_id: "NONE" } }],
    ["an unknown field", 404, { params: { "item-id": FREE_ID, "field-id": "Nothing" } }],
    ["a field of another type", 400, { params: { "item-id": FREE_ID, "field-id": "Title" } }],
    ["an item ID that is none", 400, { params: { "item-id": "new", "field-id": "Paper" } }],
    ["no file", 400, { form: { application_id: "APP", datastore_id: "TASKS", filename: "x" } }],
    ["no datastore to be found", 400, { form: { application_id: "APP", file: fileOf("x") } }],
    ["JSON", 400, { form: undefined as never, body: { datastore_id: "TASKS" } }],
  ])("refused: %s", async (_, status, sent) => {
    const before = world.hash()
    const answered = await ada.uploadFile({
      params: { "item-id": FREE_ID, "field-id": "Paper" },
      form: { application_id: "APP", datastore_id: "TASKS", file: fileOf("x") },
      ...sent,
    })
    const code = status === 404 ? "NOT_FOUND" : "INVALID_PARAMS"
    expect([answered.status, answered.body]).toEqual([status, expect.objectContaining({ error_code: code })])
    expect(world.hash()).toBe(before)
  })

  test("refuses an item that the caller does not see, and a deleted one", async () => {
    expect((await upload(bob, secondItem())).status).toBe(404)
    const iId = firstItem()
    await ada.deleteItem({ params: { "app-id": "APP", "datastore-id": "TASKS", "item-id": iId } })
    const before = world.hash()
    expect((await upload(ada, iId)).status).toBe(404)
    expect(world.hash()).toBe(before)
  })

  test("the datastore may be omitted if the item or the field determines it", async () => {
    const params = { "item-id": firstItem(), "field-id": "Paper" }
    expect((await ada.uploadFile({ params, form: { file: fileOf("x") } })).status).toBe(200)
    const [datastore] = world.view().table("datastores").toArray()
    const fId = datastore?.fields.find(({ displayId }) => displayId === "Paper")?.fId as string
    const inferred = await ada.uploadFile({
      params: { "item-id": FREE_ID, "field-id": fId },
      form: { application_id: "APP", file: fileOf("x") },
    })
    expect(inferred.status).toBe(200)
  })
})

describe("storage", () => {
  test("counts what is there; an upload beyond the limit is refused", async () => {
    const [workspace] = world.view().table("workspaces").toArray()
    const wId = workspace?.wId as NonNullable<typeof workspace>["wId"]
    const fileId = await uploadedId(ada, firstItem())
    await uploadedId(ada, firstItem())
    expect(storedBytes(world.view(), wId)).toBe(10)
    await remove(ada, firstItem(), fileId)
    expect(storedBytes(world.view(), wId)).toBe(5)
    await world.commit("Test", null, (tx) =>
      tx.patch("workspaces", wId, { limits: { ...initialSettings(LIMITS), storageMb: 1 } }),
    )
    const before = world.hash()
    const answered = await upload(ada, firstItem(), fileOf("x".repeat(1_048_572)))
    expect([answered.status, answered.body]).toEqual([400, expect.objectContaining({ error_code: "INVALID_SETTINGS" })])
    expect(world.hash()).toBe(before)
    expect((await upload(ada, firstItem(), fileOf("x".repeat(1_048_571)))).status).toBe(200)
  })
})
