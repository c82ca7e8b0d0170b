import { describe, expect, test } from "vitest"
import type { ApiClient } from "../../conformance.ts"
import { dig } from "../../dig.ts"
import { ada, bob, DEALS, givenDeals, sId } from "../datastores/deals.ts"

givenDeals()

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

  test("returns these properties for a data type", async () => {
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
