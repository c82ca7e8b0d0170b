import fc from "fast-check"
import { expect, test, vi } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { isLongAnswer, writeLongAnswer } from "../../emulator/pipeline/long-answer.ts"
import { createWorld, type Fixture } from "../../src/inside.ts"
import { DESK } from "../control/desk.ts"

const MIB = 1_048_576

test("a long answer is what JSON.stringify makes of it", async () => {
  const value = fc.dictionary(
    fc.string({ maxLength: 3 }),
    fc.oneof(fc.array(fc.jsonValue(), { maxLength: 60 }), fc.jsonValue(), fc.constant(undefined)),
    { maxKeys: 5 },
  )
  await fc.assert(
    fc.asyncProperty(fc.oneof(value, fc.array(fc.jsonValue(), { maxLength: 60 })), async (answer) => {
      expect(await writeLongAnswer(answer)).toBe(JSON.stringify(answer))
    }),
    { seed: 7 },
  )
})

test("others have their turn while it is written", async () => {
  const answer = { items: Array.from({ length: 64 }, (_, at) => ({ at, text: "x".repeat(MIB / 2) })) }
  expect(isLongAnswer(answer)).toBe(true)
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await writeLongAnswer(answer)
  isOver = true
  expect(turns).toBeGreaterThanOrEqual(7)
})

test("answers beyond 128 MiB are refused, of which no more than that was written (control.md section 4)", async () => {
  const fixture = structuredClone(DESK) as Fixture
  const application = fixture.workspaces[0]?.applications?.[0]
  const tickets = application?.datastores?.[0]
  if (application?.datastores === undefined || tickets?.fields === undefined) throw new Error("no datastore")
  tickets.fields.Manual = { name: "Manual", dataType: "dslookup", dslookup: { datastore: "MANUALS", field: "Title" } }
  tickets.items = Array.from({ length: 300 }, () => ({ values: { Manual: "@long" }, status: "New" }))
  application.datastores.push({
    datastore_id: "MANUALS",
    name: "Manuals",
    fields: { Title: { name: "Title", dataType: "text", as_title: true } },
    items: [{ key: "long", values: { Title: "x".repeat(MIB) } }],
  })
  const app = createApp({ world: await createWorld({ fixture }) })
  const search = (per_page: number) =>
    app.fetch(
      new Request("http://hexarium/api/v0/applications/DESK/datastores/TICKETS/items/search", {
        method: "POST",
        headers: { "content-type": "application/json", authorization: "Bearer ada-fixed-token-1" },
        body: JSON.stringify({ page: 1, per_page, include_lookups: true, use_display_id: true }),
      }),
    )
  const written = vi.spyOn(JSON, "stringify")
  const refused = await search(0)
  let length = 0
  for (const { value } of written.mock.results) length += String(value ?? "").length
  written.mockRestore()
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain("the answer is longer than 128 MiB: ask for fewer items a page")
  expect(length).toBeLessThan(150 * MIB)
  expect((await search(10)).status).toBe(200)
})
