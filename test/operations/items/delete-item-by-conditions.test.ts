import { describe, expect, test } from "vitest"
import { at, expectUnchanged, itemsOf, office, refusal } from "./office.ts"

describe("DeleteItemByConditions", () => {
  const params = at("Lines")

  test("deletes the visible items that fit, nothing matching is fine", async () => {
    const { world, carol } = await office(({ lines }) => {
      lines.items?.push({ values: { Product: "Bolts" }, access: { groups: ["SUPPORT"] } })
    })
    const conditions = [{ id: "Product", search_value: ["Bolts"], exact_match: true }]
    const { status, body } = await carol.deleteItemByConditions({ params, body: { conditions } })
    expect(status).toBe(200)
    expect(body).toEqual({ error: null })
    expect(itemsOf(world, "Lines")).toHaveLength(2)
    const again = await expectUnchanged(world, () => carol.deleteItemByConditions({ params, body: { conditions } }))
    expect(again.status).toBe(200)
  })

  test("honours use_or_condition", async () => {
    const conditions = [
      { id: "Product", search_value: ["Bolts"], exact_match: true },
      { id: "Quantity", search_value: ["4", "4"] },
    ]
    const { world, ada } = await office()
    await ada.deleteItemByConditions({ params, body: { conditions } })
    expect(itemsOf(world, "Lines")).toHaveLength(2)
    await ada.deleteItemByConditions({ params, body: { conditions, use_or_condition: true } })
    expect(itemsOf(world, "Lines")).toHaveLength(0)
    const open = [...conditions, { id: "Product", search_value: [] }]
    const refused = await expectUnchanged(world, () =>
      ada.deleteItemByConditions({ params, body: { conditions: open, use_or_condition: true } }),
    )
    expect(refused.status).toBe(400)
  })

  test("restricts to empty values by an empty search_value with include_null", async () => {
    const { world, ada } = await office(({ lines }) => void lines.items?.push({ values: { Product: "Loose" } }))
    const conditions = [{ id: "Quantity", search_value: [], include_null: true }]
    const { status } = await ada.deleteItemByConditions({ params, body: { conditions } })
    expect([status, itemsOf(world, "Lines").length]).toEqual([200, 2])
  })

  test("is refused without conditions, with unknown ones, without the role", async () => {
    const { world, bob } = await office(({ deals }) => {
      deals.actions = { ...deals.actions, DeleteDeal: { crud_type: "3", default: true, roles: ["MANAGER"] } }
    })
    const nothing = { id: "Product", search_value: [] }
    const group = { conditions: [nothing], search_value: [], data_type: "", id: "" }
    for (const body of [
      {},
      { conditions: [] },
      { conditions: [nothing] },
      { conditions: [nothing, group] },
      { conditions: [{ id: "Product", search_value: [""] }] },
      { conditions: [{ id: "Quantity", search_value: [null, null] }] },
      { conditions: [{ id: "Product", search_value: [], not_match: true }] },
      { conditions: [{ conditions: [{ id: "Product", search_value: ["x"] }, nothing], use_or_condition: true }] },
      { conditions: [{ id: "Nope", search_value: ["x"] }] },
    ]) {
      const refused = await expectUnchanged(world, () => bob.deleteItemByConditions({ params, body }))
      expect(refusal(refused)).toMatchObject({ status: 400, body: { error_code: "INVALID_PARAMS" } })
    }
    const malformed = { conditions: [{ id: "Product", search_value: ["("] }] }
    expect(
      refusal(await expectUnchanged(world, () => bob.deleteItemByConditions({ params, body: malformed }))),
    ).toEqual({
      status: 400,
      body: { error: expect.any(String), error_code: "INVALID_VALUE", description: expect.any(String) },
    })
    const conditions = [{ id: "Title", search_value: ["x"] }]
    const denied = await expectUnchanged(world, () =>
      bob.deleteItemByConditions({ params: at("Deals"), body: { conditions } }),
    )
    expect(denied.status).toBe(403)
    const nowhere = await expectUnchanged(world, () =>
      bob.deleteItemByConditions({ params: at("Nope"), body: { conditions } }),
    )
    expect(nowhere.status).toBe(404)
  })
})
