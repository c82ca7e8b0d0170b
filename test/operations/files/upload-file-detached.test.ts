import { describe, expect, test } from "vitest"
import { ada, fileOf, firstItem, givenPapers, name, record } from "./papers.ts"

givenPapers()

describe("UploadFileDetached", () => {
  test("keeps a file for whatever item names it; filename and fileName are the same", async () => {
    const { body } = await ada.uploadFileDetached({ form: { fileName: "a.txt", file: fileOf("x") } })
    expect(record(body.file_id)).toMatchObject({ name: "a.txt", dId: null, iId: null, temporary: true })
    await name(ada, firstItem(), body.file_id, 1)
    expect(record(body.file_id)).toMatchObject({ iId: firstItem(), temporary: false, deleted: false })
  })
})
