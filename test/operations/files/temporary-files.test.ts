import { describe, expect, test } from "vitest"
import { ada, bob, download, firstItem, givenPapers, name, record, uploadedId, world } from "./papers.ts"

givenPapers()

describe("temporary files, model.md section 18", () => {
  test("die 24 hours after the upload, attached ones live on", async () => {
    const [kept, lost] = [await uploadedId(ada, firstItem()), await uploadedId(ada, firstItem())]
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
