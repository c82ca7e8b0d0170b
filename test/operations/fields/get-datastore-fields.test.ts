import { expect, test } from "vitest"
import { createWorld } from "../../../src/world/index.ts"
import { apiClient } from "../../conformance.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"
import { smallWorld } from "../../sample-worlds/small.ts"

const fixture = fixtureOf({
  users: ["ada", "bob", "cy"],
  datastores: {
    Other: {
      fields: { Name: { dataType: "text", f_id: "f00000000000000000000009" } },
    },
    DS: {
      name: "Ds",
      d_id: "d00000000000000000000001",
      fields: {
        Title: {
          dataType: "text",
          f_id: "f00000000000000000000001",
          name: "The title",
          as_title: true,
          title_order: 2,
          unique: true,
          full_text: true,
          search: false,
          layout: { sizeX: 2, sizeY: 3, col: 1, row: 4 },
        },
        Size: {
          dataType: "number",
          f_id: "f00000000000000000000002",
          min_value: 1,
          max_value: "9",
          hideOnInput: true,
          show_list: false,
        },
        Stage: {
          dataType: "select",
          f_id: "f00000000000000000000003",
          options: { a: { name: "A", o_id: "opt-a" }, b: { name: "B", o_id: "opt-b", enabled: false } },
        },
        Ref: {
          dataType: "dslookup",
          f_id: "f00000000000000000000004",
          dslookup: { datastore: "Other", field: "Name" },
        },
        Secret: { dataType: "text", f_id: "f00000000000000000000005", roles: ["ADMIN"] },
        Kept: { dataType: "text", f_id: "f00000000000000000000006", hide_from_api: true },
        Head: { dataType: "label", f_id: "f00000000000000000000007" },
      },
      statuses: { New: { name: "New" } },
    },
  },
  application: {
    roles: [
      { role_id: "ADMIN", name: "admin", users: ["ada@acme.test"] },
      { role_id: "MEMBER", name: "member", users: ["bob@acme.test"] },
    ],
  },
})

const place = { params: { "app-id": "APP", "datastore-id": "DS" } }

const common = {
  search: true,
  show_list: true,
  as_title: false,
  status: false,
  title_order: 0,
  full_text: false,
  unique: false,
  min_value: "",
  max_value: "",
  hideOnInput: false,
  hide_from_api: false,
  has_index: false,
}

test("definitions by f_id in fieldIndex order, and the layout (api.md section 16)", async () => {
  const world = await createWorld({ fixture })
  const { status, body } = await apiClient(world, "ada-token").getDatastoreFields(place)
  expect(status).toBe(200)
  const fields = Object.values(body.fields)
  expect(fields.map((field) => field.display_id)).toEqual([
    "Title",
    "Size",
    "Stage",
    "Ref",
    "Secret",
    "Kept",
    "Head",
    "Status",
  ])
  expect(Object.keys(body.fields)).toEqual(fields.map((field) => field.field_id))
  expect(body.fields.f00000000000000000000001).toEqual({
    ...common,
    field_id: "f00000000000000000000001",
    name: "The title",
    display_id: "Title",
    dataType: "text",
    fieldIndex: 0,
    as_title: true,
    title_order: 2,
    unique: true,
    full_text: true,
    search: false,
  })
  expect(body.fields.f00000000000000000000002).toMatchObject({
    min_value: "1",
    max_value: "9",
    hideOnInput: true,
    show_list: false,
  })
  expect(body.fields.f00000000000000000000003?.options).toEqual([
    { option_id: "opt-a", display_id: "a", value: "A", sort_id: 0, enabled: true },
    { option_id: "opt-b", display_id: "b", value: "B", sort_id: 1, enabled: false },
  ])
  const other = body.fields.f00000000000000000000004?.dslookup_info
  expect(other).toMatchObject({ dslookup_field_id: "f00000000000000000000009" })
  expect(fields.at(-1)).toMatchObject({ dataType: "status", status: true })
  expect(body.field_layout.f00000000000000000000001).toEqual({
    field_id: "f00000000000000000000001",
    sizeX: 2,
    sizeY: 3,
    col: 1,
    row: 4,
  })
  expect(body.field_layout.f00000000000000000000002).toMatchObject({ sizeX: 1, sizeY: 1, col: 0, row: 1 })
  expect(Object.keys(body.field_layout)).toEqual(Object.keys(body.fields))
})

test("a field that the caller's roles do not show is absent", async () => {
  const { body } = await apiClient(await createWorld({ fixture }), "bob-token").getDatastoreFields(place)
  expect(Object.values(body.fields).map((field) => field.display_id)).not.toContain("Secret")
  expect(Object.keys(body.field_layout)).toHaveLength(Object.keys(body.fields).length)
})

test("internal IDs, and the alias without an application", async () => {
  const api = apiClient(await createWorld({ fixture }), "bob-token")
  const main = await api.getDatastoreFields(place)
  for (const datastore of ["DS", "d00000000000000000000001"]) {
    const alias = await api.getDatastoreFields({ route: 1, params: { "datastore-id": datastore } })
    expect(alias.body).toEqual(main.body)
  }
})

test.each([
  ["unknown datastore", "bob-token", "APP", "Nope"],
  ["unknown application", "bob-token", "Nope", "DS"],
  ["a datastore of no role of the caller", "cy-token", "APP", "DS"],
])("%s → 404 with description", async (_, token, application, datastore) => {
  const world = await createWorld({ fixture })
  const answer = await apiClient(world, token).getDatastoreFields({
    params: { "app-id": application, "datastore-id": datastore },
  })
  expect(answer.status).toBe(404)
  expect(answer.body).toEqual({ description: `fields for d_id: ${datastore} is not found`, error: "NOT_FOUND" })
})

test("a datastore of another workspace is as not found, by its internal ID too", async () => {
  const world = await smallWorld()
  const people = world
    .view()
    .table("datastores")
    .toArray()
    .find((datastore) => datastore.displayId === "People")
  const { status } = await apiClient(world, "ada-token").getDatastoreFields({
    route: 1,
    params: { "datastore-id": people?.dId ?? "" },
  })
  expect(status).toBe(404)
})

test("every data type fits the contract", async () => {
  const { status, body } = await apiClient(await smallWorld(), "ada-token").getDatastoreFields({
    params: { "app-id": "CRM", "datastore-id": "Deals" },
  })
  expect(status).toBe(200)
  expect(Object.values(body.fields).map((field) => field.dataType)).toEqual(
    expect.arrayContaining(["label", "separator", "autonum", "calc", "file"]),
  )
})
