import { expect, test } from "vitest"
import { createWorld } from "../../src/world/index.ts"
import { apiClient } from "../conformance.ts"
import { fixtureOf } from "../sample-worlds/fixture-builder.ts"

const ITEM = "000000000000000000000a01"
const PLACE = { "app-id": "CRM", "datastore-id": "DEALS" }
const ACTIONS = {
  Create: "000000000000000000000b01",
  MyCreate: "000000000000000000000b02",
  Update: "000000000000000000000b03",
  MyUpdate: "000000000000000000000b04",
  Delete: "000000000000000000000b05",
  Win: "000000000000000000000b06",
} as const

/** Bob may run only `MyCreate` and `MyUpdate`. Neither is a default action. */
const FIXTURE = fixtureOf({
  datastores: {
    DEALS: {
      fields: { Title: { dataType: "text" } },
      statuses: { open: { name: "Open" }, won: { name: "Won" } },
      actions: {
        Create: { a_id: ACTIONS.Create, crud_type: "1", default: true, roles: ["ADMIN"] },
        MyCreate: { a_id: ACTIONS.MyCreate, crud_type: "1" },
        Update: { a_id: ACTIONS.Update, crud_type: "2", default: true, roles: ["ADMIN"] },
        MyUpdate: { a_id: ACTIONS.MyUpdate, crud_type: "2" },
        Delete: { a_id: ACTIONS.Delete, crud_type: "3", default: true, roles: ["ADMIN"] },
        Win: { a_id: ACTIONS.Win, crud_type: "2", status: "open", next_status: "won", roles: ["ADMIN"] },
      },
      items: [{ i_id: ITEM, values: { Title: "one" }, access: { users: ["bob@acme.test"] } }],
    },
  },
  application: { application_id: "CRM" },
})

const JSON_TYPE = { "content-type": "application/json" }
const BROKEN_BODY = { body: "{", headers: JSON_TYPE }

test("an action of the path that the caller may not run is refused before the body is looked at (errors.md section 2)", async () => {
  const world = await createWorld({ fixture: FIXTURE })
  const bob = apiClient(world, "bob-token")
  const before = world.hash()
  const refused = {
    status: 403,
    body: {
      error: expect.stringContaining(`a_id:Update(${ACTIONS.Update}) d_id:DEALS(`),
      error_code: "NO_PRIVILEGES",
    },
  }
  const ofPath = (action: string) => ({ params: { ...PLACE, "item-id": ITEM, "action-id": action } })
  for (const faulty of [BROKEN_BODY, { body: { item: 5 } }, { body: { comment: {} } }]) {
    expect(await bob.executeAction({ ...ofPath("Update"), ...faulty })).toMatchObject(refused)
    expect(await bob.executeBulkAction({ ...ofPath("Update"), ...faulty })).toMatchObject(refused)
    expect((await bob.executeAction({ ...ofPath("MyUpdate"), ...faulty })).status).toBe(400)
    expect((await bob.executeBulkAction({ ...ofPath("MyUpdate"), ...faulty })).status).toBe(400)
    // Status actions follow the rule for other actions.
    expect((await bob.executeAction({ ...ofPath("Win"), ...faulty })).status).toBe(403)
    expect((await bob.executeAction({ ...ofPath("Nothing"), ...faulty })).status).toBe(400)
  }
  const inBody = { datastore_id: "DEALS", item: 5 }
  expect(await bob.executeActionByActionID({ ...ofPath(ACTIONS.Update), body: inBody })).toMatchObject(refused)
  expect((await bob.executeActionByActionID({ ...ofPath(ACTIONS.MyUpdate), body: inBody })).status).toBe(400)
  // An unreadable body names no datastore, so the item's own one counts.
  expect(await bob.executeActionByActionID({ ...ofPath(ACTIONS.Update), ...BROKEN_BODY })).toMatchObject(refused)
  expect(
    (await bob.executeActionByActionID({ ...ofPath(ACTIONS.Update), body: { datastore_id: "NONE", item: 5 } })).status,
  ).toBe(404)
  expect(
    (await bob.createItemWithItemID({ ...ofPath(ACTIONS.Create), body: { ...inBody, project_id: "CRM" } })).status,
  ).toBe(403)
  expect(world.hash()).toBe(before)
})

test("so is an action that the body names, or the default one of a body that names none", async () => {
  const world = await createWorld({ fixture: FIXTURE })
  const bob = apiClient(world, "bob-token")
  const before = world.hash()
  const params = { ...PLACE, "item-id": ITEM }
  const faulty = (action_id?: string) => ({ params, body: { action_id, item: 5, delete_linked_items: 5 } })
  const statuses = async (
    call: (given: { params: object; body: unknown }) => Promise<{ status: number }>,
    ...names: string[]
  ) => {
    const given = [faulty(), ...names.map(faulty)]
    return Promise.all(given.map(async (one) => (await call(one)).status))
  }
  expect(await statuses(bob.createItem as never, "Create", "MyCreate", "Nothing")).toEqual([403, 403, 400, 400])
  expect(await statuses(bob.updateItem as never, "Update", "MyUpdate", "Nothing")).toEqual([403, 403, 400, 400])
  expect(await statuses(bob.deleteItem as never, "Delete", ACTIONS.Delete, "Nothing")).toEqual([403, 403, 403, 400])
  const byConditions = { params: PLACE, body: { conditions: 5 } } as never
  expect((await bob.deleteItemByConditions(byConditions)).status).toBe(403)
  // An unreadable body names no action. The default action is checked, and its refusal comes before the body's.
  expect((await bob.createItem({ params, ...BROKEN_BODY })).status).toBe(403)
  expect(world.hash()).toBe(before)
})
