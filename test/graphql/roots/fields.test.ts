import { expect, test } from "vitest"
import type { Fixture } from "../../../src/fixtures/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"
import { graphqlClient } from "../graphql-client.ts"

const field = { Name: { dataType: "text" as const, as_title: true } }

const fixture: Fixture = fixtureOf({
  datastores: {
    Goods: { fields: field },
    Orders: {
      fields: {
        ...field,
        Day: { dataType: "date" },
        At: { dataType: "time" },
        When: { dataType: "datetime" },
        No: { dataType: "autonum" },
        Good: { dataType: "dslookup", dslookup: { datastore: "Goods", field: "Name" } },
        Far: { dataType: "dslookup", dslookup: { datastore: "SIDE/Far", field: "Name" } },
        Hidden: { dataType: "text", roles: ["ADMIN"] },
      },
    },
  },
  workspace: {
    applications: [
      { application_id: "SIDE", name: "Side", datastores: [{ datastore_id: "Far", name: "Far", fields: field }] },
    ],
  },
})

const start = async () => {
  const world = await createWorld({ fixture })
  const orders = world
    .view()
    .all("datastores")
    .find(({ displayId }) => displayId === "Orders")
  if (orders === undefined) throw new Error("no datastore")
  const fIdOf = (displayId: string) => orders.fields.find((one) => one.displayId === displayId)?.fId ?? ""
  return { world, orders, fIdOf, ada: graphqlClient(world, "ada-token"), bob: graphqlClient(world, "bob-token") }
}

test("datastoreGetFields returns only data types that the client knows (graphql.md section 2.2)", async () => {
  const { ada, orders, fIdOf } = await start()
  for (const place of [{}, { projectId: orders.pId }]) {
    const { fields, field_layout } = await ada.root("datastoreGetFields", { datastoreId: orders.dId, ...place })
    expect(Object.keys(fields)).toEqual(orders.fields.map(({ fId }) => fId))
    expect(Object.keys(field_layout)).toEqual(Object.keys(fields))
    const told = Object.values(fields as Record<string, { display_id: string; dataType: string }>)
    expect(Object.fromEntries(told.map((one) => [one.display_id, one.dataType]))).toEqual({
      Name: "text",
      Day: "datetime",
      At: "text",
      When: "datetime",
      No: "autonum",
      Good: "dslookup",
      Far: "calc",
      Hidden: "text",
    })
    expect(fields[fIdOf("Good")].dslookup_info).toBeDefined()
    expect(fields[fIdOf("Far")].dslookup_info).toBeUndefined()
  }
})

test("datastoreGetFields has no layout of a field that the caller does not see", async () => {
  const { bob, orders, fIdOf } = await start()
  const { fields, field_layout } = await bob.root("datastoreGetFields", { datastoreId: orders.dId })
  expect(fields[fIdOf("Hidden")]).toBeUndefined()
  expect(Object.keys(field_layout)).toEqual(Object.keys(fields))
  const foreign = await bob.refused("datastoreGetFields", { datastoreId: orders.dId, projectId: "SIDE" })
  expect(foreign.extensions).toMatchObject({ code: "NOT_FOUND", status: 404 })
})

test("datastoreGetFieldSettings has both halves of the name and every role", async () => {
  const { ada, orders, fIdOf } = await start()
  const settings = await ada.root("datastoreGetFieldSettings", { fieldId: fIdOf("Hidden"), datastoreId: orders.dId })
  expect(settings).toMatchObject({
    field_id: fIdOf("Hidden"),
    display_id: "Hidden",
    value: null,
    dataType: "text",
    name: { en: "Hidden", ja: "Hidden" },
    hideOnInput: false,
    hide_from_api: false,
    has_index: false,
  })
  expect(settings.roles).toMatchObject([
    { display_id: "ADMIN", type: "ADMIN", project_id: orders.pId, can_use: true, can_execute: true },
    { display_id: "MEMBER", can_use: false, can_execute: false },
  ])
  const day = await ada.root("datastoreGetFieldSettings", { fieldId: "Day", datastoreId: "Orders" })
  expect(day.dataType).toBe("datetime")
})

test("datastoreGetFieldAutoNumber draws a number", async () => {
  const { ada, orders, fIdOf } = await start()
  const place = { datastoreId: orders.dId, fieldId: fIdOf("No"), projectId: orders.pId }
  const draw = async (getFieldAutoNumberQuery?: object) =>
    ada.root("datastoreGetFieldAutoNumber", { ...place, getFieldAutoNumberQuery })
  expect(await draw()).toMatchObject({ has_error: false, errors: null, result: { number: 1 } })
  expect((await draw()).result.number).toBe(2)
  const branched = await draw({ branch_key: "A", zero_padding: true, digit: 3 })
  expect(branched.result).toMatchObject({ number: 1, value: "A001" })
})

test("datastoreCreateField creates the field, with the display ID that was sent or a generated one", async () => {
  const { world, ada, bob, orders } = await start()
  const datastoreId = orders.dId
  const roles = world.view().list("roles", "rolesByApplication", orders.pId)
  const admin = roles.find(({ displayId }) => displayId === "ADMIN")
  const made = await ada.root("datastoreCreateField", {
    datastoreId,
    payload: {
      dataType: "number",
      display_id: "Price",
      name: { en: "Price", ja: "価格" },
      search: false,
      roles: [admin?.rId],
    },
  })
  expect(made.display_id).toBe("Price")
  const fields = () => world.view().get("datastores", datastoreId)?.fields ?? []
  expect(fields().find(({ fId }) => fId === made.field_id)).toMatchObject({
    displayId: "Price",
    dataType: "number",
    name: { en: "Price", ja: "価格" },
    search: false,
    roles: [admin?.rId],
  })
  const other = await ada.root("datastoreCreateField", { datastoreId, payload: { dataType: "text", name: "Note" } })
  expect(other.display_id).toBe(fields().find(({ fId }) => fId === other.field_id)?.displayId)
  const refused = await bob.refused("datastoreCreateField", { datastoreId, payload: { dataType: "text", name: "X" } })
  expect(refused.extensions).toMatchObject({ code: "NO_PRIVILEGES", status: 403 })
})
