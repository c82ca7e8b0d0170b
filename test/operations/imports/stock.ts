import { expect } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { type CreateWorld, createWorld } from "../../../src/world/index.ts"
import { apiClient } from "../../conformance.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

/**
 * A datastore with a field of every type that imports support. Ada administers, Bob may only create, Cy sees one item and none of Ada's.
 */
export const stockFixture = fixtureOf({
  users: ["ada", "bob", "cy"],
  workspace: {
    group: {
      group_id: "ACME",
      name: "Acme",
      members: ["ada@acme.test", "bob@acme.test", "cy@acme.test"],
      groups: [{ group_id: "TOKYO", name: "Tokyo" }],
    },
  },
  datastores: {
    Makers: {
      fields: { Name: { dataType: "text", as_title: true } },
      items: [
        { key: "acme", values: { Name: "Acme" } },
        { key: "zeta", values: { Name: "Zeta" } },
      ],
    },
    Stock: {
      fields: {
        Name: { dataType: "text", as_title: true, max_value: 20 },
        Code: { dataType: "text", unique: true },
        No: { dataType: "autonum", autonum: { prefix: "N-" } },
        Count: { dataType: "number", min_value: 0, max_value: 100 },
        Twice: { dataType: "calc", calc: { formula: "Count * 2" } },
        Kind: { dataType: "select", options: { a: "Alpha", b: { name: "Beta", enabled: false } } },
        Tags: { dataType: "checkbox", options: { hot: "Hot", cold: "Cold" } },
        Day: { dataType: "date" },
        Due: { dataType: "datetime" },
        At: { dataType: "time" },
        Who: { dataType: "users" },
        Maker: { dataType: "dslookup", dslookup: { datastore: "Makers", field: "Name" } },
        Papers: { dataType: "file" },
        Heading: { dataType: "label" },
        Secret: { dataType: "text", roles: ["ADMIN"] },
        Inner: { dataType: "text", hide_from_api: true },
      },
      statuses: { New: { name: "Brand new" }, Old: { name: "Old one" } },
      actions: {
        Create: { crud_type: "1", default: true, pre_script: "function main() { throw new Error('ran') }" },
        Update: { crud_type: "2", default: true, roles: ["ADMIN"] },
        Delete: { crud_type: "3", default: true, roles: ["ADMIN"] },
      },
      items: [
        { key: "one", values: { Name: "One", Code: "C-1", Count: 1, Kind: "a", Who: ["bob@acme.test"] } },
        { key: "two", values: { Name: "Two", Code: "C-2", Count: 2 }, status: "Old" },
        {
          key: "cys",
          created_by: "cy@acme.test",
          access: { users: ["cy@acme.test"] },
          values: { Name: "Cy", Code: "C-9" },
        },
      ],
    },
  },
})

export const STOCK = { "app-id": "APP", "datastore-id": "Stock" }

export async function stock(options: Partial<CreateWorld> = {}) {
  const world = await createWorld({ fixture: stockFixture, ...options })
  const app = createApp({ world })
  const as = (name: string) => apiClient(app, `${name}-token`)
  const send = (text: string | Uint8Array<ArrayBuffer>, form: Record<string, string> = {}, by = "ada") =>
    as(by).importItems({ params: STOCK, form: { filename: "stock.csv", file: new File([text], "stock.csv"), ...form } })
  const errorsOf = async (id: string, by = "ada") =>
    (await as(by).getImportResults({ params: { "datastore-id": "Stock", "temp-datastore-id": id } })).body
  /** Imports a text and returns the faults; null if there are none. */
  const load = async (text: string, form: Record<string, string> = {}, by = "ada") => {
    const { status, body } = await send(text, form, by)
    expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining("temp_datastore_id")])
    return (await errorsOf(body.temp_datastore_id, by))?.errors ?? null
  }
  /** All items of Stock by name, regardless of visibility. */
  const items = () => {
    const datastore = world
      .view()
      .table("datastores")
      .toArray()
      .find(({ displayId }) => displayId === "Stock")
    if (datastore === undefined) throw new Error("no Stock")
    const nameOf = datastore.fields[0]?.fId ?? ""
    const all = world.view().table(`items:${datastore.dId}`).toArray()
    return { datastore, all, byName: (name: string) => all.find(({ values }) => values[nameOf as never] === name) }
  }
  /** An item as ItemList shows it to the user. */
  const listed = async (by = "ada") =>
    (await as(by).itemList({ params: STOCK, body: { return_number_value: true } })).body.items as Record<
      string,
      unknown
    >[]
  return { world, app, as, send, load, errorsOf, items, listed }
}
