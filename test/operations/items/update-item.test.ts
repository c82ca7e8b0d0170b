import { describe, expect, test } from "vitest"
import {
  ANY_ID,
  actionIdOf,
  at,
  datastoreOf,
  elements,
  expectUnchanged,
  fieldIdOf,
  fixtureItem,
  itemOf,
  linksOf,
  office,
  refusal,
  statusIdOf,
  statusOf,
  valuesOf,
} from "./office.ts"

test("answers error, itemHistory, the new revision and the IDs, exactly", async () => {
  const { world, bob } = await office()
  const item = fixtureItem(world, "Deals", 0)
  const { user } = await world.raw.as("bob@acme.test").getUserInfo()
  const { status, body } = await bob.updateItem({
    params: at("Deals", item.iId),
    body: { item: { Title: "Changed" }, comment: "why not", rev_no: 1 },
  })
  expect(status).toBe(200)
  const deals = datastoreOf(world, "Deals")
  expect(body).toEqual({
    error: "",
    itemHistory: {
      IsChanged: true,
      UserObjID: "",
      action_id: actionIdOf(world, "Deals", "UpdateDeal"),
      comment: "why not",
      created_at: "2026-01-05T09:00:00.000Z",
      datastore_id: deals.dId,
      datastore_name: "Deals",
      display_order: 0,
      email: "bob@acme.test",
      history_id: ANY_ID,
      i_id: item.iId,
      is_fetchreplymail: false,
      is_notify: false,
      item_id: item.iId,
      media_link: `http://hexarium/api/v0/public/userinfo/profilepic/${user.uId}`,
      post_for_rel: false,
      post_mode: "",
      project_id: deals.pId,
      transaction_id: ANY_ID,
      updated_at: "2026-01-05T09:00:00.000Z",
      user_id: user.uId,
      username: "Bob",
      workspace_id: deals.wId,
    },
    rev_no: { _id: item.iId, rev_no: 2 },
    history_id: body.itemHistory.history_id,
    item_id: item.iId,
  })
})

test("changes the given fields only, and what is computed from them", async () => {
  const { world, ada } = await office()
  const { iId } = fixtureItem(world, "Deals", 0)
  const before = valuesOf(world, "Deals", iId)
  await ada.updateItem({
    params: at("Deals", iId),
    body: { item: { Discount: "250", Due: null, No: "x", Net: 3 }, is_force_update: true },
  })
  const { Due: _, ...rest } = before
  expect(valuesOf(world, "Deals", iId)).toEqual({ ...rest, Discount: 250, Net: 750 })
  await ada.updateItem({ params: at("Deals", iId), body: { item: { Amount: "" }, is_force_update: true } })
  const { Amount: __, Net: ___, ...without } = { ...rest, Discount: 250 } as Record<string, unknown>
  expect(valuesOf(world, "Deals", iId)).toEqual(without)
  const { user } = await world.raw.as("ada@acme.test").getUserInfo()
  expect(itemOf(world, "Deals", iId)).toMatchObject({ revNo: 3, updatedBy: user.uId })
})

test("places by internal ID, fields in either kind, changes after item", async () => {
  const { world, ada } = await office()
  const { iId, dId } = fixtureItem(world, "Deals", 0)
  const params = { "app-id": datastoreOf(world, "Deals").pId, "datastore-id": dId, "item-id": iId }
  const title = fieldIdOf(world, "Deals", "Title")
  for (const use_display_id of [true, false, undefined]) {
    const body = {
      item: { [title]: "by ID", Details: "by display ID" },
      changes: [{ id: "Title", value: "last" }],
      use_display_id,
      is_force_update: true,
    }
    expect((await ada.updateItem({ params, body })).status).toBe(200)
    expect(valuesOf(world, "Deals", iId)).toMatchObject({ Title: "last", Details: "by display ID" })
  }
})

test("the keys of the returned item are display IDs with use_display_id or return_display_id", async () => {
  const { world, ada } = await office()
  const { iId } = fixtureItem(world, "Deals", 0)
  const update = (body: object) =>
    ada.updateItem({ params: at("Deals", iId), body: { ...body, is_force_update: true, return_item_result: true } })
  expect((await update({})).body.item).toHaveProperty(fieldIdOf(world, "Deals", "Title"), "First deal")
  expect((await update({ use_display_id: true })).body.item).toHaveProperty("Title", "First deal")
  const { item } = (await update({ return_display_id: true })).body
  expect(item).toMatchObject({ Title: "First deal", rev_no: 4, status_id: statusIdOf(world, "Deals", "New") })
  expect(item?.links).toEqual([
    { d_id: datastoreOf(world, "Customers").dId, i_ids: [fixtureItem(world, "Customers", 0).iId] },
  ])
})

