import { randomBytes } from "node:crypto"
import { describe, expect, test } from "vitest"
import { readingArchive } from "../../../src/fixtures/templates/content-archive.ts"
import { workshop } from "../../sample-worlds/workshop.ts"
import { linesOf, template, zipOf } from "./hostile-archives.ts"

/** Result of reading an archive, the number of turns that other code got, and the processor time in ms. */
function read(bytes: Uint8Array) {
  const began = process.cpuUsage()
  const reading = readingArchive(bytes)
  let turns = 0
  let outcome = "read"
  try {
    while (reading.next().done !== true) turns += 1
  } catch (error) {
    outcome = (error as Error).message.replace("the archive can't be used: ", "")
  }
  const { user, system } = process.cpuUsage(began)
  return { outcome, turns, ms: (user + system) / 1000 }
}

/** The texts that the work parses as JSON: their number, the longest one, and the most between two turns of other code. */
async function countParsing<T>(
  work: () => T,
): Promise<{ result: Awaited<T>; texts: number; lines: number; longest: number; mostATurn: number }> {
  const { parse } = JSON
  const seen = { texts: 0, lines: 0, longest: 0, mostATurn: 0 }
  let ofTurn = 0
  JSON.parse = (text: string, reviver) => {
    seen.texts += 1
    ofTurn += 1
    if (text === EMPTY_ITEM) seen.lines += 1
    seen.longest = Math.max(seen.longest, text.length)
    seen.mostATurn = Math.max(seen.mostATurn, ofTurn)
    return parse(text, reviver)
  }
  let isOver = false
  // A timer, as the work also yields by timers. They alternate, however long the machine pauses.
  const turn = () => {
    ofTurn = 0
    if (!isOver) setTimeout(turn, 0)
  }
  turn()
  try {
    return { result: await work(), ...seen }
  } finally {
    isOver = true
    JSON.parse = parse
  }
}

const upload = async (bytes: Uint8Array) => {
  const shop = await workshop()
  const file = new File([bytes as Uint8Array<ArrayBuffer>], "template.zip")
  const { status, body } = await shop.as("ada").uploadTemplate({ form: { name: "Copy", file } })
  return { status, body, shop }
}

const MIB = 1_048_576
const ITEMS = "items/Notes.ndjson"
const EMPTY_ITEM = '{"values":{}}'
const item = (text = "x") => `${JSON.stringify({ values: { Text: text } })}\n`

const HISTORY = {
  i_id: "a".repeat(24),
  user: "ada@acme.test",
  comment: "",
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
  is_updated: false,
  transaction_id: "c".repeat(24),
}

describe("what an archive may hold is counted before it is parsed (api.md section 14)", () => {
  test.each<[string, Record<string, unknown>, string]>([
    [
      "values of a document",
      { "application.json": `{"queries":[${"0,".repeat(100_000)}0]}` },
      "application.json contains more than 100000 values",
    ],
    [
      "values of a line",
      { [ITEMS]: `${item()}{"links":[${"0,".repeat(100_000)}0]}` },
      "items/Notes.ndjson line 2 contains more than 100000 values",
    ],
    [
      "members of an object",
      {
        "application.json": JSON.stringify(
          Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`k${at}`, 0])),
        ),
      },
      "an object in application.json has more than 10000 properties",
    ],
    [
      "items, which count as twenty values at least",
      { [ITEMS]: `${EMPTY_ITEM}\n`.repeat(50_000) },
      "expected at most 1000000 values in total",
    ],
    ["bytes", { [ITEMS]: item("x".repeat(MIB)).repeat(20) }, "expected at most 20 MiB of JSON"],
    ["empty lines", { "histories.ndjson": "\n".repeat(25 * MIB) }, "expected at most 20 MiB of JSON"],
    [
      "bytes in one text that looks like a file",
      { [ITEMS]: item(`data:text/plain,${"x".repeat(21 * MIB)}`) },
      "expected at most 20 MiB of JSON",
    ],
  ])("too many %s", async (_, files, problem) => {
    const bytes = zipOf(template(files))
    const { result, longest } = await countParsing(() => read(bytes))
    const { outcome, ms } = result
    expect(outcome).toBe(problem)
    // The one text that is parsed could be a file. Its field decides whether it is one.
    if (!JSON.stringify(Object.values(files)).includes("data:")) expect(longest).toBeLessThan(2 * MIB)
    expect(ms).toBeLessThan(6000)
  })

  test("100,000 values in a document and nearly 1,000,000 in all are read, in turns with others", () => {
    const line = JSON.stringify({ values: { Text: Array.from({ length: 99_996 }, () => 0) } })
    const { outcome, turns } = read(zipOf(template({ [ITEMS]: `${line}\n`.repeat(9) })))
    expect(outcome).toBe("read")
    // The archive has 1.8 MB of lines.
    expect(turns).toBeGreaterThanOrEqual(9)
  })

  test("files that are attached to items do not count as JSON", async () => {
    const datastore = { datastore_id: "Notes", name: "Notes", fields: { Paper: { dataType: "file" } } }
    // The bytes repeat, so that they are packed quickly.
    const paper = `data:text/plain;base64,${Buffer.alloc(15.5 * MIB, randomBytes(MIB / 64)).toString("base64")}`
    const bytes = zipOf(
      template({
        "application.json": { application_id: "NOTES", name: "Notes", datastores: [datastore] },
        [ITEMS]: linesOf({ values: { Paper: paper } }),
      }),
      { level: 1 },
    )
    const { status, body, shop } = await upload(bytes)
    expect([status, body]).toEqual([200, { stream_id: expect.any(String) }])
    expect(
      Math.max(
        ...shop.world
          .view()
          .table("files")
          .toArray()
          .map(({ size }) => size),
      ),
    ).toBe(15.5 * MIB)
  })

  test("a template that would hold more than can be read is not saved", async () => {
    const shop = await workshop()
    const { dId } = shop.datastore("Orders")
    const [first] = shop.world.view().table(`items:${dId}`).toArray()
    const title = shop.datastore("Orders").fields[0]?.fId ?? ""
    await shop.world.commit("Test", null, (tx) => {
      for (let at = 0; at < 22; at += 1) {
        const values = { ...first?.values, [title]: "x".repeat(MIB) }
        tx.put(`items:${dId}`, { ...(first as NonNullable<typeof first>), iId: tx.newId(), values } as never)
      }
    })
    const { status, body } = await shop.as("ada").saveTemplate({ body: { project_id: "SHOP", name: "Shop" } })
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: "the archive can't be used: expected at most 20 MiB of JSON" })
  })
})

