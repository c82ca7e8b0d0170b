import { describe, expect, test } from "vitest"
import {
  ANY_ID,
  actionIdOf,
  at,
  elements,
  expectUnchanged,
  fieldIdOf,
  fixtureItem,
  itemOf,
  itemsOf,
  linksOf,
  office,
  refusal,
  statusOf,
  UNKNOWN_ID,
  valuesOf,
} from "./office.ts"

describe("status actions", () => {
  test("move the item to the next status, from the status that offers them", async () => {
    const { world, ada } = await office()
    const { iId } = fixtureItem(world, "Deals", 0)
    const run = (action: string, body: object) => ada.executeAction({ params: at("Deals", iId, action), body })
    const started = await run("Start", { rev_no: 1, comment: "go" })
    expect(started.status).toBe(200)
    expect(started.body).toMatchObject({ error: "", item_id: iId, rev_no: { _id: iId, rev_no: 2 } })
    expect(started.body).toHaveProperty("itemHistory.action_id", actionIdOf(world, "Deals", "Start"))
    expect(statusOf(world, "Deals", iId)).toBe("Working")
    expect(world.view().table("histories").toArray()[0]).toMatchObject({
      comment: "go",
      action: { operation: "2", isStatusAction: true },
    })
    await run(actionIdOf(world, "Deals", "Finish"), { rev_no: 2 })
    expect(statusOf(world, "Deals", iId)).toBe("Done")
  })

  test("are refused in another status, after the item was looked for", async () => {
    const { world, ada } = await office()
    const { iId, dId } = fixtureItem(world, "Deals", 0)
    const aId = actionIdOf(world, "Deals", "Finish")
    const refused = await expectUnchanged(world, () =>
      ada.executeAction({ params: at("Deals", iId, "Finish"), body: {} }),
    )
    expect(refusal(refused)).toEqual({
      status: 403,
      body: {
        error: `invalid action_id or has no privileges to the user or current item status. a_id:Finish(${aId}) d_id:Deals(${dId})`,
        error_code: "NO_PRIVILEGES",
      },
    })
    const missing = await expectUnchanged(world, () =>
      ada.executeAction({ params: at("Deals", UNKNOWN_ID, "Reopen"), body: {} }),
    )
    expect(missing.status).toBe(404)
  })

  test("are refused without a role", async () => {
    const { world, bob, dave } = await office(({ deals }) => {
      deals.items?.push({ values: { Title: "done" }, status: "Done" })
    })
    const { iId } = fixtureItem(world, "Deals", 2)
    const params = at("Deals", iId, "Reopen")
    expect((await expectUnchanged(world, () => bob.executeAction({ params, body: { rev_no: 1 } }))).status).toBe(403)
    expect((await dave.executeAction({ params, body: { rev_no: 1 } })).status).toBe(200)
    expect(statusOf(world, "Deals", iId)).toBe("New")
  })

  test("ask for their mandatory fields, which the request may fill", async () => {
    const { world, ada } = await office(({ deals }) => {
      deals.items?.push({ values: { Title: "no amount" }, status: "Working" })
    })
    const { iId } = fixtureItem(world, "Deals", 2)
    const run = (item: object) => ada.executeAction({ params: at("Deals", iId, "Finish"), body: { rev_no: 1, item } })
    const refused = await expectUnchanged(world, () => run({}))
    expect(refused.status).toBe(400)
    expect(elements(refused)).toEqual([
      {
        description: "Amount",
        error: "required field for this action",
        error_code: "INVALID_VALUE",
        error_level: "ERROR",
        reference_id: `f_id:${fieldIdOf(world, "Deals", "Amount")}`,
      },
    ])
    expect((await run({ Amount: 5 })).status).toBe(200)
    expect(statusOf(world, "Deals", iId)).toBe("Done")
  })
})

