import { describe, expect, test } from "vitest"
import {
  actionIdOf,
  at,
  datastoreOf,
  elements,
  fieldIdOf,
  itemOf,
  itemsOf,
  linksOf,
  office,
  refusal,
  seeded,
  statusOf,
  unchanged,
  valuesOf,
} from "./office.ts"

const NOWHERE = "0".repeat(24)
const HEX = expect.stringMatching(/^[0-9a-f]{24}$/)

describe("status actions", () => {
  test("move the item to the next status, from the status that offers them", async () => {
    const { world, ada } = await office()
    const { iId } = seeded(world, "Deals", 0)
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
    const { iId, dId } = seeded(world, "Deals", 0)
    const aId = actionIdOf(world, "Deals", "Finish")
    const refused = await unchanged(world, () => ada.executeAction({ params: at("Deals", iId, "Finish"), body: {} }))
    expect(refusal(refused)).toEqual({
      status: 403,
      body: {
        error: `invalid action_id or has no privileges to the user or current item status. a_id:Finish(${aId}) d_id:Deals(${dId})`,
        error_code: "NO_PRIVILEGES",
      },
    })
    const missing = await unchanged(world, () =>
      ada.executeAction({ params: at("Deals", NOWHERE, "Reopen"), body: {} }),
    )
    expect(missing.status).toBe(404)
  })

  test("are refused without a role", async () => {
    const { world, bob, dave } = await office(({ deals }) => {
      deals.items?.push({ values: { Title: "done" }, status: "Done" })
    })
    const { iId } = seeded(world, "Deals", 2)
    const params = at("Deals", iId, "Reopen")
    expect((await unchanged(world, () => bob.executeAction({ params, body: { rev_no: 1 } }))).status).toBe(403)
    expect((await dave.executeAction({ params, body: { rev_no: 1 } })).status).toBe(200)
    expect(statusOf(world, "Deals", iId)).toBe("New")
  })

  test("ask for their mandatory fields, which the request may fill", async () => {
    const { world, ada } = await office(({ deals }) => {
      deals.items?.push({ values: { Title: "no amount" }, status: "Working" })
    })
    const { iId } = seeded(world, "Deals", 2)
    const run = (item: object) => ada.executeAction({ params: at("Deals", iId, "Finish"), body: { rev_no: 1, item } })
    const refused = await unchanged(world, () => run({}))
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
  const { iId } = seeded(world, "Deals", 0)
  const params = at("Deals", iId, "UpdateDeal")
  const body = { item: { Title: "x" }, use_display_id: true, return_item_result: true }
  expect((await unchanged(world, () => ada.executeAction({ params, body }))).status).toBe(409)
  const done = await ada.executeAction({ params, body: { ...body, rev_no: 1 } })
  expect(done.body).toHaveProperty("item.Title", "x")
  const forced = await ada.executeAction({ params, body: { is_force_update: true } })
  expect(forced.body).toHaveProperty("rev_no.rev_no", 3)
})

test("a create action answers as CreateItem and does not look at the item", async () => {
  const { world, ada } = await office()
  const { status, body } = await ada.executeAction({
    params: at("Deals", NOWHERE, "CreateDeal"),
    body: { item: { Title: "made" } },
  })
  expect(status).toBe(200)
  expect(body).toEqual({ error: null, history_id: HEX, item_id: HEX })
  expect(itemsOf(world, "Deals")).toHaveLength(3)
})

test("a delete action deletes and answers an empty error", async () => {
  const { world, ada } = await office()
  const { iId } = seeded(world, "Deals", 0)
  const stale = await unchanged(world, () =>
    ada.executeAction({ params: at("Deals", iId, "DeleteDeal"), body: { rev_no: 9 } }),
  )
  expect(stale.status).toBe(409)
  const { status, body } = await ada.executeAction({ params: at("Deals", iId, "DeleteDeal"), body: {} })
  expect(status).toBe(200)
  expect(body).toEqual({ error: "" })
  expect(itemOf(world, "Deals", iId)).toBeUndefined()
  expect((await ada.getItemDetails({ params: at("Deals", iId) })).status).toBe(404)
})

describe("a copy action", () => {
  test("makes a new item of the values, given ones first, and answers its IDs", async () => {
    const { world, ada } = await office()
    const source = seeded(world, "Deals", 0)
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
    expect(linksOf(world)).toContain(`${made.item_id}>${seeded(world, "Customers", 0).iId}:lookup`)
    expect(world.view().get("histories", made.history_id)).toMatchObject({
      iId: made.item_id,
      action: { operation: "4" },
    })
    expect(itemOf(world, "Deals", source.iId)).toBe(source)
  })

  test("clears values that may exist only once", async () => {
    const { world, ada } = await office()
    const { iId } = seeded(world, "Customers", 0)
    const { body } = await ada.executeAction({ params: at("Customers", iId, "CopyItem"), body: {} })
    const values = valuesOf(world, "Customers", (body as { item_id: string }).item_id)
    expect(values).not.toHaveProperty("Name")
    expect(values).toHaveProperty("Code", "GLX")
  })

  test("has files of its own with the same bytes", async () => {
    const { world, ada } = await office(({ deals }) => {
      deals.items?.push({ values: { Title: "papers", Papers: "data:text/plain,hello" } })
    })
    const source = seeded(world, "Deals", 2)
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
  const { iId } = seeded(world, "Deals", 0)
  const run = (action: string, item: object = {}) =>
    unchanged(world, () => bob.executeAction({ params: at("Deals", iId, action), body: { rev_no: 1, item } }))
  expect(refusal(await run("Nope"))).toMatchObject({ status: 400, body: { error_code: "INVALID_PARAMS" } })
  expect((await run("Secret", { Nope: 1 })).status).toBe(403)
  const nowhere = await unchanged(world, () => bob.executeAction({ params: at("Nope", iId, "UpdateDeal"), body: {} }))
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
  expect(body).toEqual({ error: null, history_id: HEX, item_id: HEX })
  expect(itemsOf(world, "Deals")).toHaveLength(3)
})

test("the index variant takes the item from the body", async () => {
  const { world, ada } = await office()
  const { iId } = seeded(world, "Deals", 0)
  const run = (body: object) => ada.executeAction({ route: 1, params: at("Deals", undefined, "Start"), body })
  expect((await unchanged(world, () => run({}))).status).toBe(400)
  expect((await run({ item_id: iId, rev_no: 1 })).status).toBe(200)
  expect(statusOf(world, "Deals", iId)).toBe("Working")
})

describe("ExecuteActionByActionID", () => {
  test("runs by internal IDs and answers null", async () => {
    const { world, ada } = await office()
    const { iId, dId } = seeded(world, "Deals", 0)
    const params = { "item-id": iId, "action-id": actionIdOf(world, "Deals", "UpdateDeal") }
    const title = fieldIdOf(world, "Deals", "Title")
    const { status, body } = await ada.executeActionByActionID({
      params,
      body: { datastore_id: dId, rev_no: 1, item: { [title]: "old form" } },
    })
    expect(status).toBe(200)
    expect(body).toBeNull()
    expect(valuesOf(world, "Deals", iId)).toMatchObject({ Title: "old form" })
    expect((await unchanged(world, () => ada.executeActionByActionID({ params, body: { rev_no: 2 } }))).status).toBe(
      400,
    )
    const nowhere = await unchanged(world, () =>
      ada.executeActionByActionID({ params, body: { datastore_id: NOWHERE } }),
    )
    expect(refusal(nowhere)).toMatchObject({ status: 404, body: { error_code: "NOT_FOUND" } })
  })
})

describe("CreateItemWithItemID", () => {
  const place = (world: Parameters<typeof seeded>[0]) => {
    const { pId, dId } = datastoreOf(world, "Deals")
    return { project_id: pId, datastore_id: dId }
  }

  test("makes the item under the given ID and answers null", async () => {
    const { world, ada } = await office()
    const { body: fresh } = await ada.createNewItemID({ params: { "datastore-id": datastoreOf(world, "Deals").dId } })
    expect(fresh).toEqual({ item_id: HEX })
    const params = { "item-id": fresh.item_id, "action-id": actionIdOf(world, "Deals", "CreateDeal") }
    const item = { [fieldIdOf(world, "Deals", "Title")]: "by ID" }
    const made = await ada.createItemWithItemID({ params, body: { ...place(world), item, return_item_result: true } })
    expect(made.status).toBe(200)
    expect(made.body).toBeNull()
    expect(valuesOf(world, "Deals", fresh.item_id)).toEqual({ Title: "by ID", No: "D-00003" })
    const again = await unchanged(world, () => ada.createItemWithItemID({ params, body: { ...place(world), item } }))
    expect(refusal(again)).toMatchObject({ status: 400, body: { error_code: "INVALID_PARAMS" } })
    await ada.deleteItem({ params: at("Deals", fresh.item_id) })
    const gone = await unchanged(world, () => ada.createItemWithItemID({ params, body: { ...place(world), item } }))
    expect(refusal(gone)).toMatchObject({ status: 400, body: { error_code: "INVALID_PARAMS" } })
  })

  test("attaches what was uploaded under the ID before, and names it in item", async () => {
    const { world, ada, bob } = await office()
    const itemId = "b".repeat(24)
    const { pId, dId } = datastoreOf(world, "Deals")
    const upload = await ada.uploadFile({
      params: { "item-id": itemId, "field-id": fieldIdOf(world, "Deals", "Papers") },
      form: { application_id: pId, datastore_id: dId, filename: "a.txt", file: new File(["hello"], "a.txt") },
    })
    const { file_id: fileId } = upload.body
    expect((await bob.getFile({ params: { "file-id": fileId } })).status).toBe(404)
    const made = await ada.createItemWithItemID({
      params: { "item-id": itemId, "action-id": "CreateDeal" },
      body: { ...place(world), use_display_id: true, item: { Title: "with a file", Papers: [fileId] } },
    })
    expect(made.status).toBe(200)
    expect(valuesOf(world, "Deals", itemId).Papers).toEqual([fileId])
    expect(world.view().get("files", fileId)).toMatchObject({ temporary: false, iId: itemId })
    expect((await bob.getFile({ params: { "file-id": fileId } })).status).toBe(200)
  })

  test("takes only the kind of ID that use_display_id says for action and fields", async () => {
    const { world, ada } = await office()
    const aId = actionIdOf(world, "Deals", "CreateDeal")
    const title = fieldIdOf(world, "Deals", "Title")
    const make = (action: string, body: object) =>
      ada.createItemWithItemID({
        params: { "item-id": "a".repeat(24), "action-id": action },
        body: { ...place(world), ...body },
      })
    const bad: [string, object][] = [
      ["CreateDeal", { item: {} }],
      [aId, { item: {}, use_display_id: true }],
      [aId, { item: { Title: "x" } }],
      ["CreateDeal", { item: { [title]: "x" }, use_display_id: true }],
    ]
    for (const [action, body] of bad) {
      const refused = await unchanged(world, () => make(action, body))
      expect(refused.status, JSON.stringify(body)).toBe(400)
    }
    const ok = await make("CreateDeal", {
      item: { Title: "x" },
      use_display_id: true,
      project_id: "CRM",
      datastore_id: "Deals",
    })
    expect(ok.status).toBe(200)
  })

  test("is refused with a malformed ID, without a place, with another type of action", async () => {
    const { world, ada, bob } = await office(({ deals }) => {
      deals.actions = { ...deals.actions, Secret: { crud_type: "1", roles: ["MANAGER"] } }
    })
    const aId = actionIdOf(world, "Deals", "CreateDeal")
    const make = (who: typeof ada, itemId: string, actionId: string, body: object) =>
      unchanged(world, () => who.createItemWithItemID({ params: { "item-id": itemId, "action-id": actionId }, body }))
    const free = "a".repeat(24)
    for (const bad of ["short", "A".repeat(24), `${free}0`]) {
      expect(refusal(await make(ada, bad, aId, place(world)))).toMatchObject({
        status: 400,
        body: { error_code: "INVALID_PARAMS" },
      })
    }
    const { project_id, datastore_id } = place(world)
    for (const body of [
      { project_id },
      { datastore_id },
      { project_id, datastore_id: "Nope" },
      { project_id: "HR", datastore_id },
    ]) {
      expect(refusal(await make(ada, free, aId, body))).toMatchObject({
        status: 400,
        body: { error_code: "INVALID_PARAMS" },
      })
    }
    expect((await make(ada, free, actionIdOf(world, "Deals", "UpdateDeal"), place(world))).status).toBe(400)
    expect((await make(bob, free, actionIdOf(world, "Deals", "Secret"), place(world))).status).toBe(403)
  })
})
