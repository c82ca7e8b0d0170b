import fc from "fast-check"
import { Context } from "hono"
import { expect, test, vi } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { answerRoom, bytesReply, LongText, nextTurn } from "../../emulator/wire/index.ts"
import { isLongJson, jsonPieces, respond } from "../../emulator/wire/reply.ts"
import { ScriptChain } from "../../src/engine/index.ts"
import { DataUrl, type Fixture } from "../../src/fixtures/index.ts"
import type { UId } from "../../src/model/index.ts"
import { findUserByReference } from "../../src/people/index.ts"
import { createEngineWorld, dumpFixture } from "../../src/world/index.ts"
import { DESK } from "../control/desk.ts"
import { until } from "../until.ts"

const MIB = 1_048_576

test("a long response equals the text of JSON.stringify", () => {
  // Texts of which three together, or with other content, are too long to be written at once. One text is split within a surrogate pair.
  const text = fc.oneof(
    { weight: 4, arbitrary: fc.string() },
    {
      weight: 2,
      arbitrary: fc.constantFrom(...[10, 20_000, 70_000].map((length) => `"\u2028é${"x".repeat(length)}`)),
    },
    { weight: 1, arbitrary: fc.constantFrom("😀".repeat(50_000), `x${"😀".repeat(50_000)}\ud83d`) },
  )
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      text,
      fc.constantFrom(undefined, null, true, 0.5),
      fc.array(tie("value"), { maxLength: 20 }),
      fc.dictionary(fc.string({ maxLength: 3 }), tie("value"), { maxKeys: 8 }),
    ),
  }))
  const answer = fc.dictionary(fc.string({ maxLength: 3 }), value, { maxKeys: 5 })
  fc.assert(
    fc.property(fc.oneof(answer, fc.array(value, { maxLength: 60 })), (answer) => {
      expect([...jsonPieces(answer)].join("")).toBe(JSON.stringify(answer))
    }),
    { seed: 7 },
  )
})

/** Number of event loop turns that other code gets during the work. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await work
  isOver = true
  return turns
}

const LONG_ANSWER = Array.from({ length: 64 }, (_, at) => ({ at, text: "x".repeat(MIB / 2) }))

test.each([
  ["list", { items: LONG_ANSWER }],
  ["list of one element", { items: [{ lookups: Object.fromEntries(LONG_ANSWER.map((one) => [`f${one.at}`, one])) }] }],
])("others have their turn while a long %s is written", async (_, answer) => {
  expect(isLongJson(answer)).toBe(true)
  const text = new LongText(() => jsonPieces(answer))
  expect(await turnsDuring(text.measure())).toBeGreaterThanOrEqual(30)
  expect(await turnsDuring(new Response(text.stream()).arrayBuffer())).toBeGreaterThanOrEqual(30)
})

test("the room lets one of several waiting responses go on at a time", async () => {
  let gone = 0
  const all = Promise.all([1, 2, 3, 4].map(() => nextTurn().then(() => ++gone)))
  for (let before = 0; gone < 4; before = gone) {
    await new Promise(setImmediate)
    expect(gone - before).toBeLessThanOrEqual(1)
  }
  expect(await all).toEqual([1, 2, 3, 4])
})

/** The help desk with items that all look up the same title. */
function deskWithTitle(count: number, title: string): Fixture {
  const fixture = structuredClone(DESK) as Fixture
  const application = fixture.workspaces[0]?.applications?.[0]
  const tickets = application?.datastores?.[0]
  if (application?.datastores === undefined || tickets?.fields === undefined) throw new Error("no datastore")
  tickets.fields.Manual = { name: "Manual", dataType: "dslookup", dslookup: { datastore: "MANUALS", field: "Title" } }
  tickets.items = Array.from({ length: count }, () => ({ values: { Manual: "@long" }, status: "New" }))
  application.datastores.push({
    datastore_id: "MANUALS",
    name: "Manuals",
    fields: { Title: { name: "Title", dataType: "text", as_title: true } },
    items: [{ key: "long", values: { Title: title } }],
  })
  return fixture
}

const ADA = { authorization: "Bearer ada-fixed-token-1", "content-type": "application/json" }
const TICKETS = "/api/v0/applications/DESK/datastores/TICKETS/items/search"

/** The app of the fixture, and a search that includes lookups. */
async function serveFixture(fixture: Fixture) {
  const world = await createEngineWorld({ fixture })
  const app = createApp({ world })
  const body = (per_page: number) => ({ page: 1, per_page, include_lookups: true, use_display_id: true })
  const search = (per_page: number) =>
    app.fetch(
      new Request(`http://hexarium${TICKETS}`, {
        method: "POST",
        headers: ADA,
        body: JSON.stringify(body(per_page)),
      }),
    )
  return { world, app, body, search }
}

