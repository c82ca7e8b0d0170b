import { beforeAll, describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { vmPatterns } from "../../../emulator/node/index.ts"
import type { World } from "../../../src/world/index.ts"
import { type ApiClient, apiClient } from "../../conformance.ts"
import { dig } from "../../dig.ts"
import { IDS, readWorld } from "./read-world.ts"
import { idOf, nameOf, searchWorld } from "./search-world.ts"

let world: World
let ann: ApiClient
let bo: ApiClient

beforeAll(async () => {
  world = await searchWorld()
  ann = apiClient(world, "ann")
  bo = apiClient(world, "bo")
})

const params = { "app-id": "APP", "datastore-id": "DATA" }

type Item = Record<string, unknown> & { i_id: string }

const list = async (body: object = {}, api = ann) => {
  const { status, body: answer } = await api.itemList({ params, body })
  expect(status, JSON.stringify(answer)).toBe(200)
  return answer as { items: Item[]; totalItems: number; fields?: Record<string, unknown> }
}

const names = ({ items }: { items: Item[] }): string => items.map(({ i_id: iId }) => nameOf(iId)).join("")

describe("which items", () => {
  test("the visible ones, newest first", async () => {
    expect(names(await list())).toBe("abcde")
    expect(names(await list({}, bo))).toBe("ab")
    expect((await list({}, bo)).totalItems).toBe(2)
  })

  test("conditions by display or internal field ID", async () => {
    const { body } = await ann.getItemSearchConditions({ params })
    const num = dig<{ f_id: string; display_id: string }[]>(body, "result").find((one) => one.display_id === "Num")
    const conditions = (id: string | undefined) => [{ id, search_value: ["10", "10"] }]
    expect(names(await list({ conditions: conditions("Num") }))).toBe("ad")
    expect(names(await list({ conditions: conditions(num?.f_id) }))).toBe("ad")
    expect(names(await list({ conditions: conditions(num?.f_id), use_display_id: false }))).toBe("ad")
    expect(names(await list({ conditions: conditions("Num"), use_display_id: false }))).toBe("ad")
  })

  test("use_or_condition, not_match, include_null and exact_match are heard", async () => {
    const hello = { id: "Text", search_value: ["hello"] }
    const ten = { id: "Num", search_value: ["10", "10"] }
    expect(names(await list({ conditions: [hello, ten] }))).toBe("a")
    expect(names(await list({ conditions: [hello, ten], use_or_condition: true }))).toBe("abd")
    expect(names(await list({ conditions: [{ conditions: [hello, ten], use_or_condition: true }] }))).toBe("abd")
    expect(names(await list({ conditions: [{ ...hello, not_match: true }] }))).toBe("cde")
    expect(names(await list({ conditions: [{ ...hello, include_null: true }] }))).toBe("abe")
    expect(names(await list({ conditions: [{ ...hello, exact_match: true }] }))).toBe("b")
    expect(names(await list({ conditions: [{ ...hello, exact_match: null, data_type: "number" }] }))).toBe("ab")
  })

  test("use_default_search adds the datastore's conditions, whatever joins the others", async () => {
    expect(names(await list({ use_default_search: true }))).toBe("acd")
    const conditions = [
      { id: "Text", search_value: ["hello"] },
      { id: "Num", search_value: ["2", "3"] },
    ]
    expect(names(await list({ use_default_search: true, conditions, use_or_condition: true }))).toBe("ac")
  })

  test("a condition on a hidden field is as one on an unknown field, a default condition is not", async () => {
    const conditions = [{ id: "Secret", search_value: ["s3cret"] }]
    expect(names(await list({ conditions }))).toBe("a")
    const { status, body } = await bo.itemList({ params, body: { conditions } })
    expect(status).toBe(400)
    expect(body).toEqual({
      has_error: true,
      errors: [
        {
          description: "unknown condition id: Secret",
          error_code: "INVALID_PARAMS",
          error_level: "ERROR",
          reference_id: "Secret",
        },
      ],
      result: null,
    })
  })
})

describe("order", () => {
  const sorted = async (id: string, order?: "asc" | "desc") =>
    names(await list({ sort_field_id: id, ...(order === undefined ? {} : { sort_order: order }) }))

  test.each([
    ["Text", "edbac", "cabde"],
    ["Long", "cdeba", "abcde"],
    ["Num", "ebcad", "adcbe"],
    ["Twice", "ebcad", "adcbe"],
    ["No", "eabcd", "dcbae"],
    ["At", "edabc", "cbade"],
    ["Day", "debac", "cabde"],
    ["Clock", "decab", "bacde"],
    ["Pick", "ceadb", "badce"],
    ["Radio", "cdeba", "abcde"],
    ["Tags", "decab", "bacde"],
    ["People", "cdeab", "bacde"],
    ["Files", "cdeba", "abcde"],
    ["Look", "cdeba", "abcde"],
    ["Status", "cdaeb", "baecd"],
    ["i_id", "abcde", "edcba"],
    ["created_at", "edcba", "abcde"],
    ["updated_at", "edcba", "abcde"],
    ["title", "edbac", "cabde"],
  ])("ItemList sorts by %s: %s, descending %s, and equal ones by i_id", async (id, ascending, descending) => {
    expect(await sorted(id)).toBe(ascending)
    expect(await sorted(id, "asc")).toBe(ascending)
    expect(await sorted(id, "desc")).toBe(descending)
  })

  test("several keys, the first decides first; they win over the single one", async () => {
    const sort_fields = [
      { id: "Num", order: "desc" },
      { id: "Text", order: "asc" },
    ]
    expect(names(await list({ sort_fields, sort_field_id: "i_id" }))).toBe("dacbe")
    expect(names(await list({ sort_fields: [{ id: "Status" }, { id: "created_at" }] }))).toBe("dceab")
    expect(names(await list({ sort_fields: [], sort_field_id: "i_id", sort_order: "desc" }))).toBe("edcba")
  })

  test("ItemList sorts by an internal field ID", async () => {
    const fields = dig<{ f_id: string; display_id: string }[]>(
      (await ann.getItemSearchConditions({ params })).body,
      "result",
    )
    expect(await sorted(fields.find((one) => one.display_id === "Text")?.f_id ?? "")).toBe("edbac")
  })
})

describe("pages", () => {
  test("per_page and page, counted before paging", async () => {
    const page = async (page: number, per_page: number) => {
      const answer = await list({ page, per_page, sort_field_id: "i_id" })
      expect(answer.totalItems).toBe(5)
      return names(answer)
    }
    expect([await page(1, 2), await page(2, 2), await page(3, 2), await page(4, 2)]).toEqual(["ab", "cd", "e", ""])
    expect(await page(1, 0)).toBe("abcde")
    expect(await page(2, 0)).toBe("")
    expect(await page(1, 100)).toBe("abcde")
    expect(await page(1_000_000, 1_000_000)).toBe("")
  })

  test("counting only, or not at all", async () => {
    expect(await list({ return_count_only: true })).toEqual({ items: [], totalItems: 5 })
    const { items, totalItems } = await list({ omit_total_items: true, per_page: 2 })
    expect([items.length, totalItems]).toEqual([2, 0])
    expect(await list({ return_count_only: true, omit_total_items: true })).toEqual({ items: [], totalItems: 0 })
  })

  test("a timeout leaves out the items, or the count", async () => {
    expect(await list({ data_result_timeout_sec: 0 })).toEqual({ items: [], totalItems: 5 })
    const { items, totalItems } = await list({ total_count_timeout_sec: 0 })
    expect([items.length, totalItems]).toEqual([5, -1])
    expect(await list({ data_result_timeout_sec: 0, total_count_timeout_sec: 0 })).toEqual({
      items: [],
      totalItems: -1,
    })
  })
})

describe("the items", () => {
  const first = async (body: object = {}, api = ann) =>
    (await list({ conditions: [{ id: "i_id", search_value: [idOf("b")] }], ...body }, api)).items[0] as Item

  test("every readable field in list form, and what is known of the item", async () => {
    const item = await first()
    expect(item).toEqual({
      Text: "hello",
      Long: "a.b",
      Num: "-5",
      Twice: "-10",
      No: "N-2",
      At: "2026-03-10T23:59:59Z",
      Day: "2026-03-09T00:00:00Z",
      Clock: "23:30:15",
      Pick: "Alpha",
      Radio: "One",
      Tags: "Three",
      People: "bo, Ann",
      Files: expect.stringMatching(/^[0-9a-f]{24},[0-9a-f]{24}$/),
      Look: "Alpha",
      Secret: "",
      Status: "Done",
      i_id: idOf("b"),
      d_id: expect.stringMatching(/^[0-9a-f]{24}$/),
      p_id: expect.stringMatching(/^[0-9a-f]{24}$/),
      title: "hello",
      status_id: expect.stringMatching(/^[0-9a-f]{24}$/),
      rev_no: "7",
      unread: "0",
      created_at: "2026-03-04T00:00:00Z",
      created_by: "0000000000000000000000b0",
      updated_at: "2026-03-04T00:00:00Z",
      updated_by: "0000000000000000000000b0",
    })
    expect(await first({}, bo)).not.toHaveProperty("Secret")
  })

  test("empty values", async () => {
    const [item] = (await list({ conditions: [{ id: "i_id", search_value: [idOf("e")] }] })).items
    expect(item).toMatchObject({
      Text: "",
      Long: "",
      Num: null,
      Twice: null,
      No: "",
      At: null,
      Day: null,
      Clock: null,
      Pick: "",
      Radio: "",
      Tags: "",
      People: "",
      Files: "",
      Look: null,
      Status: "Doing",
      title: "",
    })
  })

  test("numbers as numbers when asked, rev_no and unread too", async () => {
    expect(await first({ return_number_value: true })).toMatchObject({ Num: -5, Twice: -10, rev_no: 7, unread: 0 })
  })

  test("keyed by internal IDs with use_display_id=false", async () => {
    const { items, fields } = await list({ use_display_id: false, include_fields_data: true, per_page: 1 })
    const text = Object.values(fields ?? {}).find((field) => dig(field, "display_id") === "Text")
    expect(items[0]).toHaveProperty(dig(text, "field_id"), "Hello World")
    expect(items[0]).not.toHaveProperty("Text")
    expect(Object.keys(fields ?? {})).toContain(dig(text, "field_id"))
  })

  test("field definitions when asked, keyed as the values are", async () => {
    expect(await list({ per_page: 1 })).not.toHaveProperty("fields")
    expect(await list({ per_page: 1, omit_fields_data: true })).not.toHaveProperty("fields")
    const { items, fields } = await list({ per_page: 1, include_fields_data: true })
    for (const key of Object.keys(fields ?? {})) expect(items[0]).toHaveProperty(key)
    expect(fields?.Num).toMatchObject({ display_id: "Num", dataType: "number", has_index: true })
    expect(Object.keys((await list({ include_fields_data: true }, bo)).fields ?? {})).not.toContain("Secret")
  })

  test("returns lookup_items on request, by field key", async () => {
    expect(await first()).not.toHaveProperty("lookup_items")
    const item = await first({ include_lookups: true })
    expect(item.Look).toBe("Alpha")
    expect(item.lookup_items).toEqual({
      Look: expect.objectContaining({
        Name: "Alpha",
        title: "Alpha",
        i_id: `${"0".repeat(22)}20`,
        rev_no: "1",
        labels: "",
      }),
    })
    const [empty] = (await list({ include_lookups: true, conditions: [{ id: "i_id", search_value: [idOf("e")] }] }))
      .items
    expect(empty).not.toHaveProperty("lookup_items")
  })
})

describe("links", () => {
  const item = async (api: ApiClient, iId: string) => {
    const { body } = await api.itemList({
      params: { "app-id": "CRM", "datastore-id": "DEALS" },
      body: { include_links: true, conditions: [{ id: "i_id", search_value: [iId] }] },
    })
    return dig<Record<string, unknown>>(body, "items", 0)
  }

  test("the visible items linked to, by datastore, with the kind of link", async () => {
    const reading = await readWorld()
    const links = (await item(apiClient(reading, "bob"), IDS.full)).item_links
    expect(links).toMatchObject({ db_count: 2, item_count: 3 })
    const byItem = dig<{ d_id: string; item_count: number; items: { i_id: string; type: string }[] }[]>(links, "links")
    expect(byItem.map(({ item_count: count, items }) => [count, items.length])).toEqual([
      [2, 2],
      [1, 1],
    ])
    expect(Object.fromEntries(byItem.flatMap(({ items }) => items).map(({ i_id: iId, type }) => [iId, type]))).toEqual({
      [IDS.mid]: "lookup",
      [IDS.low]: "link",
      [IDS.empty]: "link",
    })
    expect((await item(apiClient(reading, "bob"), IDS.sales)).item_links).toEqual({
      db_count: 0,
      item_count: 0,
      links: [],
    })
  })
})

describe("CSV", () => {
  const csv = async (body: object, api = ann, where = params, from = world) => {
    const {
      status,
      headers,
      body: bytes,
    } = await apiClient(from, api === bo ? "bo" : "ann").itemList({
      params: where,
      body: { format: "csv", ...body },
    })
    expect(status).toBe(200)
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8")
    return new TextDecoder().decode(bytes as never)
  }

  test("the CSV has display IDs of the fields shown in lists and values in list form, quoted if necessary, and each row ends in LF", async () => {
    const text = await csv({ sort_field_id: "i_id" })
    const lines = text.split("\n")
    expect(lines[0]).toBe("Text,Long,Num,Twice,No,At,Day,Clock,Pick,Radio,Tags,People,Files,Look,Secret,Status")
    expect(text.slice(text.indexOf("\n") + 1, text.indexOf("\n", text.indexOf("second")))).toBe(
      'Hello World,"first line\nsecond",10,20,N-1,2026-03-10T00:00:00Z,2026-03-10T00:00:00Z,10:00:00,Zulu,Two,"Two,One",Ann,Report.pdf,zeta,s3cret,Doing',
    )
    expect(lines.slice(-2)).toEqual([`${",".repeat(15)}Doing`, ""])
    expect(text).not.toContain("\r")
  })

  test("honours conditions, sort and paging, and hides what is hidden", async () => {
    expect(await csv({ conditions: [{ id: "Num", search_value: [null, "0"] }], use_display_id: false }, bo)).toBe(
      "Text,Long,Num,Twice,No,At,Day,Clock,Pick,Radio,Tags,People,Files,Look,Status\n" +
        'hello,a.b,-5,-10,N-2,2026-03-10T23:59:59Z,2026-03-09T00:00:00Z,23:30:15,Alpha,One,Three,"bo, Ann","photo.png,notes.txt",Alpha,Done\n',
    )
    expect(await csv({ return_count_only: true }, bo)).toBe(
      "Text,Long,Num,Twice,No,At,Day,Clock,Pick,Radio,Tags,People,Files,Look,Status\n",
    )
    const second = await csv({ page: 2, per_page: 2, sort_field_id: "Num", sort_order: "desc" })
    expect(
      second
        .split("\n")
        .slice(1, -1)
        .map((line) => line.split(",")[2]),
    ).toEqual(["2.5", "-5"])
  })
})

describe("format (api.md section 17.1)", () => {
  const ask = async (body: object) => {
    const { status, headers, body: answered } = await ann.itemList({ params, body })
    return { status, type: headers.get("content-type")?.split(";")[0], answered }
  }

  test("format: CSV in any case is CSV; JSON in any case or absent is JSON; anything else is 400", async () => {
    for (const format of ["csv", "CSV", "Csv"])
      expect(await ask({ format })).toMatchObject({ status: 200, type: "text/csv" })
    for (const body of [{ format: "json" }, { format: "JSON" }, {}, { format: null }])
      expect(await ask(body)).toMatchObject({ status: 200, type: "application/json" })
    for (const format of ["xml", "csv,json", ""])
      expect(await ask({ format })).toMatchObject({
        status: 400,
        answered: { has_error: true, errors: [{ error_code: "INVALID_PARAMS", reference_id: "format" }] },
      })
  })

  test("page without per_page uses the default page size, which is everything", async () => {
    expect((await ask({ page: 1 })).answered).toEqual((await ask({})).answered)
    expect((await ask({ page: 2 })).answered).toMatchObject({ items: [], totalItems: 5 })
  })
})

describe("what is refused", () => {
  test.each([
    ["an unknown condition", { conditions: [{ id: "Nope", search_value: ["x"] }] }, "INVALID_PARAMS"],
    ["an unknown sort field", { sort_field_id: "Nope" }, "INVALID_PARAMS"],
    ["an unknown sort field among several", { sort_fields: [{ id: "Num" }, { id: "Nope" }] }, "INVALID_PARAMS"],
    ["a bad regular expression", { conditions: [{ id: "Text", search_value: ["("] }] }, "INVALID_VALUE"],
    ["page 0", { page: 0 }, "INVALID_PARAMS"],
    ["page 1.5", { page: 1.5 }, "INVALID_PARAMS"],
    ["a page that is a text", { page: "1" }, "INVALID_PARAMS"],
    ["a negative per_page", { per_page: -1 }, "INVALID_PARAMS"],
    ["conditions that are no array", { conditions: {} }, "INVALID_PARAMS"],
    ["a search value that is no array", { conditions: [{ id: "Text", search_value: "a" }] }, "INVALID_PARAMS"],
    ["an unknown sort order", { sort_field_id: "Num", sort_order: "up" }, "INVALID_PARAMS"],
    ["a negative timeout", { data_result_timeout_sec: -1 }, "INVALID_PARAMS"],
  ])("%s: 400 with the errors array", async (_, body, code) => {
    const before = world.hash()
    const { status, body: answer } = await ann.itemList({ params, body })
    expect(status).toBe(400)
    expect(answer).toMatchObject({
      has_error: true,
      result: null,
      errors: [{ error_code: code, error_level: "ERROR" }],
    })
    expect(world.hash()).toBe(before)
  })

  test.each([
    { "app-id": "NOPE", "datastore-id": "DATA" },
    { "app-id": "APP", "datastore-id": "NOPE" },
  ])("an unknown place: 404 %j, before the body is looked at", async (place) => {
    const { status, body } = await ann.itemList({ params: place, body: { page: 0 } })
    expect(status).toBe(404)
    expect(body).toEqual({ description: expect.any(String), error: "NOT_FOUND" })
  })

  test("malformed JSON has the flat body", async () => {
    const { status, body } = await ann.itemList({ params, body: "{", headers: { "content-type": "application/json" } })
    expect(status).toBe(400)
    expect(body).toEqual({ error: expect.any(String), error_code: "INVALID_PARAMS" })
  })

  test("an empty body asks for everything", async () => {
    const { status, body } = await ann.itemList({ params })
    expect([status, dig(body, "totalItems")]).toEqual([200, 5])
  })
})

test("a world takes lookaround from the app that serves it, and so do its forks", async () => {
  const own = await searchWorld()
  const conditions = [{ id: "Text", searchValue: ["^hello(?! world)"] }]
  const search = { datastore: "DATA", conditions, returnCountOnly: true }
  await expect(own.raw.as("ann@x.test").itemList(search)).rejects.toMatchObject({ code: "INVALID_VALUE" })
  const api = apiClient(createApp({ world: own, patterns: vmPatterns({ limitMs: 10_000 }) }), "ann")
  const { body } = await api.itemList({
    params,
    body: { conditions: [{ id: "Text", search_value: ["^hello(?! world)"] }] },
  })
  expect(names(body as never)).toBe("b")
  expect((await own.fork().raw.as("ann@x.test").itemList(search)).totalItems).toBe(1)
})
