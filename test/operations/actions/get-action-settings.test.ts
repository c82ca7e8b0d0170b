import { describe, expect, test } from "vitest"
import { flat, refusalOf } from "../../sample-worlds/people.ts"
import { workshop } from "../../sample-worlds/workshop.ts"

const at = (action: string, datastore = "Orders") => ({ params: { "datastore-id": datastore, "action-id": action } })

describe("GetActionSettings (api.md section 15)", () => {
  test("an action that is offered in every status", async () => {
    const { as, action, datastore, rId } = await workshop()
    const { wId, pId, dId, fields } = datastore("Orders")
    const answer = await as("ada").getActionSettings(at("Update"))
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        workspace_id: wId,
        project_id: pId,
        datastore_id: dId,
        action_id: action("Update").aId,
        is_status_action: false,
        display_id: "Update",
        description: "Change it",
        search_keys: [],
        operation: "update",
        set_status: "",
        name: { en: "Edit", ja: "編集" },
        roles: [
          { role_id: rId("ADMIN"), display_id: "ADMIN", name: "admin", type: "ADMIN", can_execute: true },
          { role_id: rId("MEMBER"), display_id: "MEMBER", name: "member", type: "MEMBER", can_execute: false },
          { role_id: rId("CLERK"), display_id: "CLERK", name: "clerk", type: "CUSTOM", can_execute: true },
        ],
        action_field_settings: [
          { field_id: fields[0]?.fId, show: true, update: true, mandatory: true },
          { field_id: fields[1]?.fId, show: false, update: false, mandatory: false },
          { field_id: fields[2]?.fId, show: true, update: false, mandatory: false },
          { field_id: fields[3]?.fId, show: true, update: true, mandatory: false },
          { field_id: fields[4]?.fId, show: true, update: true, mandatory: false },
        ],
      },
    ])
  })

  test("a status action, by either ID", async () => {
    const { as, action, datastore } = await workshop()
    const [first, second] = datastore("Orders").statuses
    for (const reference of ["Send", action("Send").aId]) {
      const { body } = await as("bob").getActionSettings(at(reference, datastore("Orders").dId))
      expect(body).toMatchObject({
        display_id: "Send",
        is_status_action: true,
        status_id: first?.sId,
        set_status: second?.sId,
      })
    }
  })

  test("any role reads them, also of actions it may not run, without the fields that are hidden from it", async () => {
    const { as } = await workshop()
    const { status, body } = await as("bob").getActionSettings(at("Delete"))
    expect(status).toBe(200)
    expect(body.roles.map((role) => role.can_execute)).toEqual([true, false, false])
    expect(body.action_field_settings).toHaveLength(4)
  })

  test("404 where the action or its datastore is unknown, hidden or elsewhere", async () => {
    const { as, world, action } = await workshop()
    const create = action("CreateItem", "Tests").aId
    for (const [name, where, error] of [
      ["ada", at("NOPE"), "action not found: NOPE"],
      ["ada", at(create), `action not found: ${create}`],
      ["ada", at("Update", "Nowhere"), "datastore not found: Nowhere"],
      ["cleo", at("UpdateItem", "Secrets"), "datastore not found: Secrets"],
      ["ned", at("Update"), "datastore not found: Orders"],
    ] as const) {
      expect(await refusalOf(world, () => as(name).getActionSettings(where))).toEqual([404, flat("NOT_FOUND", error)])
    }
  })
})
