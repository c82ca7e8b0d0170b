import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { checkInvariants, createWorld } from "../../../src/index.ts"
import { stateDigest } from "../../../src/state/index.ts"
import { apiClient } from "../../conformance.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

/** An import accepts the CSV that ItemList returns. */

const fields = {
  Text: { dataType: "text" },
  Long: { dataType: "textarea" },
  No: { dataType: "autonum", autonum: { prefix: "N-" } },
  Num: { dataType: "number" },
  Twice: { dataType: "calc", calc: { formula: "Num * 2" } },
  Sel: { dataType: "select", options: { a: "Alpha, one", b: 'Be"ta' } },
  Tags: { dataType: "checkbox", options: { hot: "Hot", cold: "Cold" } },
  Day: { dataType: "date" },
  Due: { dataType: "datetime" },
  At: { dataType: "time" },
  Maker: { dataType: "dslookup", dslookup: { datastore: "Makers", field: "Name" } },
  State: { dataType: "status" },
} as const

const fixture = fixtureOf({
  datastores: {
    Makers: {
      fields: { Name: { dataType: "text", as_title: true } },
      items: [
        { values: { Name: "Acme, Inc." }, i_id: "a".repeat(24) },
        { values: { Name: "Zeta\nline" }, i_id: "b".repeat(24) },
      ],
    },
    From: { fields, statuses: { New: { name: "Brand new" }, Old: { name: 'Old "one"' } } },
    To: { fields, statuses: { New: { name: "Brand new" }, Old: { name: 'Old "one"' } } },
  },
})

const text = fc.string({
  unit: fc.constantFrom("a", "B", " ", ",", '"', "\n", "\r\n", ";", "'", "=", "株", "😀", "\ufeff"),
  maxLength: 8,
})
const item = fc.record(
  {
    Text: text,
    Long: text,
    Num: fc.oneof(fc.double({ noNaN: true, min: -1e15, max: 1e15 }), fc.integer()),
    Sel: fc.constantFrom("a", "b"),
    Tags: fc.uniqueArray(fc.constantFrom("hot", "cold")),
    Day: fc.constantFrom("2026-02-01", "0001-01-02"),
    Due: fc.constantFrom("2026-02-01T10:20:30Z", "2026-02-01T10:20:30+09:00"),
    At: fc.constantFrom("09:30", "23:59:59"),
    Maker: fc.constantFrom("a".repeat(24), "b".repeat(24)),
  },
  { requiredKeys: [] },
)

const api = async () => {
  const world = await createWorld({ fixture })
  return { world, ada: apiClient(createApp({ world }), "ada-token") }
}

const at = (datastore: string) => ({ "app-id": "APP", "datastore-id": datastore })

type Ada = Awaited<ReturnType<typeof api>>["ada"]

/** Oldest first, so that imported items have the order of the originals. */
const order = { sort_fields: [{ id: "created_at" }, { id: "No" }] }

async function csvOf(ada: Ada, datastore: string): Promise<string> {
  const { body } = await ada.itemList({ params: at(datastore), body: { ...order, format: "csv" } })
  const bytes: unknown = body
  return typeof bytes === "string" ? bytes : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes as Uint8Array)
}

async function load(ada: Ada, datastore: string, csv: string, form: Record<string, string> = {}) {
  const file = new File([csv], "items.csv")
  const { status, body } = await ada.importItems({
    params: at(datastore),
    form: { filename: "items.csv", file, ...form },
  })
  expect([status, JSON.stringify(body)]).toEqual([200, expect.anything()])
  const params = { "datastore-id": datastore, "temp-datastore-id": body.temp_datastore_id }
  return (await ada.getImportResults({ params })).body
}

describe("CSV download and import (model.md section 16)", () => {
  test("give the same list, in another datastore and over the items themselves", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(item, fc.boolean()), { minLength: 1, maxLength: 6 }), async (made) => {
        const { world, ada } = await api()
        for (const [values, isOld] of made) {
          const item = { ...values, ...(isOld ? { State: "Old" } : {}) }
          const { status, body } = await ada.createItem({ params: at("From"), body: { item } })
          expect([status, JSON.stringify(body)]).toEqual([200, expect.anything()])
        }
        const csv = await csvOf(ada, "From")
        expect(await load(ada, "To", csv)).toBeNull()
        expect(await csvOf(ada, "To")).toBe(csv)
        expect(await load(ada, "From", csv, { key_field_displayid: "No" })).toBeNull()
        expect(await csvOf(ada, "From")).toBe(csv)
        await checkInvariants(world)
      }),
      { numRuns: 40, seed: 1 },
    )
  })

  test("cut off anywhere, a file is taken by its whole rows or refused, and then nothing is changed", async () => {
    const { world, ada } = await api()
    const cells = fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 4 })
    const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`
    await fc.assert(
      fc.asyncProperty(cells, fc.nat(), async (rows, cut) => {
        const whole = `Text,Long\n${rows.map((row) => row.map(quote).join(",")).join("\n")}`
        const file = new File([whole.slice(0, cut % whole.length)], "items.csv")
        const before = stateDigest(world.state)
        const { status } = await ada.importItems({ params: at("To"), form: { filename: "items.csv", file } })
        if (status === 400) expect(stateDigest(world.state)).toBe(before)
        else expect(status).toBe(200)
      }),
      { numRuns: 150, seed: 2 },
    )
  })
})
