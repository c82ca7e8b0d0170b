import { beforeAll, describe, expect, test } from "vitest"
import { createWorld, type World } from "../../src/index.ts"
import { type ApiClient, apiClient } from "../conformance.ts"
import { dig } from "../dig.ts"
import { readWorld } from "../items/read-world.ts"

let world: World
let ada: ApiClient
let bob: ApiClient
let out: ApiClient
let statuses: { display_id: string; status_id: string }[]

beforeAll(async () => {
  world = await readWorld()
  ada = apiClient(world, "ada")
  bob = apiClient(world, "bob")
  out = apiClient(world, "out")
  statuses = dig((await bob.getStatuses({ params: DEALS })).body)
})

const DEALS = { "datastore-id": "DEALS" }
const sId = (displayId: string) => statuses.find((status) => status.display_id === displayId)?.status_id ?? ""

const namedStatuses = () =>
  createWorld({
    fixture: {
      version: 1,
      settings: { lang: "ja" },
      users: [{ email: "t@x.test", token: "t" }],
      workspaces: [
        {
          name: "W",
          admins: ["t@x.test"],
          group: { group_id: "TOP", name: "Top" },
          applications: [
            {
              application_id: "APP",
              name: "App",
              roles: [{ role_id: "ADMIN", name: "admin", users: ["t@x.test"] }],
              datastores: [
                {
                  datastore_id: "DS",
                  name: "Store",
                  fields: {},
                  statuses: { a: { name: "甲" }, b: { name: { en: "B" } }, c: { name: { en: "C", ja: "丙" } } },
                },
              ],
            },
          ],
        },
      ],
    },
  })

describe("GetStatuses", () => {
  test("in sort_id order, with names in both languages; a missing half is the other", () => {
    expect(statuses).toEqual(
      ["Open", "Won", "Lost"].map((name, at) => ({
        display_id: name.toLowerCase(),
        name: { en: name, ja: name },
        displayed_name: name,
        status_id: expect.stringMatching(/^[0-9a-f]{24}$/),
        sort_id: at,
        x: expect.any(Number),
        y: expect.any(Number),
      })),
    )
  })

  test("each half of a name as the fixture writes it", async () => {
    const named = await namedStatuses()
    expect(
      dig<{ name: unknown }[]>((await apiClient(named, "t").getStatuses({ params: { "datastore-id": "DS" } })).body),
    ).toMatchObject([
      { name: { en: "甲", ja: "甲" }, displayed_name: "甲" },
      { name: { en: "B", ja: "B" }, displayed_name: "B" },
      { name: { en: "C", ja: "丙" }, displayed_name: "丙" },
    ])
  })

  test("none in a datastore without", async () => {
    expect((await bob.getStatuses({ params: { "datastore-id": "CUSTOMERS" } })).body).toEqual([])
  })
})

describe("GetActions", () => {
  const names = async (api: ApiClient, query: Record<string, string> = {}) =>
    dig<{ display_id: string }[]>((await api.getActions({ params: DEALS, query })).body).map((one) => one.display_id)

  test("those the caller may run, by display_order", async () => {
    expect(await names(bob)).toEqual(["Note", "Update", "Win", "Copy", "Create", "Reopen"])
    expect(await names(ada)).toContain("Delete")
  })

  test("with a status, its own and the datastore's", async () => {
    expect(await names(bob, { status_id: sId("won") })).toEqual(["Update", "Copy", "Create", "Reopen"])
    expect(await names(bob, { status_id: "open" })).toEqual(["Note", "Update", "Win", "Copy", "Create"])
    expect(await names(bob, { status_id: "" })).toHaveLength(6)
  })

  test("what is said of one", async () => {
    const all = dig<Record<string, unknown>[]>((await bob.getActions({ params: DEALS })).body)
    const ids = { workspace_id: expect.any(String), project_id: expect.any(String), datastore_id: expect.any(String) }
    expect(all.find((one) => one.display_id === "Win")).toEqual({
      ...ids,
      action_id: expect.stringMatching(/^[0-9a-f]{24}$/),
      display_id: "Win",
      name: "Win",
      operation: "update",
      set_status: sId("won"),
      status_id: sId("open"),
      is_status_action: true,
    })
    expect(all.find((one) => one.display_id === "Copy")).toEqual({
      ...ids,
      action_id: expect.any(String),
      display_id: "Copy",
      name: "Copy",
      operation: "copy",
      set_status: "",
      is_status_action: false,
    })
  })

  test("an unknown status is a bad parameter", async () => {
    const { status, body } = await bob.getActions({ params: DEALS, query: { status_id: "nope" } })
    expect([status, dig(body, "error_code")]).toEqual([400, "INVALID_PARAMS"])
  })
})

describe("GetNewActions and GetUpdateActions", () => {
  test("create actions, on both paths", async () => {
    const expected = {
      actions: [
        {
          action_id: expect.stringMatching(/^[0-9a-f]{24}$/),
          name: "Create",
          display_order: 4,
          crud_type: "1",
          next_status_id: "",
        },
      ],
    }
    expect((await bob.getNewActions({ params: DEALS })).body).toEqual(expected)
    expect((await bob.getNewActions({ params: DEALS, route: 1 })).body).toEqual(expected)
  })

  test("update actions, with those of a status when it is named", async () => {
    const names = async (query: Record<string, string> = {}) =>
      dig<{ name: string }[]>((await bob.getUpdateActions({ params: DEALS, query })).body, "actions").map(
        (one) => one.name,
      )
    expect(await names()).toEqual(["Update"])
    expect(await names({ status_id: sId("open") })).toEqual(["Note", "Update", "Win"])
    expect(
      dig((await bob.getUpdateActions({ params: DEALS, query: { status_id: "won" } })).body, "actions", 1),
    ).toEqual({
      action_id: expect.any(String),
      name: "Reopen",
      display_order: 7,
      crud_type: "2",
      next_status_id: sId("open"),
    })
  })

  test.each(["NOPE", "DEALS"])("no create action to be found for %s: 404 with code 101", async (datastore) => {
    const { status, body } = await out.getNewActions({ params: { "datastore-id": datastore } })
    expect(status).toBe(404)
    expect(body).toEqual({
      code: 101,
      error_code: "INVALID_PARAMS",
      message: `new action is not found for ${datastore}`,
    })
  })
})