describe("what an archive holds is looked at once", () => {
  test("items of a datastore that is named five thousand times", async () => {
    const datastores = Array.from({ length: 5000 }, () => ({ datastore_id: "D", name: "x", fields: {} }))
    const bytes = zipOf(
      template({
        "application.json": { application_id: "N", name: "N", datastores },
        "items/D.ndjson": `${EMPTY_ITEM}\n`.repeat(1000),
      }),
    )
    const { result, lines } = await countParsing(() => upload(bytes))
    const { status, body } = result
    expect(status).toBe(400)
    expect(body).toMatchObject({
      error: expect.stringContaining("the display ID D is already used, and more than 100 more"),
    })
    expect(lines).toBe(1000)
  })

  test("half a surrogate pair, which nothing else lets in", () => {
    expect(read(zipOf(template({ [ITEMS]: '{"values":{"Text":"\\ud83d\\ude00"}}' })))).toMatchObject({
      outcome: "read",
    })
    const { outcome } = read(zipOf(template({ [ITEMS]: `${item()}{"values":{"Text":"\\ud83d"}}` })))
    expect(outcome).toBe("a string in items/Notes.ndjson line 2 contains an unpaired surrogate")
  })

  test("wrong lines: the first ends the reading", async () => {
    const bytes = zipOf(template({ [ITEMS]: "0\n".repeat(500_000) }))
    const { result, texts } = await countParsing(() => read(bytes))
    expect(result.outcome).toBe("items/Notes.ndjson line 1: expected an object")
    expect(texts).toBe(3)
  })

  test("histories: their form is made once", () => {
    const bytes = zipOf(template({ "histories.ndjson": `${JSON.stringify(HISTORY)}\n`.repeat(20_000) }))
    expect(read(bytes)).toMatchObject({ outcome: "read" })
    const { ms } = read(bytes)
    // A form for each takes at least 40 microseconds, some 6 s in all.
    expect(ms).toBeLessThan(2000)
  })
})

describe("a large archive gives turns to others (control.md section 4)", () => {
  const fields = Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`F${at}`, { dataType: "text" }]))
  const wide = JSON.stringify({ values: Object.fromEntries(Object.keys(fields).map((name) => [name, "x"])) })
  const wideApplication = {
    application_id: "NOTES",
    name: "Notes",
    datastores: [{ datastore_id: "Notes", name: "Notes", fields }],
  }

  // Others have a turn after 64 KiB, which is less than an eighth of the lines.
  test.each<[string, number, Record<string, unknown>]>([
    ["empty items", 40_000, { [ITEMS]: `${EMPTY_ITEM}\n` }],
    ["items of sixteen values", 8000, { "application.json": wideApplication, [ITEMS]: `${wide}\n` }],
  ])(
    "%s: when it is uploaded, and when an application is made from it",
    async (_, lines, { [ITEMS]: line, ...others }) => {
      const files = { ...others, [ITEMS]: String(line).repeat(lines) }
      const { result, ...uploading } = await countParsing(() => upload(zipOf(template(files))))
      expect(result.status).toBe(200)
      const { as, world } = result.shop
      const [{ tpId = "" } = {}] = world.view().table("templates").toArray()
      const body = { name: { en: "Again", ja: "Again" }, tp_id: tpId }
      const { result: made, ...creating } = await countParsing(() => as("ada").createApplication({ body }))
      expect(made.status).toBe(200)
      // The transaction can't pause, so it parses no line. Its items are counted earlier (above).
      for (const { texts, mostATurn } of [uploading, creating]) {
        expect(texts).toBeGreaterThan(lines)
        expect(mostATurn).toBeLessThan(lines / 8)
      }
    },
  )
})
