import { describe, expect, test } from "vitest"
import type { ApiClient } from "../../conformance.ts"
import { dig } from "../../dig.ts"
import { bob, givenDeals, sId } from "./deals.ts"

givenDeals()

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

  test("accepts an internal ID", async () => {
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