describe("GetInputFields", () => {
  const fields = (api: ApiClient, action: string, datastore = "DEALS") =>
    api.getInputFields({ params: { "datastore-id": datastore, "action-id": action } })

  test("the action, every field the caller's roles show, and how it is treated", async () => {
    const { status, body } = await fields(bob, "Win")
    expect(status).toBe(200)
    expect(dig(body, "action")).toEqual({
      action_id: expect.stringMatching(/^[0-9a-f]{24}$/),
      display_order: 2,
      description: "",
      crud_type: "2",
      next_status_id: sId("won"),
    })
    const shown = Object.values(dig<object>(body, "action_fields"))
    expect(shown.map((field) => dig(field, "display_id"))).not.toContain("Margin")
    expect(Object.keys(dig(body, "action_field_settings"))).toEqual(shown.map((field) => dig(field, "field_id")))
  })

  test("by internal ID too", async () => {
    const aId = dig<string>((await fields(bob, "Update")).body, "action", "action_id")
    expect((await fields(bob, aId)).body).toEqual((await fields(bob, "Update")).body)
  })

  test("a setting of its own names the action, the others say what holds without one", async () => {
    const { body } = await fields(bob, "Update")
    const byName = Object.fromEntries(
      Object.values(dig<Record<string, unknown>>(body, "action_fields")).map((field) => [
        dig<string>(field, "display_id"),
        dig<object>(body, "action_field_settings", dig<string>(field, "field_id")),
      ]),
    )
    expect(byName.Title).toEqual({
      action_id: dig(body, "action", "action_id"),
      field_id: expect.any(String),
      show: true,
      update: true,
      mandatory: true,
    })
    expect(byName.Notes).toMatchObject({ show: false, update: false, mandatory: false })
    expect(byName.Amount).toEqual({
      action_id: "",
      field_id: expect.any(String),
      show: true,
      update: true,
      mandatory: false,
    })
  })

  test("the option chosen at first", async () => {
    const { body } = await fields(bob, "Update")
    const level = Object.values(dig<object>(body, "action_fields")).find((one) => dig(one, "display_id") === "Level")
    expect(dig(level, "selected")).toBe(dig(level, "options", 1, "option_id"))
  })

  test.each([
    ["an unknown action", "NOPE", "DEALS"],
    ["an action the caller may not run", "Delete", "DEALS"],
    ["an unknown datastore", "Update", "NOPE"],
  ])("%s: 404", async (_, action, datastore) => {
    const { status, body } = await fields(bob, action, datastore)
    expect(status).toBe(404)
    expect(body).toEqual({ description: `action_id not found. ${action}`, error: "NOT_FOUND" })
  })
})

describe("GetItemSearchConditions", () => {
  const conditions = async (api: ApiClient) => {
    const { status, body } = await api.getItemSearchConditions({ params: { "app-id": "CRM", ...DEALS } })
    expect([status, dig(body, "has_error")]).toEqual([200, false])
    return dig<Record<string, unknown>[]>(body, "result")
  }

  test("searchable fields the caller is shown, in order", async () => {
    const all = await conditions(bob)
    expect(all.map((one) => one.display_id)).toEqual(
      "Title Notes Total No At Day Clock Kind Level Tags Owners Papers Customer Status".split(" "),
    )
    const orders = all.map((one) => one.order as number)
    expect(orders).toEqual([...orders].sort((left, right) => left - right))
    expect((await conditions(ada)).map((one) => one.display_id)).toContain("Margin")
  })

  test("what goes with a data type", async () => {
    const by = Object.fromEntries((await conditions(bob)).map((one) => [one.display_id, one]))
    const head = { f_id: expect.stringMatching(/^[0-9a-f]{24}$/), order: expect.any(Number) }
    expect(by.Title).toEqual({ ...head, name: "Name of the deal", display_id: "Title", data_type: "text" })
    expect(by.Kind).toEqual({
      ...head,
      name: "Kind",
      display_id: "Kind",
      data_type: "select",
      options: [
        { option_id: expect.any(String), sort_id: 0, value: "New business", enabled: true, color: "" },
        { option_id: expect.any(String), sort_id: 1, value: "Renewal", enabled: true, color: "" },
      ],
    })
    expect(by.Status).toMatchObject({
      data_type: "status",
      statuses: [
        { status_id: sId("open"), status_name: "Open" },
        { status_id: sId("won"), status_name: "Won" },
        { status_id: sId("lost"), status_name: "Lost" },
      ],
    })
    expect(by.Owners).toMatchObject({ users_info: { single_select: false } })
    expect(by.Customer).toMatchObject({
      ds_lookup_info: {
        dslookup_project_id: expect.any(String),
        dslookup_datastore_id: expect.any(String),
        dslookup_field_id: expect.any(String),
      },
    })
    expect(by.Total).toMatchObject({ data_type: "calc" })
    expect(by.Clock).toMatchObject({ min_value: "08:00", max_value: "20:00" })
  })

  test("an unknown place: 404", async () => {
    const { status } = await bob.getItemSearchConditions({ params: { "app-id": "CRM", "datastore-id": "NOPE" } })
    expect(status).toBe(404)
  })
})