test("an update action updates, with the revision rule of updates", async () => {
  const { world, ada } = await office()
  const { iId } = fixtureItem(world, "Deals", 0)
  const params = at("Deals", iId, "UpdateDeal")
  const body = { item: { Title: "x" }, use_display_id: true, return_item_result: true }
  expect((await expectUnchanged(world, () => ada.executeAction({ params, body }))).status).toBe(409)
  const done = await ada.executeAction({ params, body: { ...body, rev_no: 1 } })
  expect(done.body).toHaveProperty("item.Title", "x")
  const forced = await ada.executeAction({ params, body: { is_force_update: true } })
  expect(forced.body).toHaveProperty("rev_no.rev_no", 3)
})

test("a create action returns the same as CreateItem and ignores the item", async () => {
  const { world, ada } = await office()
  const { status, body } = await ada.executeAction({
    params: at("Deals", UNKNOWN_ID, "CreateDeal"),
    body: { item: { Title: "made" } },
  })
  expect(status).toBe(200)
  expect(body).toEqual({ error: null, history_id: ANY_ID, item_id: ANY_ID })
  expect(itemsOf(world, "Deals")).toHaveLength(3)
})

test("a delete action deletes and answers an empty error", async () => {
  const { world, ada } = await office()
  const { iId } = fixtureItem(world, "Deals", 0)
  const stale = await expectUnchanged(world, () =>
    ada.executeAction({ params: at("Deals", iId, "DeleteDeal"), body: { rev_no: 9 } }),
  )
  expect(stale.status).toBe(409)
  const { status, body } = await ada.executeAction({ params: at("Deals", iId, "DeleteDeal"), body: {} })
  expect(status).toBe(200)
  expect(body).toEqual({ error: "" })
  expect(itemOf(world, "Deals", iId)).toBeUndefined()
  expect((await ada.getItemDetails({ params: at("Deals", iId) })).status).toBe(404)
})

test.each(["DeleteDeal", "CopyDeal"])("%s compares a revision only if the call has one", async (action) => {
  const { world, ada } = await office()
  const { iId } = fixtureItem(world, "Deals", 0)
  const params = at("Deals", iId, action)
  const stale = await expectUnchanged(world, () => ada.executeAction({ params, body: { rev_no: 7 } }))
  expect(stale.status).toBe(409)
  expect((await ada.executeAction({ params, body: { rev_no: 7, is_force_update: true } })).status).toBe(200)
  const again = at("Deals", fixtureItem(world, "Deals", 0).iId, action)
  expect((await ada.executeAction({ params: again, body: {} })).status).toBe(200)
})

