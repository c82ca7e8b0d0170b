import { describe, expect, test } from "vitest"
import { checkInvariants } from "../../../src/index.ts"
import { flat, refusalOf } from "../../sample-worlds/people.ts"
import { workshop } from "../../sample-worlds/workshop.ts"

const at = (action: string) => ({ params: { "datastore-id": "Orders", "action-id": action } })

describe("UpdateAction (api.md section 15)", () => {
  test("changes the properties of the body and keeps the rest", async () => {
    const { as, action, rId } = await workshop()
    const before = action("Update")
    const body = { name: { en: "Amend" }, description: "", roles: ["MEMBER"] }
    const answer = await as("ada").updateAction({ ...at("Update"), body })
    expect([answer.status, answer.body]).toEqual([200, null])
    expect(action("Update")).toEqual({
      ...before,
      name: { en: "Amend", ja: "編集" },
      description: "",
      roles: [rId("ADMIN"), rId("MEMBER")],
    })
  })

  test("accepts PATCH and PUT, either ID, and its own display ID or a free one", async () => {
    const { as, action } = await workshop()
    const { aId } = action("Send")
    await as("ada").updateAction({ ...at("Send"), body: { display_id: "Send", name: "Post" } })
    await as("ada").updateAction({ ...at(aId), body: { display_id: "Post" }, route: 1 })
    expect(action("Post")).toMatchObject({ aId, name: { en: "Post" } })
    await as("ada").updateAction({ ...at("Post"), body: { display_id: "" } })
    expect(action("Post").aId).toBe(aId)
  })

  test("the settings of fields that it names", async () => {
    const { as, action, datastore } = await workshop()
    const [title, amount] = datastore("Orders").fields.map(({ fId }) => fId)
    const action_field_settings = [
      { field_id: "Title", update: false },
      { field_id: amount, show: true, mandatory: true },
    ]
    await as("ada").updateAction({ ...at("Update"), body: { action_field_settings } })
    const settings = action("Update").fieldSettings as Record<string, unknown>
    expect(settings[title ?? ""]).toEqual({ show: true, update: false, mandatory: true })
    expect(settings[amount ?? ""]).toEqual({ show: true, update: false, mandatory: true })
    expect(Object.keys(settings)).toHaveLength(3)
  })

  test("accepts the response of GetActionSettings, and then changes nothing", async () => {
    const { as, world } = await workshop()
    for (const name of ["Create", "Update", "Send"]) {
      const before = world.hash()
      const settings = (await as("ada").getActionSettings(at(name))).body
      const roles = settings.roles.filter((role) => role.can_execute).map((role) => role.role_id)
      const { action_field_settings: _, ...rest } = settings
      expect((await as("ada").updateAction({ ...at(name), body: { ...rest, roles } })).status).toBe(200)
      expect(world.hash()).toBe(before)
    }
  })

  test("makes a status action of it and back", async () => {
    const { as, action, datastore } = await workshop()
    await as("ada").updateAction({ ...at("Update"), body: { is_status_action: true, status_id: "Sent" } })
    expect(action("Update").statusId).toBe(datastore("Orders").statuses[1]?.sId)
    await as("ada").updateAction({ ...at("Update"), body: { is_status_action: true, set_status: "New" } })
    expect(action("Update").statusId).toBe(datastore("Orders").statuses[1]?.sId)
    await as("ada").updateAction({ ...at("Update"), body: { is_status_action: false } })
    expect(action("Update")).toMatchObject({ statusId: null, setStatus: datastore("Orders").statuses[0]?.sId })
  })

  test("an action whose operation changes is not the default of either", async () => {
    const { as, action, world } = await workshop()
    await as("ada").updateAction({ ...at("Update"), body: { operation: "copy" } })
    expect(action("Update")).toMatchObject({ crudType: "4", isDefault: false })
    await as("ada").updateAction({ ...at("Create"), body: { operation: "new" } })
    expect(action("Create").isDefault).toBe(true)
    await checkInvariants(world)
  })

  test("takes effect at once", async () => {
    const { as } = await workshop()
    const params = { "app-id": "SHOP", "datastore-id": "Orders" }
    const create = () => as("bob").createItem({ params, body: { item: { Title: "T" } } })
    expect((await create()).status).toBe(200)
    const action_field_settings = [{ field_id: "Amount", mandatory: true }]
    await as("ada").updateAction({ ...at("Create"), body: { action_field_settings } })
    expect((await create()).status).toBe(400)
    await as("ada").updateAction({ ...at("Create"), body: { roles: ["CLERK"] } })
    expect((await create()).status).toBe(403)
  })

  const bad: [string, string, object, string][] = [
    ["a name without a text", "Send", { name: "" }, "name must not be empty"],
    [
      "a display ID that is taken",
      "Send",
      { display_id: "Update" },
      "display_id Update is already used in the datastore",
    ],
    ["an unknown role", "Send", { roles: ["BOSS"] }, "role not found: BOSS"],
    ["an unknown status", "Send", { set_status: "Gone" }, "status not found: Gone"],
    [
      "a status action that deletes",
      "Send",
      { operation: "delete" },
      "operation: expected update, because the action is a status action",
    ],
    ["a status action without a status", "Update", { is_status_action: true }, "a status action needs status_id"],
    ["an unknown field", "Send", { action_field_settings: [{ field_id: "Gone" }] }, "field not found: Gone"],
  ]
  test.each(bad)("refuses %s", async (_, name, body, error) => {
    const { as, world } = await workshop()
    const update = () => as("ada").updateAction({ ...at(name), body })
    expect(await refusalOf(world, update)).toEqual([400, flat("INVALID_PARAMS", error)])
  })

  test("404 where it is unknown, then 403 without ADMIN, then 400", async () => {
    const { as, world } = await workshop()
    const update = (name: string, action: string) => () => as(name).updateAction({ ...at(action), body: { name: 5 } })
    expect(await refusalOf(world, update("bob", "NOPE"))).toEqual([404, flat("NOT_FOUND", "action not found: NOPE")])
    expect(await refusalOf(world, update("bob", "Send"))).toEqual([403, flat("NO_PRIVILEGES")])
    expect((await refusalOf(world, update("ada", "Send")))[0]).toBe(400)
  })
})
