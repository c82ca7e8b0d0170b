import { beforeEach, describe, expect, test } from "vitest"
import type { World } from "../../src/index.ts"
import { storedBytes } from "../../src/index.ts"
import { NO_LIMITS } from "../../src/records/workspace.ts"
import { tickerWorld } from "../clock/ticker.ts"
import { type ApiClient, apiClient } from "../conformance.ts"

const FREE_ID = "aaaaaaaaaaaaaaaaaaaaaaaa"

let world: World
let ada: ApiClient
let bob: ApiClient

beforeEach(async () => {
  world = await tickerWorld([])
  ada = apiClient(world, "ada-token")
  bob = apiClient(world, "bob-token")
})

const itemIds = () => {
  const view = world.view()
  return view
    .table("datastores")
    .toArray()
    .flatMap(({ dId }) => view.table(`items:${dId}`).toArray())
    .map(({ iId }) => iId)
}
const firstItem = (): string => itemIds()[0] as string
const secondItem = (): string => itemIds()[1] as string

const fileOf = (content: string, name = "note.txt", type = "text/plain") => new File([content], name, { type })

const upload = async (api: ApiClient, item: string, file = fileOf("hello"), parts: Record<string, string> = {}) => {
  const form = { application_id: "APP", datastore_id: "TASKS", ...parts, file }
  return api.uploadFile({ params: { "item-id": item, "field-id": "Paper" }, form })
}

const uploaded = async (api: ApiClient, item: string, file?: File): Promise<string> => {
  const { status, body } = await upload(api, item, file)
  expect([status, body]).toEqual([200, { file_id: expect.any(String) }])
  return body.file_id
}

const download = (api: ApiClient, fileId: string) => api.getFile({ params: { "file-id": fileId } })
const text = ({ body }: { body: unknown }) => new TextDecoder().decode(body as Uint8Array)

const name = (api: ApiClient, item: string, files: unknown, revNo: number) =>
  api.updateItem({
    params: { "app-id": "APP", "datastore-id": "TASKS", "item-id": item },
    body: { item: { Paper: files }, use_display_id: true, rev_no: revNo },
  })

const paperOf = async (api: ApiClient, item: string) => {
  const { body } = await api.getItemDetails({
    params: { "app-id": "APP", "datastore-id": "TASKS", "item-id": item },
    query: { format: "map" },
  })
  const { field_values: values, rev_no: revNo } = body as {
    field_values: Record<string, { value: unknown }>
    rev_no: number
  }
  return { value: values.Paper?.value, revNo }
}

const remove = (api: ApiClient, item: string, fileId: string, field = "Paper") =>
  api.deleteFile({ params: { "item-id": item, "field-id": field, "file-id": fileId } })

const record = (fileId: string) => world.view().expect("files", fileId)

