import { describe, expect, test } from "vitest"
import type { ApiClient } from "../../conformance.ts"
import { dig } from "../../dig.ts"
import { ada, bob, DEALS, givenDeals, sId } from "./deals.ts"

givenDeals()

describe("GetActions", () => {
  const names = async (api: ApiClient, query: Record<string, string> = {}) =>
    dig<{ display_id: string }[]>((await api.getActions({ params: DEALS, query })).body).map((one) => one.display_id)

  test("those the caller may run, by display_order", async () => {
    expect(await names(bob)).toEqual(["Note", "Update", "Win", "Copy", "Create", "Reopen"])
    expect(await names(ada)).toContain("Delete")
  })

  test("returns the actions of a status and those of the datastore", async () => {
    expect(await names(bob, { status_id: sId("won") })).toEqual(["Update", "Copy", "Create", "Reopen"])
    expect(await names(bob, { status_id: "open" })).toEqual(["Note", "Update", "Win", "Copy", "Create"])
    expect(await names(bob, { status_id: "" })).toHaveLength(6)
  })

  test("returns these properties of an action", async () => {
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
