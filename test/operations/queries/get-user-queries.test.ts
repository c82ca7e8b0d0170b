import { expect, test } from "vitest"
import { createWorld } from "../../../src/world/index.ts"
import { apiClient } from "../../conformance.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

const fixture = fixtureOf({
  users: ["ada", "bob", "cy"],
  datastores: {
    DS: {
      d_id: "d00000000000000000000001",
      fields: {
        Title: { dataType: "text", f_id: "f00000000000000000000001" },
        Stage: { dataType: "select", f_id: "f00000000000000000000002", options: { a: "A" } },
      },
    },
    Locked: { roles: ["ADMIN"], fields: { Title: { dataType: "text" } } },
  },
  application: {
    p_id: "a00000000000000000000001",
    roles: [
      { role_id: "ADMIN", name: "admin", users: ["ada@acme.test"] },
      { role_id: "MEMBER", name: "member", users: ["bob@acme.test"] },
    ],
    queries: [
      { name: "third", datastore_id: "DS", display_order: 5, conditions: [] },
      {
        name: "first",
        q_id: "c00000000000000000000001",
        desc: "Open ones",
        display_order: 1,
        datastore_id: "DS",
        conditions: [
          { id: "Title", search_value: ["x", "y"], data_type: "text" },
          { id: "Stage", search_value: ["a"] },
          { id: "Title", search_value: [], not_match: true, exact_match: true },
        ],
      },
      { name: "fourth", datastore_id: "DS", display_order: 5, conditions: [] },
      { name: "of bob", datastore_id: "DS", display_order: 2, owner: "bob@acme.test", conditions: [] },
      { name: "locked", datastore_id: "Locked", display_order: 9, conditions: [] },
    ],
  },
  workspace: {
    applications: [
      { application_id: "EMPTY", name: "Empty", roles: [{ role_id: "MEMBER", name: "m", users: ["bob@acme.test"] }] },
    ],
  },
})

const names = async (token: string, application = "APP") => {
  const { body } = await apiClient(await createWorld({ fixture }), token).getUserQueries({
    params: { "app-id": application },
  })
  return body.map((query) => query.name)
}

test("own and shared lists by display_order, then creation, of datastores the caller's roles show", async () => {
  expect(await names("bob-token")).toEqual(["first", "of bob", "third", "fourth"])
  expect(await names("ada-token")).toEqual(["first", "third", "fourth", "locked"])
  expect(await names("cy-token")).toEqual([])
})

test("a bare array, empty when there is none", async () => {
  expect(await names("bob-token", "EMPTY")).toEqual([])
})

test("a list with its conditions: internal field IDs, values as saved, the field's data type (api.md section 7)", async () => {
  const { body } = await apiClient(await createWorld({ fixture }), "bob-token").getUserQueries({
    params: { "app-id": "a00000000000000000000001" },
  })
  expect(body[0]).toEqual({
    q_id: "c00000000000000000000001",
    name: "first",
    desc: "Open ones",
    display_order: 1,
    conditions: [
      { search_value: ["x", "y"], data_type: "text", id: "f00000000000000000000001" },
      { search_value: ["a"], data_type: "select", id: "f00000000000000000000002" },
      {
        search_value: [],
        data_type: "text",
        id: "f00000000000000000000001",
        not_match: true,
        exact_match: true,
      },
    ],
    projectId: "a00000000000000000000001",
    datastoreId: "d00000000000000000000001",
  })
  expect(body[1]?.desc).toBe("")
})

test("unknown application → 404, no token → 401", async () => {
  const world = await createWorld({ fixture })
  const unknown = await apiClient(world, "bob-token").getUserQueries({ params: { "app-id": "NOPE" } })
  expect(unknown.status).toBe(404)
  expect(unknown.body).toEqual({ error: "application not found: NOPE", error_code: "NOT_FOUND" })
  expect((await apiClient(world).getUserQueries({ params: { "app-id": "APP" } })).status).toBe(401)
})
