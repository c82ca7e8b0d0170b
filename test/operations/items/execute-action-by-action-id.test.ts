import { describe, expect, test } from "vitest"
import { createWorld, type World } from "../../../src/world/index.ts"
import { apiClient } from "../../conformance.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"
import { actionIdOf, expectUnchanged, fieldIdOf, fixtureItem, office, refusal, UNKNOWN_ID, valuesOf } from "./office.ts"

describe("ExecuteActionByActionID", () => {
  test("runs by internal IDs and answers null", async () => {
    const { world, ada } = await office()
    const { iId, dId } = fixtureItem(world, "Deals", 0)
    const params = { "item-id": iId, "action-id": actionIdOf(world, "Deals", "UpdateDeal") }
    const title = fieldIdOf(world, "Deals", "Title")
    const { status, body } = await ada.executeActionByActionID({
      params,
      body: { datastore_id: dId, rev_no: 1, item: { [title]: "old form" } },
    })
    expect(status).toBe(200)
    expect(body).toBeNull()
    expect(valuesOf(world, "Deals", iId)).toMatchObject({ Title: "old form" })
    const nowhere = await expectUnchanged(world, () =>
      ada.executeActionByActionID({ params, body: { datastore_id: UNKNOWN_ID } }),
    )
    expect(refusal(nowhere)).toMatchObject({ status: 404, body: { error_code: "NOT_FOUND" } })
  })
})

describe("without datastore_id (api.md section 18.2)", () => {
  const [OPEN, SECRET] = ["1", "2"].map((digit) => digit.padStart(24, "0"))
  const access = { roles: ["ADMIN", "MEMBER"] }
  const world = () =>
    createWorld({
      fixture: fixtureOf({
        datastores: {
          Other: { fields: { Name: { dataType: "text" } } },
          Tasks: {
            fields: { Name: { dataType: "text" } },
            actions: {
              Rename: { crud_type: "2", default: true },
              Close: { crud_type: "2", roles: ["ADMIN"] },
            },
            items: [
              { i_id: OPEN, values: { Name: "Open" }, access },
              { i_id: SECRET, values: { Name: "Secret" }, access: { users: ["ada@acme.test"] } },
            ],
          },
        },
      }),
    })
  const call = (at: World, by: string, item = "", action = "Rename", more: object = {}) =>
    apiClient(at, `${by}-token`).executeActionByActionID({
      params: { "item-id": item, "action-id": action },
      body: { item: { Name: "New" }, use_display_id: true, is_force_update: true, ...more },
    })
  const nameOf = async (at: World, item = "") =>
    (await at.as("ada@acme.test").getItemDetails({ datastore: "Tasks", itemId: item })).values.Name

  test("runs in the item's own datastore, whatever history.datastore_id says", async () => {
    const at = await world()
    expect((await call(at, "bob", OPEN)).status).toBe(200)
    expect(await nameOf(at, OPEN)).toBe("New")
    const history = { datastore_id: UNKNOWN_ID }
    expect((await call(at, "bob", OPEN, "Rename", { item: { Name: "Newer" }, history })).status).toBe(200)
    expect(await nameOf(at, OPEN)).toBe("Newer")
  })

  test("runs in process", async () => {
    const at = await world()
    const bob = at.as("bob@acme.test")
    await bob.executeActionByActionID({
      ...{ itemId: OPEN ?? "", actionId: "Rename" },
      ...{ item: { Name: "New" }, useDisplayId: true, isForceUpdate: true },
    })
    expect(await nameOf(at, OPEN)).toBe("New")
  })

  test("returns 404 for an item that the caller does not see, as for a missing one, before 403", async () => {
    const at = await world()
    const missing = await expectUnchanged(at, () => call(at, "bob", UNKNOWN_ID))
    expect(missing.status).toBe(404)
    for (const action of ["Rename", "Close", "Nothing"]) {
      const hidden = await expectUnchanged(at, () => call(at, "bob", SECRET, action))
      const said = JSON.stringify(hidden.body).replaceAll(SECRET ?? "", UNKNOWN_ID)
      expect([hidden.status, said]).toEqual([404, JSON.stringify(missing.body)])
    }
    expect((await expectUnchanged(at, () => call(at, "bob", OPEN, "Close"))).status).toBe(403)
    expect((await expectUnchanged(at, () => call(at, "bob", OPEN, "Nothing"))).status).toBe(400)
  })

  test("a call with datastore_id is refused as before", async () => {
    const at = await world()
    expect((await expectUnchanged(at, () => call(at, "bob", OPEN, "Rename", { datastore_id: "Other" }))).status).toBe(
      400,
    )
    expect(
      (await expectUnchanged(at, () => call(at, "bob", OPEN, "Rename", { datastore_id: UNKNOWN_ID }))).status,
    ).toBe(404)
    expect((await expectUnchanged(at, () => call(at, "bob", SECRET, "Close", { datastore_id: "Tasks" }))).status).toBe(
      403,
    )
  })
})