describe("revisions", () => {
  const conflict = (iId: string, dId: string, has: number, given: number) => ({
    error: [
      {
        description: `item:${iId}(d_id:${dId}) has rev_no:${has} but specified rev_no:${given}`,
        error: "Revision number mismatch",
        error_code: "ITEM_REV_CONFLICT",
        error_level: "ERROR",
        reference_id: iId,
      },
    ],
    history_id: "",
    item_id: iId,
  })

  test("a revision that is not the item's, or is missing, is 409 and nothing is written", async () => {
    const { world, ada } = await office()
    const { iId, dId } = fixtureItem(world, "Deals", 0)
    const params = at("Deals", iId)
    const update = (body: object) => expectUnchanged(world, () => ada.updateItem({ params, body }))
    expect(refusal(await update({ item: { Title: "x" }, rev_no: 7 }))).toEqual({
      status: 409,
      body: conflict(iId, dId, 1, 7),
    })
    expect(refusal(await update({ item: { Title: "x" } }))).toEqual({ status: 409, body: conflict(iId, dId, 1, 0) })
    expect(refusal(await update({ item: { Amount: "x" } })).status).toBe(409)
    expect(refusal(await update({ item: { Nope: "x" } })).status).toBe(400)
  })

  test("is_force_update compares nothing; every success adds one, also without a change", async () => {
    const { world, ada } = await office()
    const { iId } = fixtureItem(world, "Deals", 0)
    const params = at("Deals", iId)
    const forced = await ada.updateItem({ params, body: { rev_no: 99, is_force_update: true } })
    expect(forced.body.rev_no).toEqual({ _id: iId, rev_no: 2 })
    expect(forced.body.itemHistory.IsChanged).toBe(false)
    const same = await ada.updateItem({ params, body: { rev_no: 2, item: { Title: "First deal" } } })
    expect(same.body.rev_no.rev_no).toBe(3)
    expect(same.body.itemHistory.IsChanged).toBe(false)
    const now = await ada.updateItem({ params, body: { rev_no: 3, item: { Title: "Other" } } })
    expect(now.body.rev_no.rev_no).toBe(4)
    expect(now.body.itemHistory.IsChanged).toBe(true)
  })
})

describe("is refused", () => {
  test("a missing, deleted or invisible item", async () => {
    const { world, ada, carol } = await office()
    const { iId } = fixtureItem(world, "Deals", 1)
    const gone = fixtureItem(world, "Customers", 0).iId
    await ada.deleteItem({ params: at("Customers", gone) })
    const secret = await ada.createItem({
      params: at("Deals"),
      body: { access_key_updates: { ignore_action_settings: true, groups_to_publish: ["SUPPORT"] } },
    })
    const cases: [typeof ada, string, string][] = [
      [ada, "Deals", "0".repeat(24)],
      [ada, "Deals", "nonsense"],
      [ada, "Lines", iId],
      [ada, "Customers", gone],
      [carol, "Deals", secret.body.item_id],
    ]
    for (const [who, datastore, missing] of cases) {
      const refused = await expectUnchanged(world, () =>
        who.updateItem({ params: at(datastore, missing), body: { is_force_update: true } }),
      )
      expect(refusal(refused)).toEqual({
        status: 404,
        body: {
          description: `item is not found for i_id:${missing}`,
          error: "target item was not found",
          error_code: "NOT_FOUND",
        },
      })
    }
  })

  test("a place that is missing or hidden, with 404", async () => {
    const { world, ada, bob } = await office(({ customers }) => {
      customers.roles = ["ADMIN"]
    })
    const { iId } = fixtureItem(world, "Customers", 0)
    for (const params of [at("Nope", iId), { ...at("Customers", iId), "app-id": "HR" }]) {
      const refused = await expectUnchanged(world, () => ada.updateItem({ params, body: {} }))
      expect(refusal(refused)).toMatchObject({ status: 404, body: { error_code: "NOT_FOUND" } })
    }
    expect(
      (await expectUnchanged(world, () => bob.updateItem({ params: at("Customers", iId), body: {} }))).status,
    ).toBe(404)
  })

  test("a datastore without a default update action", async () => {
    const { world, ada } = await office(({ lines }) => {
      lines.actions = { Make: { crud_type: "1" } }
    })
    const { iId } = fixtureItem(world, "Lines", 0)
    const refused = await expectUnchanged(world, () =>
      ada.updateItem({ params: at("Lines", iId), body: { rev_no: 1 } }),
    )
    expect(refusal(refused)).toMatchObject({ status: 400, body: { error_code: "INVALID_SETTINGS" } })
    const call = world.as("ada@acme.test").updateItem({ application: "CRM", datastore: "Lines", itemId: iId, revNo: 1 })
    await expect(call).rejects.toThrow(
      'the datastore has no default update action; add an action with crud_type "2" and default: true, or name an action (INVALID_SETTINGS, 400)',
    )
  })

  test("an unknown action, an action of another type, or an action that no role allows", async () => {
    const { world, bob } = await office(({ deals }) => {
      deals.actions = { ...deals.actions, Secret: { crud_type: "2", roles: ["MANAGER"] } }
    })
    const params = at("Deals", fixtureItem(world, "Deals", 0).iId)
    const update = (action_id: string) =>
      expectUnchanged(world, () => bob.updateItem({ params, body: { action_id, rev_no: 1 } }))
    for (const action of ["Nope", "CreateDeal", "DeleteDeal", "CopyDeal"]) {
      expect(refusal(await update(action)), action).toMatchObject({
        status: 400,
        body: { error_code: "INVALID_PARAMS" },
      })
    }
    const { dId } = datastoreOf(world, "Deals")
    expect(refusal(await update("Secret"))).toEqual({
      status: 403,
      body: {
        error: `invalid action_id or has no privileges to the user or current item status. a_id:Secret(${actionIdOf(world, "Deals", "Secret")}) d_id:Deals(${dId})`,
        error_code: "NO_PRIVILEGES",
      },
    })
  })

  test("empty mandatory fields and fields that the action does not update, all together", async () => {
    const { world, ada } = await office(({ deals }) => {
      deals.actions = {
        ...deals.actions,
        UpdateDeal: {
          crud_type: "2",
          default: true,
          fields: {
            Title: { mandatory: true },
            Due: { update: false },
            Stage: { show: false },
            Details: { mandatory: true },
          },
        },
      }
    })
    const params = at("Deals", fixtureItem(world, "Deals", 0).iId)
    const body = { item: { Title: null, Due: null, Stage: "offer", Details: "now filled", Amount: "x" }, rev_no: 1 }
    const refused = await expectUnchanged(world, () => ada.updateItem({ params, body }))
    expect(refused.status).toBe(400)
    const element = (name: string, error: string, error_code: string) => ({
      description: name,
      error,
      error_code,
      error_level: "ERROR",
      reference_id: `f_id:${fieldIdOf(world, "Deals", name)}`,
    })
    expect(elements(refused)).toEqual(
      expect.arrayContaining([
        element("Title", "required field for this action", "INVALID_VALUE"),
        element("Due", "not allowed to update this field for this action", "NO_PRIVILEGES"),
        element("Stage", "not allowed to update this field for this action", "NO_PRIVILEGES"),
        element("Amount", "expected a number", "INVALID_VALUE"),
      ]),
    )
    expect(elements(refused)).toHaveLength(4)
  })
})

