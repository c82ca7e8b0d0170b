import { describe, expect } from "vitest"
import { choose } from "./hx.ts"
import { test } from "./world.ts"

const asJson = ["--output=json"]

/** Rows as `--output=json` prints them: every value is a string. */
const printedRows = (rows: readonly Record<string, unknown>[], columns: readonly string[]) =>
  rows.map((row) => Object.fromEntries(columns.map((column) => [column, String(row[column])])))

describe("workspaces", () => {
  test("are listed, with the current one", async ({ world, terminal }) => {
    const { workspaces } = await world.api("GET", "/workspaces")
    for (const name of ["workspaces:get", "ws"]) {
      const { shown } = await terminal.hx([name])
      expect(shown).toContain(`${workspaces[0].workspace_id} Hikari Coffee`)
      expect(shown).toContain("Current-workspace set to: Hikari Coffee\n")
    }
    const { shown } = await terminal.hx(["workspaces", ...asJson])
    expect(JSON.parse(shown)).toEqual(printedRows(workspaces, ["workspace_id", "workspace_name"]))
  })

  test("are chosen, by ID or from a list", async ({ world, terminal }) => {
    const ben = world.as("demo-ben")
    terminal.configure({ url: world.url, token: "demo-ben" })
    const { workspaces } = await ben.api("GET", "/workspaces")
    const idOf = (name: string) =>
      workspaces.find(({ workspace_name }: { workspace_name: string }) => workspace_name === name).workspace_id
    const chosen = await terminal.hx(["workspaces:use"], [["Select your workspace", choose("Hikari Coffee")]])
    expect(chosen.shown).toContain("Current-workspace set to: Hikari Coffee\n")
    expect(await ben.api("GET", "/workspacecurrent")).toEqual({ workspace_id: idOf("Hikari Coffee") })
    const selected = await terminal.hx(["select", idOf("Studio Nord")])
    expect(selected.shown).toBe("Current-workspace set to: Studio Nord\n")
    expect(await ben.api("GET", "/workspacecurrent")).toEqual({ workspace_id: idOf("Studio Nord") })
    const strange = await terminal.hx(["sel", "0123456789abcdef01234567"])
    expect(strange.code).toBe(1)
    expect(strange.told).toContain("Request failed with status code 404")
  })
})

describe("projects", () => {
  test("are listed", async ({ world, terminal }) => {
    const { application_id } = await world.api("GET", "/applications/ORDERS/setting")
    expect((await terminal.hx(["projects:get"])).shown).toContain(`${application_id} ORDERS     Order desk`)
    expect(JSON.parse((await terminal.hx(["pj", ...asJson])).shown)).toEqual([
      { application_id, display_id: "ORDERS", name: "Order desk" },
    ])
  })

  test("have roles", async ({ world, terminal }) => {
    const { shown } = await terminal.hx(["projects:roles:get", "ORDERS", ...asJson])
    const columns = ["role_id", "display_id", "name", "type"]
    expect(JSON.parse(shown)).toEqual(printedRows(await world.api("GET", "/applications/ORDERS/roles"), columns))
  })
})

describe("datastores", () => {
  test("are listed", async ({ world, terminal }) => {
    const datastores = await world.api("GET", "/applications/ORDERS/datastores")
    const { shown } = await terminal.hx(["datastores:get"], [["Select your project", choose("Order desk")]])
    for (const { datastore_id, display_id } of datastores) expect(shown).toContain(`${datastore_id} ${display_id}`)
    const all = await terminal.hx(["ds", "ORDERS", "--extended", ...asJson])
    const columns = ["datastore_id", "display_id", "name", "deleted", "imported", "uploading"]
    expect(JSON.parse(all.shown)).toEqual(printedRows(datastores, columns))
  })

  test("have statuses", async ({ world, terminal }) => {
    const { datastore_id } = await world.datastore("Orders")
    const statuses = await world.api("GET", `/datastores/${datastore_id}/statuses`)
    const { shown } = await terminal.hx(
      ["statuses:get"],
      [
        ["Select your project", choose("Order desk")],
        ["Select a datastore", choose("Orders")],
      ],
    )
    for (const { status_id, display_id } of statuses) expect(shown).toContain(`${status_id} ${display_id}`)
    const csv = await terminal.hx(["st", datastore_id, "--extended", "--csv"])
    const [head, ...rows] = csv.shown.trim().split("\n")
    expect(head).toBe("ID,DISPLAY_ID,NAME,SORT_ID,X,Y")
    const columns = ["status_id", "display_id", "displayed_name", "sort_id", "x", "y"]
    expect(rows).toEqual(printedRows(statuses, columns).map((row) => Object.values(row).join(",")))
  })

  test("have actions, all or those of a status", async ({ world, terminal }) => {
    const { datastore_id } = await world.datastore("Orders")
    const actions = await world.api("GET", `/datastores/${datastore_id}/actions`)
    const all = await terminal.hx(["ac", datastore_id, "--extended", ...asJson])
    const columns = ["action_id", "display_id", "name", "operation", "is_status_action"]
    expect(printedRows(JSON.parse(all.shown), columns)).toEqual(printedRows(actions, columns))
    const { shown } = await terminal.hx(
      ["actions:get"],
      [
        ["Select your project", choose("Order desk")],
        ["Select a datastore", choose("Orders")],
        ["Select a status for the action", choose("Confirmed")],
      ],
    )
    expect(shown).toMatch(/StartRoasting +Start roasting +update +true/)
    expect(shown).not.toContain("MarkPaid")
  })

  test("have fields, in their order", async ({ world, terminal }) => {
    const { datastore_id } = await world.datastore("Contacts")
    const { fields } = await world.api("GET", `/datastores/${datastore_id}/fields`)
    const { shown } = await terminal.hx(["fd", datastore_id, ...asJson])
    const inOrder = Object.values(fields as Record<string, { fieldIndex: number }>).sort(
      (one, other) => one.fieldIndex - other.fieldIndex,
    )
    expect(JSON.parse(shown)).toEqual(printedRows(inOrder, ["field_id", "display_id", "name", "dataType"]))
    const asked = await terminal.hx(
      ["fields:get"],
      [
        ["Select your project", choose("Order desk")],
        ["Select a datastore", choose("Order lines")],
      ],
    )
    expect(asked.shown).toMatch(/Quantity +Quantity +number/)
  })
})

test("a field and an action are shown as their settings are answered", async ({ world, terminal }) => {
  const { datastore_id } = await world.datastore("Products")
  const { fields } = await world.api("GET", `/datastores/${datastore_id}/fields`)
  const [fieldId = ""] = Object.keys(fields)
  const field = await terminal.hx(["fields:show", datastore_id, fieldId])
  expect(JSON.parse(field.shown)).toEqual(await world.api("GET", `/datastores/${datastore_id}/fields/${fieldId}`))
  const [{ action_id }] = await world.api("GET", `/datastores/${datastore_id}/actions`)
  const action = await terminal.hx(["actions:show", datastore_id, action_id])
  expect(JSON.parse(action.shown)).toEqual(await world.api("GET", `/datastores/${datastore_id}/actions/${action_id}`))
})

test("help lists the commands, also without a context", async ({ terminal }) => {
  expect((await terminal.hx(["help"])).shown).toContain("manage DATASTORES in Hexabase")
  const unknown = await terminal.hx(["workspaces:get", "--context=nowhere"])
  expect(unknown).toMatchObject({ code: 1, shown: "" })
  expect(unknown.told).toContain("No such context: nowhere")
})
