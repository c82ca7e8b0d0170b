import { describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import {
  ada,
  bob,
  download,
  FREE_ID,
  fileOf,
  firstItem,
  givenPapers,
  name,
  record,
  secondItem,
  text,
  uploadedId,
  world,
} from "./papers.ts"

givenPapers()

describe("GetFile", () => {
  test("returns the bytes under a name that is data", async () => {
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

  test("the content type comes back as it was sent, parameters and all", async () => {
    const type = 'Text/CSV; charset="UTF-8"; header=present'
    const body = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: ${type}\r\n\r\na,b\r\n--x--\r\n`
    const app = createApp({ world })
    const headers = { authorization: "Bearer ada-token", "content-type": "multipart/form-data; boundary=x" }
    const made = await app.request("http://localhost/api/v0/files", { method: "POST", headers, body })
    const { file_id } = (await made.json()) as { file_id: string }
    expect((await download(ada, file_id)).headers.get("content-type")).toBe(type)
  })

  test("a name too long for a header is cut there and nowhere else", async () => {
    const long = "日本\ud800".repeat(5000)
    const { body } = await ada.uploadFileDetached({ form: { filename: long, file: fileOf("x") } })
    expect(record(body.file_id)).toMatchObject({ name: long.replaceAll("\ud800", "\ufffd") })
    const disposition = (await download(ada, body.file_id)).headers.get("content-disposition") ?? ""
    // 255 bytes, in characters of three bytes.
    expect(decodeURIComponent(disposition.split("''")[1] ?? "")).toBe(`${"日本\ufffd".repeat(28)}日`)
  })

  test("a content type beyond 255 characters is refused, and one of a fixture does not reach a header", async () => {
    const type = (length: number) => `text/${"x".repeat(length - 5)}`
    const send = (length: number) => ada.uploadFileDetached({ form: { file: fileOf("x", "x", type(length)) } })
    const { status, body } = await send(256)
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({ error: "the content type of a file must have at most 255 characters" }),
    ])
    const { file_id } = (await send(255)).body
    expect((await download(ada, file_id)).headers.get("content-type")).toBe(type(255))
    await world.commit("Test", null, (tx) => void tx.patch("files", file_id as never, { contentType: type(40_000) }))
    expect((await download(ada, file_id)).headers.get("content-type")).toBe("application/octet-stream")
  })

  test("a content type that is none does not reach a header", async () => {
    const { body } = await ada.uploadFileDetached({ form: { file: fileOf("x", "x", "日本/語") } })
    expect((await download(ada, body.file_id)).headers.get("content-type")).toBe("application/octet-stream")
  })

  test("an unattached file is its uploader's alone, an attached one is there for whoever sees the item", async () => {
    const fileId = await uploadedId(ada, firstItem())
    expect((await download(ada, fileId)).status).toBe(200)
    expect((await download(bob, fileId)).status).toBe(404)
    await name(ada, firstItem(), [fileId], 1)
    expect((await download(bob, fileId)).status).toBe(200)
    const hidden = await uploadedId(ada, secondItem())
    await name(ada, secondItem(), [hidden], 1)
    expect((await download(ada, hidden)).status).toBe(200)
    expect((await download(bob, hidden)).status).toBe(404)
  })

  test("a file that the list names no longer is deleted, and so are those of a deleted item", async () => {
    const [left, dropped] = [await uploadedId(ada, firstItem()), await uploadedId(ada, firstItem())]
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
