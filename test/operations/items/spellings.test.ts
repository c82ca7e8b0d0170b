import { beforeAll, describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { createWorld, dumpFixture, type World } from "../../../src/world/index.ts"
import { type ApiClient, apiClient } from "../../conformance.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

/** Spellings of numbers and instants that item writes and imports accept (model.md section 5.2). */

const NUMBERS = [
  ["5", 5],
  ["+5", 5],
  ["-0.5", -0.5],
  [".5", 0.5],
  ["5.", 5],
  ["1e3", 1000],
  ["1E-3", 0.001],
  ["-0", 0],
  ["００５", 5],
  ["－１．５ｅ＋１", -15],
] as const

const NO_NUMBERS = ["1 2", "1,000", "0x10", "1e", "e3", ".", "NaN", "Infinity", "1_000", "五", "--1", "1.2.3"]

const INSTANTS = [
  ["2026-02-03T04:05", "2026-02-03T04:05:00Z"],
  ["2026-02-03T04:05:06", "2026-02-03T04:05:06Z"],
  ["2026-02-03t04:05:06z", "2026-02-03T04:05:06Z"],
  ["2026-02-03 04:05:06", "2026-02-03T04:05:06Z"],
  ["2026-02-03T04:05:06.7Z", "2026-02-03T04:05:06Z"],
  ["2026-02-03T04:05:06,789Z", "2026-02-03T04:05:06Z"],
  ["2026-02-03T04:05:06.123456789Z", "2026-02-03T04:05:06Z"],
  ["2026-02-03T04:05:06+09:00", "2026-02-02T19:05:06Z"],
  ["2026-02-03T04:05:06-0130", "2026-02-03T05:35:06Z"],
  ["2026-02-03T04:05Z", "2026-02-03T04:05:00Z"],
] as const

const NO_INSTANTS = [
  "2026-02-03T24:00:00Z",
  "2026-02-03T23:59:60Z",
  "2026-02-03T04Z",
  "2026-02-03T04:05:06.Z",
  "2026-02-03T04:05:06.1234567890Z",
  "2026-02-03T04:05:06+9",
  "2026-02-03T04:05:06+24:00",
  "2026-02-30T04:05:06Z",
  "26-02-03T04:05:06Z",
  "+002026-02-03T04:05:06Z",
  "2026-W05-2",
  "1770091506000",
]

const EVENTS = { "app-id": "APP", "datastore-id": "Events" }

const fixture = fixtureOf({
  datastores: {
    Events: {
      fields: {
        Name: { dataType: "text", as_title: true },
        Num: { dataType: "number" },
        At: { dataType: "datetime" },
        Day: { dataType: "date" },
      },
    },
  },
})

let world: World
let ada: ApiClient
beforeAll(async () => {
  world = await createWorld({ fixture })
  ada = apiClient(createApp({ world }), "ada-token")
})

const create = (item: object) => ada.createItem({ params: EVENTS, body: { item } })

async function findItems(conditions: readonly object[]): Promise<Record<string, unknown>[]> {
  const { status, body } = await ada.itemList({
    params: EVENTS,
    body: { conditions, return_number_value: true } as never,
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.items
}

const findNamed = async (name: string) =>
  (await findItems([{ id: "Name", search_value: [name], exact_match: true }]))[0]

async function refuses(item: object): Promise<void> {
  const before = world.hash()
  const { status, body } = await create(item)
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("INVALID_VALUE")])
  expect(world.hash()).toBe(before)
}

/** Imports one row, and returns the item. */
async function importRow(column: string, cell: string): Promise<Record<string, unknown> | undefined> {
  const name = `row ${cell}`
  const file = new File([`Name,${column}\n"${name}","${cell}"\n`], "a.csv")
  await ada.importItems({ params: EVENTS, form: { filename: "a.csv", file, append: "true" } })
  return findNamed(name)
}

describe("numbers", () => {
  test.each(NUMBERS)("%s is %d in writes and imports", async (text, number) => {
    expect((await create({ Name: text, Num: text })).status).toBe(200)
    expect(await findNamed(text)).toMatchObject({ Num: number })
    expect(await importRow("Num", text)).toMatchObject({ Num: number })
  })

  test.each(NO_NUMBERS)("%j is refused", async (text) => {
    await refuses({ Num: text })
    expect(await importRow("Num", text)).toBeUndefined()
  })
})

describe("instants", () => {
  test.each(INSTANTS)("%s is %s in writes and imports", async (text, instant) => {
    expect((await create({ Name: text, At: text, Day: text })).status).toBe(200)
    expect(await findNamed(text)).toMatchObject({ At: instant, Day: instant })
    expect(await importRow("At", text)).toMatchObject({ At: instant })
  })

  test.each(NO_INSTANTS)("%j is refused", async (text) => {
    await refuses({ At: text })
    await refuses({ Day: text })
    expect(await importRow("At", text)).toBeUndefined()
  })
})

test("a date field keeps the time of day in responses, conditions, sorting and exports", async () => {
  const days = ["2027-03-04T23:00:00.000Z", "2027-03-04", "2027-03-04T00:00:00.001Z"]
  for (const day of days) await create({ Name: `day ${day}`, Day: day })
  const range = (from: string, to: string) => findItems([{ id: "Day", search_value: [from, to] }])
  const names = (items: Record<string, unknown>[]) => items.map(({ Name }) => Name).sort()
  expect(names(await range("2027-03-04", "2027-03-04"))).toEqual(["day 2027-03-04"])
  expect(names(await range("2027-03-04T00:00:00.001Z", "2027-03-05"))).toEqual([`day ${days[2]}`, `day ${days[0]}`])
  const { body } = await ada.itemList({
    params: EVENTS,
    body: {
      conditions: [{ id: "Name", search_value: ["^day "] }],
      sort_fields: [{ id: "Day", order: "asc" }],
    } as never,
  })
  expect(body.items.map(({ Day }: Record<string, unknown>) => Day)).toEqual([
    "2027-03-04T00:00:00Z",
    "2027-03-04T00:00:00Z",
    "2027-03-04T23:00:00Z",
  ])
  expect(body.items.map(({ Name }: Record<string, unknown>) => Name)).toEqual([1, 2, 0].map((at) => `day ${days[at]}`))
  const copy = await createWorld({ fixture: dumpFixture(world) })
  const conditions = [{ id: "Day", searchValue: [days[0] ?? "", days[0] ?? ""] }]
  expect(
    await copy.as("ada@acme.test").itemList({ application: "APP", datastore: "Events", conditions }),
  ).toMatchObject({
    totalItems: 1,
  })
})
