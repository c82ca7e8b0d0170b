import { describe, expect, test } from "vitest"
import {
  ada,
  bob,
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

givenPapers()

describe("DeleteFile", () => {
  test("takes the file from the item, which has a new revision", async () => {
    const [left, dropped] = [await uploadedId(ada, firstItem()), await uploadedId(ada, firstItem())]
    await name(ada, firstItem(), [left, dropped], 1)
    expect(await remove(bob, firstItem(), dropped)).toMatchObject({ status: 200, body: null })
    expect(await paperOf(ada, firstItem())).toMatchObject({ revNo: 3, value: { file_id: left } })
    expect(record(dropped).deleted).toBe(true)
    await remove(ada, firstItem(), left)
    expect(await paperOf(ada, firstItem())).toEqual({ revNo: 4, value: null })
  })

  test("an upload that no item names is deleted without touching the item", async () => {
    const fileId = await uploadedId(ada, firstItem())
    expect((await remove(ada, firstItem(), fileId)).status).toBe(200)
    expect(record(fileId).deleted).toBe(true)
    expect((await paperOf(ada, firstItem())).revNo).toBe(1)
  })

  test("absent: 404, and nothing changes", async () => {
    const fileId = await uploadedId(ada, firstItem())
    await name(ada, firstItem(), [fileId], 1)
    const hidden = await uploadedId(ada, secondItem())
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
