import { describe, expect, test } from "vitest"
import { flat, refusalOf } from "../../sample-worlds/people.ts"
import { workshop } from "../../sample-worlds/workshop.ts"

const ORDERS = { params: { "datastore-id": "Orders" } }

describe("GetDatastoreSettings (api.md section 15)", () => {
  test("a datastore with its fields, layout, roles and statuses", async () => {
    const { as, datastore, rId } = await workshop()
    const { dId, pId, wId, statuses } = datastore("Orders")
    const { status, body } = await as("ada").getDatastoreSettings(ORDERS)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: dId,
      w_id: wId,
      p_id: pId,
      names: { en: "Orders", ja: "注文" },
      display_id: "Orders",
      fields: expect.any(Array),
      field_layout: expect.any(Array),
      roles: [
        { role_id: rId("ADMIN"), display_id: "ADMIN", name: "admin", type: "ADMIN", can_use: true },
        { role_id: rId("MEMBER"), display_id: "MEMBER", name: "member", type: "MEMBER", can_use: true },
        { role_id: rId("CLERK"), display_id: "CLERK", name: "clerk", type: "CUSTOM", can_use: true },
      ],
      statuses: [
        { id: statuses[0]?.sId, display_id: "New", names: { en: "New", ja: "新規" } },
        { id: statuses[1]?.sId, display_id: "Sent", names: { en: "Sent", ja: "Sent" } },
      ],
    })
  })

  test("the fields are those of GetDatastoreFields, in fieldIndex order; hidden ones are left out", async () => {
    const { as } = await workshop()
    const names = {
      ada: ["Title", "Amount", "Margin", "Legacy", "Status"],
      bob: ["Title", "Amount", "Legacy", "Status"],
    }
    for (const [name, expected] of Object.entries(names)) {
      const { fields, field_layout } = (await as(name).getDatastoreSettings(ORDERS)).body
      const separate = (await as(name).getDatastoreFields({ ...ORDERS, route: 1 })).body
      expect(fields.map((field) => field.display_id)).toEqual(expected)
      expect(fields).toEqual(Object.values(separate.fields))
      expect(field_layout).toEqual(Object.values(separate.field_layout))
    }
  })

  test("roles that do not see the datastore can't use it; ADMIN always can", async () => {
    const { as } = await workshop()
    const { roles } = (await as("bob").getDatastoreSettings({ params: { "datastore-id": "Secrets" } })).body
    expect(roles.map((role) => [role.display_id, role.can_use])).toEqual([
      ["ADMIN", true],
      ["MEMBER", true],
      ["CLERK", false],
    ])
  })

  test("404 where it is unknown or hidden", async () => {
    const { as, world } = await workshop()
    for (const [name, asked] of [
      ["ada", "People"],
      ["cleo", "Secrets"],
      ["ned", "Orders"],
    ] as const) {
      const ask = () => as(name).getDatastoreSettings({ params: { "datastore-id": asked } })
      expect(await refusalOf(world, ask)).toEqual([404, flat("NOT_FOUND", `datastore not found: ${asked}`)])
    }
  })
})