describe("UploadFile, api.md section 19", () => {
  test("stores a file that is attached by the item write that names it", async () => {
    const fileId = await uploaded(ada, firstItem())
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
    expect(record(await uploaded(ada, firstItem(), fileOf("x", "own.txt"))).name).toBe("own.txt")
  })

  test("the item may be yet to come: CreateItemWithItemID makes the upload visible", async () => {
    const fileId = await uploaded(ada, FREE_ID)
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

  test("refused: an item that the caller does not see, and one that was deleted", async () => {
    expect((await upload(bob, secondItem())).status).toBe(404)
    const iId = firstItem()
    await ada.deleteItem({ params: { "app-id": "APP", "datastore-id": "TASKS", "item-id": iId } })
    const before = world.hash()
    expect((await upload(ada, iId)).status).toBe(404)
    expect(world.hash()).toBe(before)
  })

  test("the datastore may be left out where the item or the field tells it", async () => {
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

describe("UploadFileDetached", () => {
  test("keeps a file for whatever item names it; filename and fileName are the same", async () => {
    const { body } = await ada.uploadFileDetached({ form: { fileName: "a.txt", file: fileOf("x") } })
    expect(record(body.file_id)).toMatchObject({ name: "a.txt", dId: null, iId: null, temporary: true })
    await name(ada, firstItem(), body.file_id, 1)
    expect(record(body.file_id)).toMatchObject({ iId: firstItem(), temporary: false, deleted: false })
  })
})

describe("GetFile", () => {
  test("answers the bytes under a name that is data", async () => {
    const odd = `../../etc/"日本 語"';\\.txt`
    const form = { filename: odd, file: fileOf("\u0000<b>", "x.html", "text/html") }
    const { body } = await ada.uploadFileDetached({ form })
    const answered = await download(ada, body.file_id)
    expect(text(answered)).toBe("\u0000<b>")
    expect(Object.fromEntries(answered.headers)).toMatchObject({
      "content-type": "text/html",
      "x-content-type-options": "nosniff",
    })
    const [, encoded] =
      /^attachment; filename\*=UTF-8''([\w.%~-]+)$/.exec(answered.headers.get("content-disposition") ?? "") ?? []
    expect(decodeURIComponent(encoded ?? "")).toBe(odd)
  })

  test("a name too long for a header is cut there and nowhere else", async () => {
    const long = "日本\ud800".repeat(5000)
    const { body } = await ada.uploadFileDetached({ form: { filename: long, file: fileOf("x") } })
    expect(record(body.file_id)).toMatchObject({ name: long.replaceAll("\ud800", "\ufffd") })
    const disposition = (await download(ada, body.file_id)).headers.get("content-disposition") ?? ""
    expect(disposition.length).toBeLessThan(8100)
    expect(decodeURIComponent(disposition.split("''")[1] ?? "")).toMatch(/^(?:日本\ufffd){290,}日?本?$/)
  })

  test("a content type that is none does not reach a header", async () => {
    const { body } = await ada.uploadFileDetached({ form: { file: fileOf("x", "x", "日本/語") } })
    expect((await download(ada, body.file_id)).headers.get("content-type")).toBe("application/octet-stream")
  })

  test("an unattached file is its uploader's alone, an attached one is there for whoever sees the item", async () => {
    const fileId = await uploaded(ada, firstItem())
    expect((await download(ada, fileId)).status).toBe(200)
    expect((await download(bob, fileId)).status).toBe(404)
    await name(ada, firstItem(), [fileId], 1)
    expect((await download(bob, fileId)).status).toBe(200)
    const hidden = await uploaded(ada, secondItem())
    await name(ada, secondItem(), [hidden], 1)
    expect((await download(ada, hidden)).status).toBe(200)
    expect((await download(bob, hidden)).status).toBe(404)
  })

  test("a file that the list names no longer is deleted, and so are those of a deleted item", async () => {
    const [left, dropped] = [await uploaded(ada, firstItem()), await uploaded(ada, firstItem())]
    await name(ada, firstItem(), [left, dropped], 1)
    await name(ada, firstItem(), [left], 2)
    expect([record(left).deleted, record(dropped).deleted]).toEqual([false, true])
    expect((await download(ada, dropped)).status).toBe(404)
    await ada.deleteItem({ params: { "app-id": "APP", "datastore-id": "TASKS", "item-id": firstItem() } })
    expect(record(left).deleted).toBe(true)
    expect((await download(ada, left)).status).toBe(404)
  })

  test("unknown: 404", async () => {
    expect(await download(ada, FREE_ID)).toMatchObject({ status: 404, body: { error_code: "NOT_FOUND" } })
  })
})

describe("what an item may name", () => {
  test("a file of another item, which is kept as a copy with an ID of its own", async () => {
    const fileId = await uploaded(ada, firstItem())
    await name(ada, firstItem(), [fileId], 1)
    expect((await name(ada, secondItem(), [fileId], 1)).status).toBe(200)
    const { file_id: copyId } = (await paperOf(ada, secondItem())).value as { file_id: string }
    expect(copyId).not.toBe(fileId)
    expect(record(copyId)).toMatchObject({ iId: secondItem(), blob: record(fileId).blob, temporary: false })
    await name(ada, firstItem(), [], 2)
    expect([record(fileId).deleted, record(copyId).deleted]).toEqual([true, false])
    expect((await download(ada, copyId)).status).toBe(200)
    expect((await download(bob, copyId)).status).toBe(404)
  })

  test("not an unknown file, a deleted one, or one of an item the caller does not see", async () => {
    const hidden = await uploaded(ada, secondItem())
    await name(ada, secondItem(), [hidden], 1)
    const deleted = await uploaded(ada, firstItem())
    await remove(ada, firstItem(), deleted)
    for (const fileId of [FREE_ID, hidden, deleted]) {
      const before = world.hash()
      const { status, body } = await name(bob, firstItem(), [fileId], 1)
      expect([status, body]).toMatchObject([400, { error: [{ error_code: "INVALID_VALUE" }] }])
      expect(world.hash()).toBe(before)
    }
  })
})

describe("DeleteFile", () => {
  test("takes the file from the item, which has a new revision", async () => {
    const [left, dropped] = [await uploaded(ada, firstItem()), await uploaded(ada, firstItem())]
    await name(ada, firstItem(), [left, dropped], 1)
    expect(await remove(bob, firstItem(), dropped)).toMatchObject({ status: 200, body: null })
    expect(await paperOf(ada, firstItem())).toMatchObject({ revNo: 3, value: { file_id: left } })
    expect(record(dropped).deleted).toBe(true)
    await remove(ada, firstItem(), left)
    expect(await paperOf(ada, firstItem())).toEqual({ revNo: 4, value: null })
  })

  test("an upload that no item names is deleted without touching the item", async () => {
    const fileId = await uploaded(ada, firstItem())
    expect((await remove(ada, firstItem(), fileId)).status).toBe(200)
    expect(record(fileId).deleted).toBe(true)
    expect((await paperOf(ada, firstItem())).revNo).toBe(1)
  })

  test("absent: 404, and nothing changes", async () => {
    const fileId = await uploaded(ada, firstItem())
    await name(ada, firstItem(), [fileId], 1)
    const hidden = await uploaded(ada, secondItem())
    await name(ada, secondItem(), [hidden], 1)
    const before = world.hash()
    for (const answered of [
      await remove(ada, firstItem(), FREE_ID),
      await remove(ada, secondItem(), fileId),
      await remove(ada, firstItem(), fileId, "Title"),
      await remove(ada, firstItem(), fileId, "Nothing"),
      await remove(bob, secondItem(), hidden),
    ]) {
      expect(answered).toMatchObject({ status: 404, body: { error_code: "NOT_FOUND" } })
    }
    expect(world.hash()).toBe(before)
  })
})

describe("storage", () => {
  test("counts what is there; an upload beyond the limit is refused", async () => {
    const [workspace] = world.view().table("workspaces").toArray()
    const wId = workspace?.wId as NonNullable<typeof workspace>["wId"]
    const fileId = await uploaded(ada, firstItem())
    await uploaded(ada, firstItem())
    expect(storedBytes(world.view(), wId)).toBe(10)
    await remove(ada, firstItem(), fileId)
    expect(storedBytes(world.view(), wId)).toBe(5)
    await world.commit("Test", null, (tx) => tx.patch("workspaces", wId, { limits: { ...NO_LIMITS, storageMb: 1 } }))
    const before = world.hash()
    const answered = await upload(ada, firstItem(), fileOf("x".repeat(1_048_572)))
    expect([answered.status, answered.body]).toEqual([400, expect.objectContaining({ error_code: "INVALID_SETTINGS" })])
    expect(world.hash()).toBe(before)
    expect((await upload(ada, firstItem(), fileOf("x".repeat(1_048_571)))).status).toBe(200)
  })
})

describe("temporary files, model.md section 18", () => {
  test("die 24 hours after the upload, attached ones live on", async () => {
    const [kept, lost] = [await uploaded(ada, firstItem()), await uploaded(ada, firstItem())]
    await name(ada, firstItem(), [kept], 1)
    expect(world.clock.schedule()).toEqual([
      { at: "2026-01-06T09:00:00.000Z", kind: "file_expiry", id: lost, name: "note.txt" },
    ])
    await world.clock.to("2026-01-06T08:59:59.999Z")
    expect((await download(ada, lost)).status).toBe(200)
    const { fired } = await world.clock.advance(1)
    expect(fired).toEqual([
      { at: "2026-01-06T09:00:00.000Z", kind: "file_expiry", id: lost, name: "note.txt", affected: 0 },
    ])
    expect([record(lost).deleted, record(kept).deleted]).toEqual([true, false])
    expect([(await download(ada, lost)).status, (await download(bob, kept)).status]).toEqual([404, 200])
    expect(world.clock.schedule()).toEqual([])
  })
})
