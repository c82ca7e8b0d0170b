import { beforeAll, describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { createWorld, type World } from "../../../src/world/index.ts"
import { type ApiClient, apiClient } from "../../conformance.ts"
import { graphqlClient } from "../../graphql/graphql-client.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

/** Texts of a date, and what a list shows (model.md section 5.2). */
const FORMS = [
  ["2026-02-03", "2026-02-03T00:00:00Z"],
  ["2026/02/03", "2026-02-03T00:00:00Z"],
  ["2026/02/03 04:05", "2026-02-03T04:05:00Z"],
  ["2026/02/03 04:05:06", "2026-02-03T04:05:06Z"],
  ["2024/02/29", "2024-02-29T00:00:00Z"],
] as const

const REFUSED_DATES = [
  "2026/2/3",
  "2026-2-3",
  "2026/02/30",
  "2026-02-30",
  "2025/02/29",
  "2026/13/01",
  "2026/02/03Z",
  "2026/02/03 04:05Z",
  "2026/02/03 04:05+09:00",
  "2026/02/03T04:05",
  "2026/02/03 24:00",
  "2026/02/03 04:60",
  "2026/02/03 4:05",
  "2026/02-03",
  "02/03/2026",
  "2026/02/03 ",
  "20260203",
]

const STORED_INSTANTS = [
  "2026-02-02T23:59:59.999Z",
  "2026-02-03T00:00:00Z",
  "2026-02-03T23:59:59.999Z",
  "2026-02-04T00:00:00Z",
]

const EVENTS = { "app-id": "APP", "datastore-id": "Events" }
const REPORT = { "app-id": "APP", "report-id": "R" }

const fields = {
  Name: { dataType: "text", as_title: true },
  At: { dataType: "datetime" },
  Day: { dataType: "date" },
} as const

const fixture = fixtureOf({
  datastores: {
    Events: {
      fields,
      items: STORED_INSTANTS.map((at, index) => ({
        values: { Name: `E${index}`, At: at, Day: at },
        created_at: at,
        updated_at: at,
      })),
      default_search: [{ id: "At", search_value: ["2026/02/03", "2026/02/03"] }],
    },
  },
  application: {
    reports: [
      {
        report_id: "R",
        name: "R",
        datastore: "Events",
        columns: [
          { field: "Name", display_id: "Name" },
          { field: "At", display_id: "At" },
        ],
      },
      {
        report_id: "OWN",
        name: "Own",
        datastore: "Events",
        columns: [{ field: "Name", display_id: "Name" }],
        conditions: [{ id: "created_at", search_value: ["2026-02-03"], exact_match: true }],
      },
    ],
  },
})

describe("a date without a time, and the form of reports (model.md section 5.2)", () => {
  let world: World
  let ada: ApiClient
  beforeAll(async () => {
    world = await createWorld({ fixture })
    ada = apiClient(createApp({ world }), "ada-token")
  })

  const listed = async (name: string) =>
    (await ada.itemList({ params: EVENTS, body: { conditions: [{ id: "Name", search_value: [`^${name}$`] }] } })).body
      .items[0]

  test.each(FORMS)("%s is stored as its instant in UTC by writes", async (text, instant) => {
    const item = { Name: text, At: text, Day: text }
    const created = await ada.createItem({ params: EVENTS, body: { item } })
    expect(created.status).toBe(200)
    expect(await listed(text)).toMatchObject({ At: instant, Day: instant })
    const params = { ...EVENTS, "item-id": created.body.item_id }
    const cleared = { changes: [{ id: "At", value: null }], is_force_update: true }
    await ada.updateItem({ params, body: cleared })
    const changes = [{ id: "At", value: text }]
    expect((await ada.updateItem({ params, body: { changes, is_force_update: true } })).status).toBe(200)
    expect(await listed(text)).toMatchObject({ At: instant })
  })

  test.each(REFUSED_DATES)("%j is refused with the form to write", async (text) => {
    for (const field of ["At", "Day"]) {
      const before = world.hash()
      const { status, body } = await ada.createItem({ params: EVENTS, body: { item: { [field]: text } } })
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("e.g. 2026-01-05 or 2026-01-05T")])
      expect(world.hash()).toBe(before)
    }
  })

  test("calls in process, GraphQL and imports take them alike", async () => {
    const [text, instant] = ["2026/02/03 04:05", "2026-02-03T04:05:00Z"]
    await world
      .as("ada@acme.test")
      .createItem({ application: "APP", datastore: "Events", item: { Name: "process", At: text, Day: text } })
    const datastoreId = world.view().table("datastores").toArray()[0]?.dId
    const projectId = world.view().table("applications").toArray()[0]?.pId
    const newItemActionParameters = { item: { Name: "graphql", At: text, Day: text } }
    await graphqlClient(world, "ada-token").root("datastoreCreateNewItem", {
      newItemActionParameters,
      datastoreId,
      projectId,
    })
    const rows = `Name,At,Day\nimport,${text},${text}\nday,2026-02-03,2026/02/03\n`
    const form = { filename: "a.csv", file: new File([rows], "a.csv") }
    expect((await ada.importItems({ params: EVENTS, form })).status).toBe(200)
    for (const name of ["process", "graphql", "import"])
      expect(await listed(name), name).toMatchObject({ At: instant, Day: instant })
    expect(await listed("day")).toMatchObject({ At: "2026-02-03T00:00:00Z", Day: "2026-02-03T00:00:00Z" })
  })

  test("fixtures take them as values and bounds", async () => {
    const bounded = await createWorld({
      fixture: fixtureOf({
        datastores: {
          Events: {
            fields: { ...fields, At: { dataType: "datetime", min_value: "2026/02/03", max_value: "2026/02/04 12:00" } },
            items: [{ values: { Name: "E", At: "2026-02-03", Day: "2026/02/03" } }],
          },
        },
      }),
    })
    const api = apiClient(createApp({ world: bounded }), "ada-token")
    expect((await api.itemList({ params: EVENTS, body: {} })).body.items).toMatchObject([
      { At: "2026-02-03T00:00:00Z", Day: "2026-02-03T00:00:00Z" },
    ])
    const statusOf = async (at: string) => (await api.createItem({ params: EVENTS, body: { item: { At: at } } })).status
    expect(await statusOf("2026-02-02")).toBe(400)
    expect(await statusOf("2026/02/04 12:00")).toBe(200)
    expect(await statusOf("2026/02/04 12:01")).toBe(400)
  })

  test("CreateField and UpdateField take them as bounds", async () => {
    const body = {
      name: "Due",
      display_id: "Due",
      dataType: "datetime",
      min_value: "2026/02/03",
      max_value: "2026-02-04",
    }
    expect((await ada.createField({ params: EVENTS, body })).status).toBe(200)
    const at = { params: { ...EVENTS, "field-id": "Due" } }
    expect((await ada.updateField({ ...at, body: { max_value: "2026/02/05 10:00" } })).status).toBe(200)
    expect((await ada.updateField({ ...at, body: { max_value: "2026/2/5" } })).status).toBe(400)
    expect((await ada.createItem({ params: EVENTS, body: { item: { Due: "2026/02/02 23:59" } } })).status).toBe(400)
  })
})

