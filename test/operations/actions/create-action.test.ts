import { describe, expect, test } from "vitest"
import { checkInvariants, createWorld, dumpFixture } from "../../../src/index.ts"
import { apiClient } from "../../conformance.ts"
import { flat, refusalOf } from "../../sample-worlds/people.ts"
import { workshop } from "../../sample-worlds/workshop.ts"

const ORDERS = { params: { "datastore-id": "Orders" } }
const park = { operation: "update", name: { en: "Park", ja: "保留" } }

describe("CreateAction (api.md section 15)", () => {
  test("returns its IDs, and GetActionSettings returns the settings", async () => {
    const { as, action, datastore } = await workshop()
    const body = { ...park, display_id: "Park", description: "Later", set_status: "New", roles: ["CLERK"] }
    const answer = await as("ada").createAction({ ...ORDERS, body })
    expect([answer.status, answer.body]).toEqual([200, { display_id: "Park", action_id: action("Park").aId }])
    const params = { "datastore-id": "Orders", "action-id": "Park" }
    const settings = (await as("ada").getActionSettings({ params })).body
    expect(settings).toMatchObject({
      name: { en: "Park", ja: "保留" },
      description: "Later",
      operation: "update",
      is_status_action: false,
      set_status: datastore("Orders").statuses[0]?.sId,
    })
    expect(settings.roles.map((role) => role.can_execute)).toEqual([true, false, true])
    expect(settings.action_field_settings.every(({ show, update, mandatory }) => show && update && !mandatory)).toBe(
      true,
    )
  })

  test("comes last, with a generated display ID, for ADMIN and MEMBER; a text is the name in the world's language", async () => {
    const { as } = await workshop()
    const { body } = await as("ada").createAction({ ...ORDERS, body: { operation: "copy", name: "Again" } })
    expect(body.display_id).toMatch(/^Fld-[A-Za-z0-9]{8}$/)
    const { item_actions } = (await as("ada").getActionSettingsOfDatastore(ORDERS)).body
    expect(item_actions.at(-1)).toMatchObject({
      id: body.action_id,
      names: { en: "Again", ja: "Again" },
      display_order: 6,
      crud_type: "4",
    })
    expect(item_actions.at(-1)?.roles.map((role) => role.canExecute)).toEqual([true, true, false])
  })

  test("no role but ADMIN where none is named; roles by internal ID", async () => {
    const { as, action, rId } = await workshop()
    await as("ada").createAction({ ...ORDERS, body: { ...park, display_id: "A", roles: [] } })
    await as("ada").createAction({ ...ORDERS, body: { ...park, display_id: "B", roles: [rId("MEMBER"), "MEMBER"] } })
    expect(action("A").roles).toEqual([rId("ADMIN")])
    expect(action("B").roles).toEqual([rId("ADMIN"), rId("MEMBER")])
  })

  test("a status action runs in its status and moves the item on", async () => {
    const { as, world } = await workshop()
    const body = { ...park, display_id: "Resend", is_status_action: true, status_id: "Sent", set_status: "New" }
    expect((await as("ada").createAction({ ...ORDERS, body })).status).toBe(200)
    const params = { "app-id": "SHOP", "datastore-id": "Orders" }
    const { items } = (await as("ada").itemList({ params, body: { page: 1, per_page: 0, use_display_id: true } })).body
    const run = (title: string) => {
      const item = items.find((one) => one.title === title)
      const itemParams = { ...params, "item-id": String(item?.i_id), "action-id": "Resend" }
      return as("ada").executeAction({ params: itemParams, body: { rev_no: 1 } })
    }
    expect((await run("First")).status).toBe(403)
    expect((await run("Second")).status).toBe(200)
    await checkInvariants(world)
  })

  test("status_id alone makes a status action", async () => {
    const { as, action, datastore } = await workshop()
    await as("ada").createAction({ ...ORDERS, body: { ...park, display_id: "P", status_id: "Sent" } })
    expect(action("P").statusId).toBe(datastore("Orders").statuses[1]?.sId)
  })

  test("publishes as an action without publish settings does (model.md section 4)", async () => {
    const { as, action, rId } = await workshop()
    await as("ada").createAction({ ...ORDERS, body: { operation: "new", name: "N", display_id: "N" } })
    await as("ada").createAction({ ...ORDERS, body: { ...park, display_id: "U" } })
    expect(action("N").publish).toEqual({ groups: false, roles: [rId("ADMIN"), rId("MEMBER")] })
    expect(action("U").publish).toEqual({ groups: false, roles: [] })
  })

  test("field settings can be given with it", async () => {
    const { as, action, datastore } = await workshop()
    const action_field_settings = [{ field_id: "Amount", mandatory: true }]
    await as("ada").createAction({ ...ORDERS, body: { ...park, display_id: "P", action_field_settings } })
    const fId = datastore("Orders").fields[1]?.fId ?? ""
    expect(action("P").fieldSettings).toEqual({ [fId]: { show: true, update: true, mandatory: true } })
  })

  test("is in the export and loads back", async () => {
    const { as, world } = await workshop()
    const body = { ...park, display_id: "Park", status_id: "New", set_status: "Sent", roles: ["CLERK"] }
    await as("ada").createAction({ ...ORDERS, body })
    const again = await createWorld({ fixture: dumpFixture(world) })
    const settings = { params: { "datastore-id": "Orders", "action-id": "Park" } }
    const answer = await apiClient(again, "ada-token").getActionSettings(settings)
    expect(answer.body).toEqual((await as("ada").getActionSettings(settings)).body)
    await checkInvariants(world)
  })

  test("a display ID of digits, which exports write first, keeps its place among the actions", async () => {
    const { as, world } = await workshop()
    await as("ada").createAction({ ...ORDERS, body: { ...park, display_id: "7" } })
    const again = apiClient(await createWorld({ fixture: dumpFixture(world) }), "ada-token")
    const listed = (await again.getActionSettingsOfDatastore(ORDERS)).body.item_actions
    expect(listed.map((action) => action.display_id)).toEqual(["Update", "Delete", "Create", "7"])
    await checkInvariants(world)
  })

  const bad: [string, object, RegExp | string][] = [
    ["no operation", { operation: undefined }, /operation/],
    ["an unknown operation", { operation: "archive" }, /operation/],
    ["no name", { name: undefined }, /name/],
    ["an empty name", { name: " " }, "name must not be empty"],
    ["a name without a text", { name: { en: "", ja: "" } }, "name must not be empty"],
    [
      "a long display ID",
      { display_id: "x".repeat(256) },
      'display_id: expected 1 to 255 letters, digits, - or _, received "xxxxxxxxxxxxxxxxxxxx"… (256 characters)',
    ],
    [
      "a display ID with a blank",
      { display_id: "a b" },
      'display_id: expected 1 to 255 letters, digits, - or _, received "a b": character 2, U+0020, is not allowed',
    ],
    ["__proto__ as display ID", { display_id: "__proto__" }, /display_id: expected 1 to 255/],
    ["a display ID that is taken", { display_id: "Send" }, "display_id Send is already used in the datastore"],
    ["an unknown role", { roles: ["MEMBER", "BOSS"] }, "role not found: BOSS"],
    ["an unknown next status", { set_status: "Gone" }, "status not found: Gone"],
    ["an unknown status", { status_id: "Gone" }, "status not found: Gone"],
    ["a status action without a status", { is_status_action: true }, "a status action needs status_id"],
    [
      "a status for what is no status action",
      { is_status_action: false, status_id: "New" },
      "status_id can't be given if is_status_action is false",
    ],
    [
      "a status action that creates",
      { operation: "new", status_id: "New" },
      "operation: expected update, because the action is a status action",
    ],
    ["an unknown field", { action_field_settings: [{ field_id: "Gone" }] }, "field not found: Gone"],
  ]
  test.each(bad)("refuses %s", async (_, change, error) => {
    const { as, world } = await workshop()
    const create = () => as("ada").createAction({ ...ORDERS, body: { ...park, ...change } })
    const expected = typeof error === "string" ? error : expect.stringMatching(error)
    expect(await refusalOf(world, create)).toEqual([400, flat("INVALID_PARAMS", expected)])
  })

  test("roles and statuses of other places are unknown", async () => {
    const { as, world, rId } = await workshop()
    const role = rId("ADMIN", "LAB")
    const create = (body: object) => () => as("ada").createAction({ ...ORDERS, body: { ...park, ...body } })
    expect(await refusalOf(world, create({ roles: [role] }))).toEqual([
      400,
      flat("INVALID_PARAMS", `role not found: ${role}`),
    ])
  })

  test("is for ADMIN, before parameters are looked at; hidden datastores are unknown", async () => {
    const { as, world } = await workshop()
    for (const body of [park, {}, { operation: 1 }]) {
      expect(await refusalOf(world, () => as("bob").createAction({ ...ORDERS, body }))).toEqual([
        403,
        flat("NO_PRIVILEGES"),
      ])
    }
    const hidden = { params: { "datastore-id": "Secrets" }, body: park }
    expect((await refusalOf(world, () => as("cleo").createAction(hidden)))[0]).toBe(404)
    expect((await refusalOf(world, () => as("ned").createAction({ ...ORDERS, body: park })))[0]).toBe(404)
  })
})
