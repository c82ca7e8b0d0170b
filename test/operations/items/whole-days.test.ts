import { describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { apiClient } from "../../conformance.ts"
import { graphqlClient } from "../../graphql/graphql-client.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

/** Dates without a time in the conditions of operations that write or search many items (model.md section 11, "Whole days"). */

const STORED_INSTANTS = [
  "2026-02-02T23:59:59.999Z",
  "2026-02-03T00:00:00Z",
  "2026-02-03T23:59:59.999Z",
  "2026-02-04T00:00:00Z",
]
const EVENTS = { "app-id": "APP", "datastore-id": "Events" }

const DAY = [
  [{ search_value: ["2026-02-03", "2026-02-03"] }, "E1 E2"],
  [{ search_value: ["2026/02/03", "2026/02/03"] }, "E1 E2"],
  [{ search_value: [null, "2026/02/03"] }, "E0 E1 E2"],
  [{ search_value: ["2026-02-03"], exact_match: true }, "E1 E2"],
  [{ search_value: ["2026/02/03"], exact_match: true, not_match: true }, "E0 E3"],
  [{ search_value: ["2026-02-03T00:00:00Z", "2026-02-03T00:00:00Z"] }, "E1"],
] as const

const COLUMNS = ["At", "created_at", "updated_at"] as const
const CASES = COLUMNS.flatMap((id) => DAY.map(([condition, expected]) => [{ id, ...condition }, expected] as const))

/** Events at the four instants. With a condition, an auto action runs hourly on those that match it. */
async function events(condition?: object) {
  const auto = {
    name: "Hourly",
    datastore_id: "Events",
    action_id: "UpdateItem",
    conditions: condition === undefined ? [] : [condition],
    comment: "",
    action_schedule: { time_type: "hr" as const, time_value: "1" },
  }
  const world = await createWorld({
    fixture: fixtureOf({
      datastores: {
        Events: {
          fields: {
            Name: { dataType: "text", as_title: true, full_text: true },
            Note: { dataType: "text" },
            At: { dataType: "datetime" },
          },
          items: STORED_INSTANTS.map((at, index) => ({
            values: { Name: `E${index}`, At: at },
            created_at: at,
            updated_at: at,
          })),
        },
      },
      application: condition === undefined ? {} : { auto_actions: [auto] },
    }),
  })
  const dId = world.view().all("datastores")[0]?.dId ?? ""
  /** Names of the items that have been written since. */
  const written = () =>
    world
      .view()
      .table(`items:${dId}`)
      .toArray()
      .filter(({ revNo }) => revNo > 1)
      .map(({ values }) => Object.values(values).find((value) => /^E\d$/.test(String(value))))
      .sort()
      .join(" ")
  return { world, dId, written, ada: apiClient(createApp({ world }), "ada-token") }
}

describe.each(CASES)("the condition %j", (condition, expected) => {
  test("selects the items of an ExecuteBulkAction", async () => {
    const { ada, written } = await events()
    const { status, body } = await ada.executeBulkAction({
      params: { ...EVENTS, "action-id": "UpdateItem" },
      body: { conditions: [condition], item: { Note: "found" } },
    })
    const count = expected.split(" ").length
    expect([status, body.result]).toEqual([200, { matched: count, processed: count }])
    expect(written()).toBe(expected)
  })

  test("restricts the items of a GlobalSearch, over REST and GraphQL", async () => {
    const { world, ada, dId } = await events()
    const search = {
      query: "E",
      datastore_id: "Events",
      app_id: "APP",
      return_item_list: true,
      item_search_params: { conditions: [condition] },
    }
    const names = (list?: { readonly items?: readonly { readonly [key: string]: unknown }[] }) =>
      list?.items
        ?.map(({ Name }) => Name)
        .sort()
        .join(" ")
    const { status, body } = await ada.globalSearch({ body: search })
    expect([status, names(body.item_list)]).toEqual([200, expected])
    const root = await graphqlClient(world, "ada-token").root("datastoresGlobalSearch", {
      payload: { ...search, datastore_id: dId },
    })
    expect(names(root.item_list)).toBe(expected)
  })

  test("selects the items of an auto action", async () => {
    const { world, written } = await events(condition)
    await world.clock.advance("1h")
    expect(written()).toBe(expected)
  })
})

test.each(["2026/2/3", "2026-02-30", "2026/02/03Z"])(
  "a malformed date, %s, is refused by each of them",
  async (text) => {
    const conditions = [{ id: "At", search_value: [text, null] }]
    const { world, ada } = await events()
    const before = world.hash()
    const bulk = { ...EVENTS, "action-id": "UpdateItem" }
    const search = { query: "E", app_id: "APP", datastore_id: "Events", return_item_list: true }
    const refusals = [
      await ada.executeBulkAction({ params: bulk, body: { conditions, item: { Note: "x" } } }),
      await ada.globalSearch({ body: { ...search, item_search_params: { conditions } } }),
    ]
    expect(refusals.map(({ status }) => status)).toEqual([400, 400])
    expect(world.hash()).toBe(before)
    await expect(events({ id: "At", search_value: [text, null] })).rejects.toThrow(text)
  },
)