test("a status action moves the status, and only from its own", async () => {
  const { world, ada } = await office()
  const { iId } = fixtureItem(world, "Deals", 0)
  const params = at("Deals", iId)
  const moved = await ada.updateItem({ params, body: { action_id: "Start", rev_no: 1 } })
  expect(moved.body.itemHistory.IsChanged).toBe(true)
  expect(statusOf(world, "Deals", iId)).toBe("Working")
  const again = await expectUnchanged(world, () => ada.updateItem({ params, body: { action_id: "Start", rev_no: 2 } }))
  expect(refusal(again)).toMatchObject({ status: 403, body: { error_code: "NO_PRIVILEGES" } })
  const missing = await expectUnchanged(world, () =>
    ada.updateItem({ params: at("Deals", "0".repeat(24)), body: { action_id: "Start", rev_no: 2 } }),
  )
  expect(missing.status).toBe(404)
})

describe("links of lookup fields", () => {
  test("follow the value, back as well where the field says so", async () => {
    const { world, ada } = await office()
    const { iId } = fixtureItem(world, "Deals", 0)
    const [globex, initech] = [fixtureItem(world, "Customers", 0).iId, fixtureItem(world, "Customers", 1).iId]
    const ofDeal = () =>
      linksOf(world).filter(
        (link) =>
          link.includes(iId) &&
          !link.includes(fixtureItem(world, "Lines", 0).iId) &&
          !link.includes(fixtureItem(world, "Lines", 1).iId),
      )
    expect(ofDeal()).toEqual([`${iId}>${globex}:lookup`, `${globex}>${iId}:lookup`].sort())
    await ada.updateItem({ params: at("Deals", iId), body: { item: { Customer: initech }, rev_no: 1 } })
    expect(ofDeal()).toEqual([`${iId}>${initech}:lookup`, `${initech}>${iId}:lookup`].sort())
    await ada.updateItem({ params: at("Deals", iId), body: { item: { Customer: null }, rev_no: 2 } })
    expect(ofDeal()).toEqual([])
    const line = fixtureItem(world, "Lines", 1).iId
    await ada.updateItem({ params: at("Lines", line), body: { item: { Deal: iId }, rev_no: 1 } })
    expect(linksOf(world)).toContain(`${line}>${iId}:lookup`)
    expect(linksOf(world)).not.toContain(`${iId}>${line}:lookup`)
  })
})

test("a unique value may stay as it is", async () => {
  const { world, ada } = await office()
  const { iId } = fixtureItem(world, "Customers", 0)
  const update = (item: object) =>
    ada.updateItem({ params: at("Customers", iId), body: { item, is_force_update: true } })
  expect((await update({ Name: "Globex" })).status).toBe(200)
  expect((await expectUnchanged(world, () => update({ Name: "Hidden Inc." }))).status).toBe(400)
  expect((await update({ Name: "Globex 2" })).status).toBe(200)
  expect((await update({ Name: "Globex" })).status).toBe(200)
})
