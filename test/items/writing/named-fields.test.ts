import { describe, expect, test } from "vitest"
import type { Answered } from "../../conformance.ts"
import {
  at,
  elements,
  expectUnchanged,
  fieldIdOf,
  fixtureItem,
  office,
  valuesOf,
} from "../../operations/items/office.ts"

describe("one field named twice, by display and internal ID (api.md section 6.1)", () => {
  test("within item, or within changes: 400 INVALID_PARAMS", async () => {
    const { world, ada } = await office()
    const title = fieldIdOf(world, "Deals", "Title")
    const twice = [
      { item: { Title: "one", [title]: "two" } },
      {
        changes: [
          { id: "Title", value: "one" },
          { id: title, value: "two" },
        ],
      },
    ]
    const { iId } = fixtureItem(world, "Deals", 0)
    for (const body of twice) {
      const writes = [
        () => ada.createItem({ params: at("Deals"), body }),
        () => ada.updateItem({ params: at("Deals", iId), body: { ...body, is_force_update: true } }),
        () => ada.executeAction({ params: at("Deals", iId, "UpdateDeal"), body: { ...body, is_force_update: true } }),
      ]
      for (const write of writes) {
        const refused = await expectUnchanged<Answered<unknown>>(world, write)
        expect(refused.status).toBe(400)
        expect(elements(refused)).toMatchObject([{ error: "field named twice", error_code: "INVALID_PARAMS" }])
      }
    }
  })

  test("a related entry with such a field fails", async () => {
    const { world, ada } = await office()
    const item = { Product: "one", [fieldIdOf(world, "Lines", "Product")]: "two" }
    const { body } = await ada.createItem({
      params: at("Deals"),
      body: { related_ds_items: { Lines: [{ operation: 1, item }] } },
    })
    expect(body.error).toMatchObject([{ error: "field named twice", error_code: "INVALID_PARAMS" }])
  })

  test("changes still apply after item", async () => {
    const { world, ada } = await office()
    const body = { item: { Title: "one" }, changes: [{ id: fieldIdOf(world, "Deals", "Title"), value: "two" }] }
    const created = await ada.createItem({ params: at("Deals"), body })
    expect(valuesOf(world, "Deals", created.body.item_id).Title).toBe("two")
  })
})

describe("a write of a field that the caller's roles hide (model.md section 5.6)", () => {
  test("is NO_PRIVILEGES, and the error names it by the reference that was sent, never by its name", async () => {
    const { world, bob } = await office(({ deals }) => {
      deals.fields.Margin = { dataType: "number", name: "Secret margin", roles: ["ADMIN"] }
      deals.fields.Section = { dataType: "label", name: "Secret heading", roles: ["ADMIN"] }
    })
    for (const name of ["Margin", "Section"]) {
      for (const reference of [name, fieldIdOf(world, "Deals", name)]) {
        const refused = await expectUnchanged(world, () =>
          bob.createItem({ params: at("Deals"), body: { item: { [reference]: 5 } } }),
        )
        expect(refused.status).toBe(400)
        expect(elements(refused)).toMatchObject([{ description: reference, reference_id: `f_id:${reference}` }])
      }
    }
    const [margin] = elements(await bob.createItem({ params: at("Deals"), body: { item: { Margin: 5 } } }))
    expect(margin?.error_code).toBe("NO_PRIVILEGES")
  })

  test("the refusal does not name a mandatory field that only others may fill", async () => {
    const { world, bob } = await office(({ deals }) => {
      deals.fields.Margin = { dataType: "number", name: "Secret margin", roles: ["ADMIN"] }
      deals.actions = { ...deals.actions, Strict: { crud_type: "1", fields: { Margin: { mandatory: true } } } }
    })
    const refused = await bob.createItem({ params: at("Deals"), body: { action_id: "Strict" } })
    const fId = fieldIdOf(world, "Deals", "Margin")
    expect(elements(refused)).toMatchObject([{ description: fId, reference_id: `f_id:${fId}` }])
  })
})
