import { describe, expect, test } from "vitest"

givenPapers()

import {
  ada,
  bob,
  download,
  FREE_ID,
  firstItem,
  givenPapers,
  name,
  paperOf,
  record,
  remove,
  secondItem,
  uploadedId,
  world,
} from "./papers.ts"

describe("what an item may name", () => {
  test("a file of another item, which is kept as a copy with an ID of its own", async () => {
    const fileId = await uploadedId(ada, firstItem())
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

  test("a file that another item of the same request gives up, whatever came first", async () => {
    const fileId = await uploadedId(ada, firstItem())
    await name(ada, firstItem(), [fileId], 1)
    const params = { "app-id": "APP", "datastore-id": "TASKS", "item-id": firstItem() }
    const paper = (Paper: readonly string[]) => ({ operation: 2, i_id: secondItem(), item: { Paper } })
    const { body } = await ada.updateItem({
      params,
      body: { item: { Paper: [] }, is_force_update: true, related_ds_items: { TASKS: [paper([fileId])] } },
    })
    expect(body.error).toBe("")
    const { file_id: copyId } = (await paperOf(ada, secondItem())).value as { file_id: string }
    expect(copyId).not.toBe(fileId)
    expect([record(fileId).deleted, record(copyId).deleted]).toEqual([true, false])
    expect((await download(ada, copyId)).status).toBe(200)

    const related = { operation: 2, i_id: firstItem(), item: { Paper: [copyId] } }
    const back = await ada.updateItem({
      params,
      body: { is_force_update: true, related_ds_items: { TASKS: [paper([]), related, paper([copyId])] } },
    })
    expect(back.body.error).toBe("")
    expect((await paperOf(ada, secondItem())).value).toMatchObject({ file_id: copyId })
    expect(record(copyId).deleted).toBe(false)
  })

  test("an item may not name an unknown file, a deleted one, or a file of an item that the caller does not see", async () => {
    const hidden = await uploadedId(ada, secondItem())
    await name(ada, secondItem(), [hidden], 1)
    const deleted = await uploadedId(ada, firstItem())
    await remove(ada, firstItem(), deleted)
    for (const fileId of [FREE_ID, hidden, deleted]) {
      const before = world.hash()
      const { status, body } = await name(bob, firstItem(), [fileId], 1)
      expect([status, body]).toMatchObject([400, { error: [{ error_code: "INVALID_VALUE" }] }])
      expect(world.hash()).toBe(before)
    }
  })
})