test("a response above 64 MiB is refused, and no more than that was written (control.md section 4)", async () => {
  const { search } = await serveFixture(deskWithTitle(300, "x".repeat(MIB)))
  const written = vi.spyOn(JSON, "stringify")
  const refused = await search(0)
  let length = 0
  for (const { value } of written.mock.results) length += String(value ?? "").length
  written.mockRestore()
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain(
    "the response is longer than 64 MiB; request fewer items per page, or omit linked items and lookups",
  )
  expect(length).toBeLessThan(66 * MIB)
})

test("a response just below 64 MiB is sent whole, and one just above it is refused", async () => {
  // Each item contains the title three times.
  const around = async (title: number) => {
    const { search } = await serveFixture(deskWithTitle(8, "x".repeat(title)))
    const answer = await search(0)
    return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength }
  }
  const { bytes } = await around(MIB / 16)
  const others = bytes - (24 * MIB) / 16
  const largest = Math.floor((64 * MIB - others) / 24)
  expect(await around(largest)).toEqual({ status: 200, bytes: others + 24 * largest })
  expect(await around(largest + 1)).toMatchObject({ status: 400 })
})

test.each(["true", "false"])(
  "the server writes one long item as it is sent, within its limit (GetItemDetails, display IDs: %s)",
  async (shown) => {
    const details = async (title: string) => {
      const fixture = deskWithTitle(1, title)
      const [ticket] = fixture.workspaces[0]?.applications?.[0]?.datastores?.[0]?.items ?? []
      if (ticket !== undefined) ticket.i_id = "a".repeat(24)
      const { app } = await serveFixture(fixture)
      const path = `/api/v0/applications/DESK/datastores/TICKETS/items/details/${ticket?.i_id}`
      const query = `?use_display_id=${shown}&include_lookups=true&include_linked_items=true`
      return app.fetch(new Request(`http://hexarium${path}${query}`, { headers: ADA }))
    }
    // The JSON of the two responses has the same members. Only the title differs.
    const [short, long] = [await (await details("x")).text(), await (await details("x".repeat(MIB))).text()]
    expect(long).toBe(short.replaceAll('"x"', `"${"x".repeat(MIB)}"`))
    expect((await details("x".repeat(33 * MIB))).status).toBe(400)
  },
)

test("a write whose item is too long for a response is done, and reports that the item is left out", async () => {
  const fixture = deskWithTitle(0, "")
  const tickets = fixture.workspaces[0]?.applications?.[0]?.datastores?.[0]
  if (tickets?.fields === undefined) throw new Error("no datastore")
  const fields = ["A", "B", "C"]
  for (const name of fields) tickets.fields[name] = { name, dataType: "text" }
  const i_id = "a".repeat(24)
  tickets.items = [{ i_id, values: Object.fromEntries(fields.map((name) => [name, "x".repeat(22 * MIB)])) }]
  const { app } = await serveFixture(fixture)
  const post = async (path: string, item: object) => {
    const body = JSON.stringify({ item, return_item_result: true, is_force_update: true })
    const url = `http://hexarium/api/v0/applications/DESK/datastores/TICKETS/items/${path}`
    const answer = await app.fetch(new Request(url, { method: "POST", headers: ADA, body }))
    return { status: answer.status, told: (await answer.json()) as Record<string, unknown> }
  }
  for (const [path, revision] of [
    [`edit/${i_id}`, 2],
    [`action/${i_id}/Update`, 3],
  ] as const) {
    const { status, told } = await post(path, { Subject: `changed ${revision}` })
    expect(status).toBe(200)
    expect(told).toMatchObject({
      error: [{ error_level: "WARN", reference_id: i_id, error: expect.stringContaining("longer than 64 MiB") }],
      rev_no: { rev_no: revision },
    })
    expect(told).not.toHaveProperty("item")
  }
  const { told } = await post(`edit/${i_id}`, { C: "short" })
  expect(told).toMatchObject({ error: "", item: { i_id, rev_no: 4 } })
})

test("a long response has its length, and the log states it", async () => {
  const { app, search } = await serveFixture(deskWithTitle(10, "é".repeat(MIB / 4)))
  const answer = await search(0)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect(answer.headers.get("content-length")).toBe(String(bytes.length))
  expect(JSON.parse(new TextDecoder().decode(bytes)).totalItems).toBe(10)
  const told = await app.fetch(new Request("http://hexarium/_hexarium/worlds/main/requests"))
  const { requests } = (await told.json()) as { requests: { response: unknown }[] }
  expect(requests.at(-1)?.response).toMatchObject({ bytes: bytes.length })
})

