import { describe, expect, test } from "vitest"
import { flat, refusalOf } from "../../sample-worlds/people.ts"
import { workshop } from "../../sample-worlds/workshop.ts"

const ORDERS = { params: { "datastore-id": "Orders" } }

describe("GetActionSettingsOfDatastore (api.md section 15)", () => {
  test("the actions of each status and those of items, by display_order, whoever may run them", async () => {
    const { as, datastore } = await workshop()
    const [first, second] = datastore("Orders").statuses
    const { status, body } = await as("bob").getActionSettingsOfDatastore(ORDERS)
    expect(status).toBe(200)
    expect(body.statuses).toEqual([
      { id: first?.sId, display_id: "New", names: { en: "New", ja: "新規" }, status_actions: [expect.any(Object)] },
      { id: second?.sId, display_id: "Sent", names: { en: "Sent", ja: "Sent" }, status_actions: [expect.any(Object)] },
    ])
    expect(body.statuses.map(({ status_actions }) => status_actions.map((action) => action.display_id))).toEqual([
      ["Send"],
      ["Recall"],
    ])
    expect(body.item_actions.map((action) => action.display_id)).toEqual(["Update", "Delete", "Create"])
  })

  test("returns these properties of an action", async () => {
    const { as, action, datastore, rId } = await workshop()
    const { body } = await as("ada").getActionSettingsOfDatastore(ORDERS)
    const fId = (displayId: string) => datastore("Orders").fields.find((field) => field.displayId === displayId)?.fId
    const usual = { show: true, update: true, mandatory: false }
    expect(body.item_actions[0]).toEqual({
      id: action("Update").aId,
      display_id: "Update",
      names: { en: "Edit", ja: "編集" },
      display_order: 1,
      crud_type: "2",
      roles: [
        { role_id: rId("ADMIN"), display_id: "ADMIN", name: "admin", type: "ADMIN", canExecute: true },
        { role_id: rId("MEMBER"), display_id: "MEMBER", name: "member", type: "MEMBER", canExecute: false },
        { role_id: rId("CLERK"), display_id: "CLERK", name: "clerk", type: "CUSTOM", canExecute: true },
      ],
      action_field_settings: [
        { id: fId("Title"), display_id: "Title", names: { en: "Title", ja: "件名" }, ...usual, mandatory: true },
        {
          id: fId("Amount"),
          display_id: "Amount",
          names: { en: "Amount", ja: "Amount" },
          show: false,
          update: false,
          mandatory: false,
        },
        { id: fId("Margin"), display_id: "Margin", names: { en: "Margin", ja: "Margin" }, ...usual, update: false },
        { id: fId("Legacy"), display_id: "Legacy", names: { en: "Legacy", ja: "Legacy" }, ...usual },
        { id: fId("Status"), display_id: "Status", names: { en: "Status", ja: "Status" }, ...usual },
      ],
    })
    expect(body.item_actions.map((one) => one.crud_type)).toEqual(["2", "3", "1"])
  })

  test("fields that the caller's roles hide have no settings", async () => {
    const { as } = await workshop()
    const [update] = (await as("cleo").getActionSettingsOfDatastore(ORDERS)).body.item_actions
    expect(update?.action_field_settings.map((setting) => setting.display_id)).toEqual([
      "Title",
      "Amount",
      "Legacy",
      "Status",
    ])
  })

  test("404 where the datastore is unknown or hidden", async () => {
    const { as, world } = await workshop()
    for (const [name, asked] of [
      ["ada", "People"],
      ["cleo", "Secrets"],
      ["ned", "Orders"],
    ] as const) {
      const ask = () => as(name).getActionSettingsOfDatastore({ params: { "datastore-id": asked } })
      expect(await refusalOf(world, ask)).toEqual([404, flat("NOT_FOUND", `datastore not found: ${asked}`)])
    }
  })
})
