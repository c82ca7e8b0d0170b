import { describe, expect, test } from "vitest"
import { dig } from "../../dig.ts"
import { bob, DEALS, givenDeals, sId } from "./deals.ts"

givenDeals()

describe("GetUpdateActions", () => {
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
})