test("a script receives no response of more than 4 MiB (model.md section 9)", async () => {
  const { world, body } = await serveFixture(deskWithTitle(10, "x".repeat(MIB)))
  const ada = findUserByReference(world.view(), "ada@acme.test")?.uId as UId
  const call = (per_page: number) =>
    world.apiCaller?.(world, { method: "POST", uri: TICKETS, payload: body(per_page), scripts: new ScriptChain() }, ada)
  expect(await call(1)).toMatchObject({ totalItems: 10 })
  await expect(call(0)).rejects.toThrow("longer than 4 MiB; request fewer items per page")
})

test("long responses share one limit: at most 128 MiB are composed at once", async () => {
  const { search } = await serveFixture(deskWithTitle(20, "x".repeat(MIB)))
  // Each response has 60 MiB.
  const answers = Array.from({ length: 4 }, async () => {
    const answer = await search(0)
    return (await answer.arrayBuffer()).byteLength
  })
  for (const bytes of await Promise.all(answers)) expect(bytes).toBeGreaterThan(60 * MIB)
  expect(answerRoom.peak).toBeGreaterThan(60 * MIB)
  expect(answerRoom.peak).toBeLessThanOrEqual(128 * MIB)
  expect(answerRoom.held).toBe(0)
})

test("a client that leaves while it waits leaves the queue, and a client that leaves in the middle returns its room", async () => {
  const { app } = await serveFixture(deskWithTitle(20, "x".repeat(MIB)))
  const search = (signal: AbortSignal) =>
    app.fetch(
      new Request(`http://hexarium${TICKETS}`, {
        method: "POST",
        headers: ADA,
        body: JSON.stringify({ page: 1, per_page: 0, include_lookups: true, use_display_id: true }),
        signal,
      }),
    )
  const never = new AbortController().signal
  const held = [await search(never), await search(never)]
  const leaving = new AbortController()
  const waiting = expect(search(leaving.signal)).rejects.toThrow()
  await until(() => expect(answerRoom.waiting).toBe(1))
  leaving.abort()
  await waiting
  expect(answerRoom.waiting).toBe(0)
  for (const answer of held) await answer.body?.cancel()
  expect(answerRoom.held).toBe(0)
})

/** Lengths of a response's parts, read one by one. */
async function partsOf({
  body,
}: Response): Promise<{ readonly parts: number; readonly largest: number; readonly text: string }> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body ?? []) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  return { parts: chunks.length, largest: Math.max(...chunks.map(({ length }) => length)), text }
}

test("CSV, exports and files are sent in parts, of any length, with their length", async () => {
  const { app, world } = await serveFixture(deskWithTitle(30, "x".repeat(3 * MIB)))
  // 90 MiB. The limit of 64 MiB is only for JSON.
  const body = JSON.stringify({ page: 1, per_page: 0, format: "csv", use_display_id: true })
  const csv = await app.fetch(new Request(`http://hexarium${TICKETS}`, { method: "POST", headers: ADA, body }))
  const sent = await partsOf(csv)
  expect(csv.headers.get("content-length")).toBe(String(sent.text.length))
  expect(sent.text.match(/\n/g)).toHaveLength(31)
  expect([sent.parts > 20, sent.largest < 5 * MIB]).toEqual([true, true])

  const exported = await app.fetch(new Request("http://hexarium/_hexarium/worlds/main/export"))
  const { parts, largest, text } = await partsOf(exported)
  expect(JSON.parse(text)).toEqual(dumpFixture(world))
  expect([parts > 2, largest < 2 * MIB]).toEqual([true, true])
  expect(answerRoom.held).toBe(0)
})

test("an export writes files piece by piece as the fixture has them", async () => {
  for (const length of [0, 1, 49_151, 49_152, 49_153, 200_000]) {
    const content = { contentType: 'text/"x"', bytes: Uint8Array.from({ length }, (_, at) => (at * 7919) % 256) }
    const file = `data:text/"x";base64,${Buffer.from(content.bytes).toString("base64")}`
    expect([...jsonPieces({ file: new DataUrl(content) })].join("")).toBe(JSON.stringify({ file }))
  }
})

test("a large file is sent in parts that are copies", async () => {
  const bytes = Uint8Array.from({ length: 3 * MIB + 1 }, (_, at) => at % 251)
  const context = { req: new Context(new Request("http://hexarium/")).req, env: {} }
  const answer = respond(context, bytesReply("application/octet-stream", bytes))
  expect(answer.headers.get("content-length")).toBe(String(bytes.length))
  const before = bytes.slice()
  const received: number[] = []
  const all = new Uint8Array(bytes.length)
  for await (const chunk of answer.body ?? []) {
    all.set(
      chunk,
      received.reduce((sum, one) => sum + one, 0),
    )
    received.push(chunk.length)
    chunk.fill(0)
  }
  expect(Buffer.compare(all, before)).toBe(0)
  expect(Buffer.compare(bytes, before)).toBe(0)
  expect(received.length).toBe(13)
})
