import { beforeEach, describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { createWorld, type World } from "../../../src/index.ts"
import { apiClient } from "../../conformance.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

/** model.md section 16, "CSV import"; api.md sections 12 and 21.1. */

const FIXTURE = fixtureOf({
  users: ["ada", "bob", "eve"],
  datastores: {
    Things: {
      fields: {
        Key: { dataType: "text", as_title: true },
        No: { dataType: "autonum" },
        Who: { dataType: "users" },
        Tags: { dataType: "checkbox", options: { x: "X, y", z: "z" } },
        Next: { dataType: "dslookup", dslookup: { datastore: "Things", field: "Key" } },
      },
    },
  },
})
const fixture = {
  ...FIXTURE,
  users: FIXTURE.users.map((user, at) => ({ ...user, username: at === 0 ? "Ada" : "Sam" })),
}

const PLACE = { "app-id": "APP", "datastore-id": "Things" }
const THINGS = { application: "APP", datastore: "Things" }

let world: World
let api: ReturnType<typeof apiClient>

beforeEach(async () => {
  world = await createWorld({ fixture })
  api = apiClient(createApp({ world }), "ada-token")
})

const send = (content: string | Uint8Array<ArrayBuffer>, form: Record<string, string> = {}) =>
  api.importItems({ params: PLACE, form: { filename: "x.csv", file: new File([content], "x.csv"), ...form } })

async function load(content: string, form?: Record<string, string>) {
  const { status, body } = await send(content, form)
  expect([status, JSON.stringify(body)]).toEqual([200, expect.anything()])
  const params = { "datastore-id": "Things", "temp-datastore-id": body.temp_datastore_id }
  return ((await api.getImportResults({ params })).body as { readonly errors: readonly unknown[] } | null)?.errors ?? []
}

const items = async () => {
  const sortFields = [{ id: "No", order: "asc" as const }]
  return (await world.as("ada@acme.test").itemList({ ...THINGS, sortFields })).items
}
const keys = async () => (await items()).map(({ values }) => values.Key)

async function refusal(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const before = world.hash()
  const { status, body } = await send(content)
  expect(status).toBe(400)
  expect(world.hash()).toBe(before)
  return (body as unknown as { readonly error: string }).error
}

describe("a row whose cells are all empty is ignored", () => {
  test.each<[string, Record<string, string>]>([
    ["without options", {}],
    ["with a key field", { key_field_displayid: "Key" }],
    ["with replace_all", { replace_all: "true" }],
    ["with append", { append: "true" }],
  ])("%s", async (_, form) => {
    expect(await load("Key,Tags\nA,z\n,\n\n,\r\nB,\n,\n", form)).toEqual([])
    expect(await keys()).toEqual(["A", "B"])
    // The effects in the request log give the number.
    expect(world.view().table("imports").toArray().at(-1)).toMatchObject({ blankRows: 3 })
  })

  test("is ignored in a file of one column, in quotes, and in calls in process", async () => {
    expect(await load('Key\n""\nA\n\n')).toEqual([])
    const rows = [
      { line: 2, cells: ["", ""] },
      { line: 3, cells: ["B", ""] },
    ]
    await world.as("ada@acme.test").importItems({ ...THINGS, header: ["Key", "Tags"], rows })
    expect(await keys()).toEqual(["A", "B"])
  })

  test("is ignored in an import of users", async () => {
    const file = new File(["Email,UserName\n,\nnew@acme.test,New\n,\n"], "u.csv")
    const [workspace] = world.view().table("workspaces").toArray()
    const form = { current_workspace_id: workspace?.wId ?? "", filename: "u.csv", file }
    expect((await api.userImport({ form })).status).toBe(200)
  })
})

describe("users in a cell", () => {
  test("are addresses or names, one or several", async () => {
    const rows = [
      "A,ada@acme.test",
      "B,Ada",
      'C,"Ada, bob@acme.test"',
      "D,Ada; eve@acme.test",
      "E,bob@acme.test;ada@acme.test",
    ]
    expect(await load(`Key,Who\n${rows.join("\n")}\n`)).toEqual([])
    expect((await items()).map(({ values }) => values.Who)).toEqual([
      ["ada@acme.test"],
      ["ada@acme.test"],
      ["ada@acme.test", "bob@acme.test"],
      ["ada@acme.test", "eve@acme.test"],
      ["bob@acme.test", "ada@acme.test"],
    ])
  })

  test("fail the row if the name is of two members, which asks for addresses, or of nobody", async () => {
    expect(await load('Key,Who\nA,Sam\nB,"Ada, Sam"\nC,Nobody\nD,Ada\n')).toEqual([
      { line: 2, description: "Who: several members are called Sam; write addresses" },
      { line: 3, description: "Who: several members are called Sam; write addresses" },
      { line: 4, description: expect.stringContaining("Nobody") },
    ])
    expect(await keys()).toEqual(["D"])
  })
})

test("labels of checkboxes may contain commas", async () => {
  expect(await load('Key,Tags\nA,"X, y"\nB,"X, y,z"\nC,"z,X, y"\nD,"x, z"\nE,"X"\n')).toEqual([
    { line: 6, description: "Tags: unknown option: X" },
  ])
  expect((await items()).map(({ values }) => values.Tags)).toEqual([["x"], ["x", "z"], ["z", "x"], ["x", "z"]])
})

describe("lookups to rows of the same file", () => {
  const nexts = async () => {
    const found = await items()
    return found.map(({ values }) => [values.Key, (values.Next as { title: string } | null)?.title ?? null])
  }

  test("may be to later rows, to each other and to themselves", async () => {
    expect(await load("Key,Next\nA,B\nB,A\nC,C\nD,\n")).toEqual([])
    expect(await nexts()).toEqual([
      ["A", "B"],
      ["B", "A"],
      ["C", "C"],
      ["D", null],
    ])
    expect((await items()).map(({ revNo }) => revNo)).toEqual([1, 1, 1, 1])
  })

  test("fail the row and those that look it up, without a trace", async () => {
    expect(await load("Key,Next\nA,B\nB,Nowhere\nC,D\nD,\n")).toEqual([
      { line: 2, description: "Next: item not found: B" },
      { line: 3, description: "Next: item not found: Nowhere" },
    ])
    expect(await nexts()).toEqual([
      ["C", "D"],
      ["D", null],
    ])
    expect((await items()).map(({ values }) => values.No)).toEqual(["1", "2"])
  })

  test("work with a key field, and a faulty row leaves its item as it was", async () => {
    await load("Key,Next\nA,\nB,A\n")
    const form = { key_field_displayid: "Key" }
    expect(await load("Key,Next,Tags\nA,C,z\nB,Nowhere,z\nC,B,\n", form)).toHaveLength(1)
    expect(await nexts()).toEqual([
      ["A", "C"],
      ["B", "A"],
      ["C", "B"],
    ])
    expect((await items()).map(({ values, revNo }) => [values.Tags, revNo])).toEqual([
      [["z"], 2],
      [[], 1],
      [[], 1],
    ])
  })
})

const bytes = (...all: number[]): Uint8Array<ArrayBuffer> => new Uint8Array(all)
const utf16 = (text: string, isBig = false) =>
  bytes(
    ...[...text].flatMap((one) =>
      isBig ? [one.charCodeAt(0) >> 8, one.charCodeAt(0) & 255] : [one.charCodeAt(0) & 255, one.charCodeAt(0) >> 8],
    ),
  )
const ascii = (text: string): number[] => [...text].map((one) => one.charCodeAt(0))

describe("a text that is not UTF-8 with commas is refused with the likely cause", () => {
  test.each<[string, Uint8Array<ArrayBuffer>, RegExp]>([
    ["UTF-16 with a mark", bytes(0xff, 0xfe, ...utf16("Key\nA\n")), /UTF-16.*save the file as UTF-8/],
    ["UTF-16, big-endian, with a mark", bytes(0xfe, 0xff, ...utf16("Key\nA\n", true)), /UTF-16/],
    ["UTF-16 without a mark", utf16("Key,Tags\nA,\n"), /UTF-16/],
    ["UTF-16, big-endian, without a mark", utf16("Key,Tags\nA,\n", true), /UTF-16/],
    ["Shift_JIS", bytes(...ascii("Key\n"), 0x82, 0xb1, 0x82, 0xf1, 0x93, 0xfa, 0x96, 0x7b), /Shift_JIS/],
    ["EUC-JP", bytes(...ascii("Key\n"), 0xa4, 0xb3, 0xa4, 0xf3, 0xc6, 0xfc), /EUC-JP/],
    ["Windows-1252", bytes(...ascii("Key\nd"), 0xe9, ...ascii("tail\n")), /Windows-1252/],
    ["a workbook", bytes(0x50, 0x4b, 3, 4, 20, 0, 0xff), /Excel/],
    ["gzip", bytes(0x1f, 0x8b, 8, 0, 0xff), /gzip/],
  ])("%s", async (_, content, message) => {
    expect(await refusal(content)).toMatch(message)
  })

  test.each([
    ["semicolons", "Key;Tags\nA;z\n", /line 1: .*semicolons.*commas/],
    ["tabs", "Key\tTags\nA\tz\n", /line 1: .*tabs.*commas/],
    ["sep=;", "sep=;\nKey;Tags\nA;z\n", /line 1: .*sep=/],
    ["sep=,", "sep=,\nKey,Tags\nA,z\n", /line 1: .*sep=/],
  ])("%s", async (_, content, message) => {
    expect(await refusal(content)).toMatch(message)
  })
})

test("a header with outer blanks is the field without them", async () => {
  expect(await load(" Key , Tags\nA,z\n")).toEqual([])
  const rows = [{ line: 2, cells: ["B"] }]
  await world.as("ada@acme.test").importItems({ ...THINGS, header: [" Key\u3000"], rows })
  expect(await keys()).toEqual(["A", "B"])
})
