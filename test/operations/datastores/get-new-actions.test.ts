import { describe, expect, test } from "vitest"
import { bob, DEALS, givenDeals, out } from "./deals.ts"

givenDeals()

describe("GetNewActions", () => {
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
