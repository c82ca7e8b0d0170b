import { describe, expect, test } from "vitest"
import { createWorld } from "../../../src/world/index.ts"
import { apiClient } from "../../conformance.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

const conditions = [
  { id: "Title", search_value: ["x"] },
  { id: "Secret", search_value: ["1"] },
  {
    use_or_condition: true,
    conditions: [
      { id: "Title", search_value: ["y"] },
      { id: "Secret", search_value: ["2"] },
    ],
  },
  { conditions: [{ id: "Secret", search_value: ["3"] }] },
]

const TITLE = conditions.slice(0, 1)

const HOURLY_SETTINGS = { time_type: "hr", time_value: "1" } as const

const fixture = fixtureOf({
  users: ["ada", "bob", "cy"],
  datastores: {
    DS: { fields: { Title: { dataType: "text" }, Secret: { dataType: "number", roles: ["ADMIN"] } } },
    Locked: { roles: ["ADMIN"], fields: { Title: { dataType: "text" } } },
  },
  application: {
    roles: [
      { role_id: "ADMIN", name: "admin", users: ["ada@acme.test"] },
      { role_id: "MEMBER", name: "member", users: ["bob@acme.test"] },
    ],
    queries: [{ name: "open", datastore_id: "DS", conditions }],
    auto_actions: [
      { name: "open", datastore_id: "DS", action_id: "UpdateItem", conditions, action_schedule: HOURLY_SETTINGS },
      {
        name: "locked",
        datastore_id: "Locked",
        action_id: "UpdateItem",
        conditions: TITLE,
        action_schedule: HOURLY_SETTINGS,
      },
    ],
  },
})

interface Shown {
  readonly search_value?: readonly string[]
  readonly conditions?: readonly Shown[]
}

const valuesOf = (shown: readonly Shown[]): unknown[] =>
  shown.map((one) => (one.conditions === undefined ? one.search_value : valuesOf(one.conditions)))

const ALL_VALUES = [["x"], ["1"], [["y"], ["2"]], [["3"]]]
const WITHOUT_SECRET = [["x"], [["y"]]]

describe("conditions on fields that the caller's roles hide (model.md section 11)", () => {
  test("GetUserQueries leaves them out", async () => {
    const world = await createWorld({ fixture })
    const read = async (name: string) => {
      const { body } = await apiClient(world, `${name}-token`).getUserQueries({ params: { "app-id": "APP" } })
      return valuesOf(body[0]?.conditions as Shown[])
    }
    expect(await read("ada")).toEqual(ALL_VALUES)
    expect(await read("bob")).toEqual(WITHOUT_SECRET)
  })

  test("GetAutoActionSettings leaves them out, also those of a hidden datastore", async () => {
    const world = await createWorld({ fixture })
    const ids = world.view().table("autoActions").toArray()
    const read = async (name: string, auto: string) => {
      const params = { "auto-id": ids.find((one) => one.name === auto)?.autoId ?? "" }
      const { body } = await apiClient(world, `${name}-token`).getAutoActionSettings({ params })
      return valuesOf(body.conditions as Shown[])
    }
    expect(await read("ada", "open")).toEqual(ALL_VALUES)
    expect(await read("bob", "open")).toEqual(WITHOUT_SECRET)
    expect(await read("cy", "open")).toEqual([])
    expect(await read("ada", "locked")).toEqual([["x"]])
    expect(await read("bob", "locked")).toEqual([])
  })
})
