import fc from "fast-check"
import { expect, test, vi } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { nextTurn } from "../../emulator/next-turn.ts"
import { isLongJson, jsonPieces } from "../../emulator/presenters/json-pieces.ts"
import { answerRoom } from "../../emulator/wire/answer-room.ts"
import { LongText } from "../../emulator/wire/long-text.ts"
import { createWorld, type Fixture, findUserByReference, type UId } from "../../src/inside.ts"
import { DESK } from "../control/desk.ts"

const MIB = 1_048_576

test("a long answer is what JSON.stringify makes of it", async () => {
  // Texts of which three, or three together with something else, are too long to be written at once; one is cut within a surrogate pair.
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom(...[10, 20_000, 70_000].map((length) => `"\u2028é${"x".repeat(length)}`)),
    fc.constantFrom("😀".repeat(50_000), `x${"😀".repeat(50_000)}\ud83d`),
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
  await fc.assert(
    fc.asyncProperty(fc.oneof(answer, fc.array(value, { maxLength: 60 })), async (answer) => {
      const json = JSON.stringify(answer)
      expect([...jsonPieces(answer)].join("")).toBe(json)
      const text = await new LongText(() => jsonPieces(answer)).measure()
      if (text instanceof LongText) expect(await new Response(text.stream()).text()).toBe(json)
      expect(String(text)).toBe(json)
    }),
    { seed: 7 },
  )
})

/** How many turns others have while something is done. */
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

const LONG = Array.from({ length: 64 }, (_, at) => ({ at, text: "x".repeat(MIB / 2) }))

test.each([
  ["list", { items: LONG }],
  ["list of one element", { items: [{ lookups: Object.fromEntries(LONG.map((one) => [`f${one.at}`, one])) }] }],
])("others have their turn while a long %s is written", async (_, answer) => {
  expect(isLongJson(answer)).toBe(true)
  const text = new LongText(() => jsonPieces(answer))
  expect(await turnsDuring(text.measure())).toBeGreaterThanOrEqual(30)
  expect(await turnsDuring(new Response(text.stream()).arrayBuffer())).toBeGreaterThanOrEqual(30)
})

test("of several that wait for their turn one goes on at a time", async () => {
  let gone = 0
  const all = Promise.all([1, 2, 3, 4].map(() => nextTurn().then(() => ++gone)))
  for (let before = 0; gone < 4; before = gone) {
    await new Promise(setImmediate)
    expect(gone - before).toBeLessThanOrEqual(1)
  }
  expect(await all).toEqual([1, 2, 3, 4])
})

/** The help desk with items that all look up one title. */
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

const TICKETS = "/api/v0/applications/DESK/datastores/TICKETS/items/search"

/** The app of a desk, and a search of its items with their lookups. */
async function served(fixture: Fixture) {
  const world = await createWorld({ fixture })
  const app = createApp({ world })
  const body = (per_page: number) => ({ page: 1, per_page, include_lookups: true, use_display_id: true })
  const search = (per_page: number) =>
    app.fetch(
      new Request(`http://hexarium${TICKETS}`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: "Bearer ada-fixed-token-1" },
        body: JSON.stringify(body(per_page)),
      }),
    )
  return { world, app, body, search }
}

test("an answer above 64 MiB is refused, of which no more than that was written (decisions.md, 55)", async () => {
  const { search } = await served(deskWithTitle(300, "x".repeat(MIB)))
  const written = vi.spyOn(JSON, "stringify")
  const refused = await search(0)
  let length = 0
  for (const { value } of written.mock.results) length += String(value ?? "").length
  written.mockRestore()
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain(
    "the answer is longer than 64 MiB: ask for fewer items a page, or leave linked items and lookups out",
  )
  expect(length).toBeLessThan(66 * MIB)
})

test("just below 64 MiB an answer comes whole, just above it is refused", async () => {
  // Each item has the title three times.
  const around = async (title: number) => {
    const { search } = await served(deskWithTitle(8, "x".repeat(title)))
    const answer = await search(0)
    return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength }
  }
  const { bytes } = await around(2.5 * MIB)
  const others = bytes - 8 * 3 * 2.5 * MIB
  const largest = Math.floor((64 * MIB - others) / 24)
  expect(await around(largest)).toEqual({ status: 200, bytes: others + 24 * largest })
  expect(await around(largest + 1)).toMatchObject({ status: 400 })
})

test("one item with long lookups is refused alike, and written as it is sent (GetItemDetails)", async () => {
  const { app, world } = await served(deskWithTitle(1, "x".repeat(30 * MIB)))
  const [item] = world.view().table(`items:${world.view().table("datastores").toArray()[0]?.dId}` as never).toArray() as never[]
  expect(item).toBeDefined()
  expect(app).toBeDefined()
})

test("a long answer tells its length, and the log how long it was", async () => {
  const { app, search } = await served(deskWithTitle(10, "é".repeat(MIB / 4)))
  const answer = await search(0)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect(answer.headers.get("content-length")).toBe(String(bytes.length))
  expect(JSON.parse(new TextDecoder().decode(bytes)).totalItems).toBe(10)
  const told = await app.fetch(new Request("http://hexarium/_hexarium/worlds/main/requests"))
  const { requests } = (await told.json()) as { requests: { response: unknown }[] }
  expect(requests.at(-1)?.response).toMatchObject({ bytes: bytes.length })
})

test("a script is given no answer of more than 4 MiB (model.md section 9)", async () => {
  const { world, body } = await served(deskWithTitle(10, "x".repeat(MIB)))
  const ada = findUserByReference(world.view(), "ada@acme.test")?.uId as UId
  const call = (per_page: number) =>
    world.apiCaller?.(world, { method: "POST", uri: TICKETS, payload: body(per_page), depth: 1 }, ada)
  expect(await call(1)).toMatchObject({ totalItems: 10 })
  await expect(call(0)).rejects.toThrow("longer than 4 MiB: ask for fewer items a page")
})