/** Ranges of instants, and the items of AT that match (model.md section 11). */
const RANGES = [
  [["2026-02-03", "2026-02-03"], "E1 E2"],
  [["2026/02/03", "2026/02/03"], "E1 E2"],
  [["2026-02-03", null], "E1 E2 E3"],
  [["2026-02-03"], "E1 E2 E3"],
  [[null, "2026-02-03"], "E0 E1 E2"],
  [["2026-02-02", "2026-02-03"], "E0 E1 E2"],
  [["2026/02/03 00:00", "2026/02/03 23:59:59"], "E1"],
  [["2026-02-03T00:00:00Z", "2026-02-03T00:00:00Z"], "E1"],
] as const

describe("a date without a time in conditions (model.md section 11)", () => {
  let world: World
  let ada: ApiClient
  beforeAll(async () => {
    world = await createWorld({ fixture })
    ada = apiClient(createApp({ world }), "ada-token")
  })

  const found = async (condition: object, more: object = {}) => {
    const { status, body } = await ada.itemList({ params: EVENTS, body: { conditions: [condition], ...more } })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.items
      .map(({ Name }) => Name)
      .sort()
      .join(" ")
  }

  describe.each(["At", "created_at", "updated_at"])("on %s", (id) => {
    test.each(RANGES)("the range %j includes whole days", async (search_value, expected) => {
      expect(await found({ id, search_value })).toBe(expected)
    })

    test("exact_match with one element means the day", async () => {
      expect(await found({ id, search_value: ["2026-02-03"], exact_match: true })).toBe("E1 E2")
      expect(await found({ id, search_value: ["2026/02/03"], exact_match: true })).toBe("E1 E2")
      expect(await found({ id, search_value: ["2026-02-03"], exact_match: true, not_match: true })).toBe("E0 E3")
    })

    test("a malformed date is refused", async () => {
      const conditions = [{ id, search_value: ["2026/2/3", null] }]
      expect((await ada.itemList({ params: EVENTS, body: { conditions } })).status).toBe(400)
    })
  })

  test("a bound on a date field is 00:00 UTC at both ends, in both forms", async () => {
    expect(await found({ id: "Day", search_value: ["2026-02-03", "2026-02-03"] })).toBe("E1")
    expect(await found({ id: "Day", search_value: ["2026/02/03", "2026/02/03"] })).toBe("E1")
    expect(await found({ id: "Day", search_value: [null, "2026-02-03"] })).toBe("E0 E1")
    expect(await found({ id: "Day", search_value: ["2026-02-03"], exact_match: true })).toBe("E1 E2 E3")
  })

  test("holds in groups and in the default search", async () => {
    const one = { id: "At", search_value: [null, "2026-02-02"] }
    const other = { id: "created_at", search_value: ["2026-02-04"] }
    expect(await found({ conditions: [one, other], use_or_condition: true })).toBe("E0 E3")
    expect(await found({ id: "Name", search_value: ["E"] }, { use_default_search: true })).toBe("E1 E2")
  })

  test("holds in calls in process and in GraphQL, where exact_match takes several", async () => {
    const { items } = await world
      .as("ada@acme.test")
      .itemList({ datastore: "Events", conditions: [{ id: "At", searchValue: ["2026-02-03"], exactMatch: true }] })
    expect(items.map(({ values }) => values.Name).sort()).toEqual(["E1", "E2"])
    const conditions = [{ id: "At", search_value: ["2026-02-02", "2026/02/04"], exact_match: true }]
    const answer = await graphqlClient(world, "ada-token").root("datastoreGetDatastoreItems", {
      getItemsParameters: { conditions },
      datastoreId: world.view().table("datastores").toArray()[0]?.dId,
    })
    expect(answer.items.map(({ Name }: { Name: string }) => Name).sort()).toEqual(["E0", "E3"])
  })

  test("holds in reports' own conditions and in those of GetReportDataByConditions", async () => {
    const rows = async (body: object, report = "R") =>
      (
        (await ada.getReportDataByConditions({ params: { ...REPORT, "report-id": report }, body })).body
          .report_results ?? []
      )
        .map(({ Name }) => Name)
        .sort()
        .join(" ")
    expect(await rows({ conditions: [{ id: "At", search_value: ["2026-02-03", "2026-02-03"] }] })).toBe("E1 E2")
    const exact = { id: "At", search_value: ["2026/02/03"], exact_match: true }
    expect(await rows({ conditions: [exact] })).toBe("E1 E2")
    expect(await rows({ conditions: [] }, "OWN")).toBe("E1 E2")
  })

  test("restricts what DeleteItemByConditions deletes", async () => {
    const fork = await world.fork()
    const api = apiClient(createApp({ world: fork }), "ada-token")
    const conditions = [{ id: "At", search_value: ["2026-02-03", "2026-02-03"] }]
    expect((await api.deleteItemByConditions({ params: EVENTS, body: { conditions } })).status).toBe(200)
    const { items } = (await api.itemList({ params: EVENTS, body: {} })).body
    expect(items.map(({ Name }) => Name).sort()).toEqual(["E0", "E3"])
  })
})