describe("a copy action", () => {
  test("keeps the source's status unless it sets one", async () => {
    const { world, ada } = await office(({ deals }) => {
      deals.actions = { ...deals.actions, Restart: { crud_type: "4", next_status: "New" } }
    })
    const { iId } = fixtureItem(world, "Deals", 1)
    const copied = async (action: string) => {
      const { body } = await ada.executeAction({ params: at("Deals", iId, action), body: {} })
      return statusOf(world, "Deals", (body as { item_id: string }).item_id)
    }
    expect(await copied("CopyDeal")).toBe("Working")
    expect(await copied("Restart")).toBe("New")
  })

  test("makes a new item of the values, given ones first, and answers its IDs", async () => {
    const { world, ada } = await office()
    const source = fixtureItem(world, "Deals", 0)
    const { body } = await ada.executeAction({
      params: at("Deals", source.iId, "CopyDeal"),
      body: { item: { Title: "copy", Amount: 7 }, comment: "twin" },
    })
    const made = body as { item_id: string; history_id: string; rev_no: unknown }
    expect(made.item_id).not.toBe(source.iId)
    expect(made.rev_no).toEqual({ _id: made.item_id, rev_no: 1 })
    expect(valuesOf(world, "Deals", made.item_id)).toEqual({
      ...valuesOf(world, "Deals", source.iId),
      No: "D-00003",
      Title: "copy",
      Amount: 7,
      Net: -93,
    })
    expect(linksOf(world)).toContain(`${made.item_id}>${fixtureItem(world, "Customers", 0).iId}:lookup`)
    expect(world.view().get("histories", made.history_id)).toMatchObject({
      iId: made.item_id,
      action: { operation: "4" },
    })
    expect(itemOf(world, "Deals", source.iId)).toBe(source)
  })

  test("clears values that may exist only once", async () => {
    const { world, ada } = await office()
    const { iId } = fixtureItem(world, "Customers", 0)
    const { body } = await ada.executeAction({ params: at("Customers", iId, "CopyItem"), body: {} })
    const values = valuesOf(world, "Customers", (body as { item_id: string }).item_id)
    expect(values).not.toHaveProperty("Name")
    expect(values).toHaveProperty("Code", "GLX")
  })

  test("has files of its own with the same bytes", async () => {
    const { world, ada } = await office(({ deals }) => {
      deals.items?.push({ values: { Title: "papers", Papers: "data:text/plain,hello" } })
    })
    const source = fixtureItem(world, "Deals", 2)
    const { body } = await ada.executeAction({ params: at("Deals", source.iId, "CopyDeal"), body: {} })
    const copy = (body as { item_id: string }).item_id
    const filesOf = (iId: string) => world.view().list("files", "filesByItem", iId)
    expect(valuesOf(world, "Deals", copy).Papers).toEqual(filesOf(copy).map(({ fileId }) => fileId))
    expect(filesOf(copy)[0]).toMatchObject({ name: filesOf(source.iId)[0]?.name, blob: filesOf(source.iId)[0]?.blob })
    await ada.deleteItem({ params: at("Deals", source.iId) })
    expect(filesOf(copy)[0]?.deleted).toBe(false)
    await ada.deleteItem({ params: at("Deals", copy) })
    expect(filesOf(copy)[0]?.deleted).toBe(true)
  })
})

test("an unknown action is 400, one without a role 403 before the body is looked at", async () => {
  const { world, bob } = await office(({ deals }) => {
    deals.actions = { ...deals.actions, Secret: { crud_type: "3", roles: ["MANAGER"] } }
  })
  const { iId } = fixtureItem(world, "Deals", 0)
  const run = (action: string, item: object = {}) =>
    expectUnchanged(world, () => bob.executeAction({ params: at("Deals", iId, action), body: { rev_no: 1, item } }))
  expect(refusal(await run("Nope"))).toMatchObject({ status: 400, body: { error_code: "INVALID_PARAMS" } })
  expect((await run("Secret", { Nope: 1 })).status).toBe(403)
  const nowhere = await expectUnchanged(world, () =>
    bob.executeAction({ params: at("Nope", iId, "UpdateDeal"), body: {} }),
  )
  expect(refusal(nowhere)).toMatchObject({ status: 404, body: { error_code: "NOT_FOUND" } })
})

test("the index variant needs no item for a create action", async () => {
  const { world, ada } = await office()
  const { status, body } = await ada.executeAction({
    route: 1,
    params: at("Deals", undefined, "CreateDeal"),
    body: { item: { Title: "made" } },
  })
  expect(status).toBe(200)
  expect(body).toEqual({ error: null, history_id: ANY_ID, item_id: ANY_ID })
  expect(itemsOf(world, "Deals")).toHaveLength(3)
})

test("the index variant takes the item from the body", async () => {
  const { world, ada } = await office()
  const { iId } = fixtureItem(world, "Deals", 0)
  const run = (body: object) => ada.executeAction({ route: 1, params: at("Deals", undefined, "Start"), body })
  expect((await expectUnchanged(world, () => run({}))).status).toBe(400)
  expect((await run({ item_id: iId, rev_no: 1 })).status).toBe(200)
  expect(statusOf(world, "Deals", iId)).toBe("Working")
})
