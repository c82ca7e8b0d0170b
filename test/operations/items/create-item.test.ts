import { describe, expect, test } from "vitest"
import { optionsOf } from "../fields/options-of.ts"
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

/** The default option of Stage. */
const CHOSEN_ID = expect.any(String)

test("returns the IDs of the item and its history, error null", async () => {
  const { world, ada } = await office()
  const { status, body } = await ada.createItem({ params: at("Deals"), body: { item: { Title: "New" } } })
  expect(status).toBe(200)
  expect(body).toEqual({ error: null, history_id: ANY_ID, item_id: ANY_ID })
  expect(itemOf(world, "Deals", body.item_id)).toMatchObject({ revNo: 1, createdAt: "2026-01-05T09:00:00.000Z" })
})

test("an empty body makes an empty item in the first status with its number drawn", async () => {
  const { world, bob } = await office()
  const { body } = await bob.createItem({ params: at("Deals") })
  expect(valuesOf(world, "Deals", body.item_id)).toEqual({ No: "D-00003", Stage: CHOSEN_ID })
  expect(statusOf(world, "Deals", body.item_id)).toBe("New")
})

test("keeps a value of every data type in its stored form", async () => {
  const { world, ada } = await office()
  const globex = fixtureItem(world, "Customers", 0)
  const bob = world.raw.as("bob@acme.test")
  const { user } = await bob.getUserInfo()
  const item = {
    Title: 5,
    Details: "long\ntext",
    Amount: "12.5",
    Discount: 2.5,
    Stage: "offer",
    Tags: ["vip", "hot"],
    Due: "2026-02-01",
    MeetAt: "2026-02-01T10:00:00+09:00",
    CallAt: "08:30",
    Team: [user.uId],
    Customer: globex.iId,
    No: "ignored",
    Net: 7,
    Section: "",
    Line: null,
  }
  const { body } = await ada.createItem({ params: at("Deals"), body: { item } })
  const option = (field: string, displayId: string) =>
    optionsOf(datastoreOf(world, "Deals").fields.find((one) => one.displayId === field)).find(
      (one) => one.displayId === displayId,
    )?.oId
  expect(valuesOf(world, "Deals", body.item_id)).toEqual({
    Title: "5",
    No: "D-00003",
    Details: "long\ntext",
    Amount: 12.5,
    Discount: 2.5,
    Net: 10,
    Stage: option("Stage", "offer"),
    Tags: [option("Tags", "vip"), option("Tags", "hot")],
    Due: "2026-02-01T00:00:00.000Z",
    MeetAt: "2026-02-01T01:00:00.000Z",
    CallAt: "08:30:00",
    Team: [user.uId],
    Customer: globex.iId,
  })
  expect(linksOf(world)).toEqual(
    expect.arrayContaining([`${body.item_id}>${globex.iId}:lookup`, `${globex.iId}>${body.item_id}:lookup`]),
  )
})

test("label and separator hold nothing: null and an empty text pass, anything else does not", async () => {
  const { world, ada } = await office()
  const make = (item: Record<string, unknown>) => ada.createItem({ params: at("Deals"), body: { item } })
  for (const nothing of [null, ""]) expect((await make({ Section: nothing, Line: nothing })).status).toBe(200)
  const refused = await expectUnchanged(world, () => make({ Section: "x", Line: [] }))
  expect(refused.status).toBe(400)
  expect(elements(refused)).toEqual(
    ["Section", "Line"].map((field) =>
      expect.objectContaining({
        error_code: "INVALID_VALUE",
        reference_id: `f_id:${fieldIdOf(world, "Deals", field)}`,
      }),
    ),
  )
})

test("a field that is hidden from the API is as unknown, by either ID", async () => {
  const { world, ada } = await office(({ deals, lines }) => {
    deals.fields.Legacy = { dataType: "text", hide_from_api: true }
    lines.fields.Old = { dataType: "text", hide_from_api: true }
  })
  for (const key of ["Legacy", fieldIdOf(world, "Deals", "Legacy")]) {
    const refused = await expectUnchanged(world, () =>
      ada.createItem({ params: at("Deals"), body: { item: { [key]: "x" } } }),
    )
    expect(refused.status).toBe(400)
    expect(elements(refused)).toEqual([
      {
        description: `unknown field: ${key}`,
        error: "unknown field",
        error_code: "INVALID_PARAMS",
        error_level: "ERROR",
        reference_id: `f_id:${key}`,
      },
    ])
  }
  const entry = { operation: 1, item: { Old: "x" } }
  const related = await ada.createItem({ params: at("Deals"), body: { related_ds_items: { Lines: [entry] } } })
  expect(elements(related)).toEqual([expect.objectContaining({ error_code: "INVALID_PARAMS" })])
})

test("fields are named by either kind of ID, changes come after item, system names are passed over", async () => {
  const { world, ada } = await office()
  const title = fieldIdOf(world, "Deals", "Title")
  const body = {
    item: { [title]: "one", Details: "d", rev_no: 7, created_by: "me", title: "x", i_id: "y" },
    changes: [
      { id: "Title", value: "two" },
      { id: fieldIdOf(world, "Deals", "Details"), value: null },
    ],
  }
  const created = await ada.createItem({ params: at("Deals"), body })
  expect(valuesOf(world, "Deals", created.body.item_id)).toEqual({ Title: "two", No: "D-00003", Stage: CHOSEN_ID })
})

describe("return_item_result", () => {
  test("answers stored values by f_id, null for empty fields", async () => {
    const { world, ada } = await office()
    const { body } = await ada.createItem({
      params: at("Deals"),
      body: { item: { Title: "Shown", Amount: 3 }, return_item_result: true, use_display_id: true },
    })
    const { item } = body
    const ids = world.raw.as("ada@acme.test")
    const { user } = await ids.getUserInfo()
    const deals = datastoreOf(world, "Deals")
    expect(item).toMatchObject({
      i_id: body.item_id,
      d_id: deals.dId,
      p_id: deals.pId,
      w_id: deals.wId,
      title: "Shown",
      rev_no: 1,
      status_id: statusIdOf(world, "Deals", "New"),
      created_at: "2026-01-05T09:00:00.000Z",
      created_by: user.uId,
      updated_at: "2026-01-05T09:00:00.000Z",
      updated_by: user.uId,
      [fieldIdOf(world, "Deals", "Title")]: "Shown",
      [fieldIdOf(world, "Deals", "Amount")]: 3,
      [fieldIdOf(world, "Deals", "Due")]: null,
      [fieldIdOf(world, "Deals", "Status")]: statusIdOf(world, "Deals", "New"),
    })
    expect(item).not.toHaveProperty("links")
  })

  test("return_display_id returns display IDs, without hidden fields and decoration, and with links by datastore", async () => {
    const { world, bob } = await office()
    const customer = fixtureItem(world, "Customers", 0)
    const { body } = await bob.createItem({
      params: at("Deals"),
      body: {
        item: { Title: "Shown" },
        return_item_result: true,
        return_display_id: true,
        related_ds_items: {
          Lines: [
            { operation: 1, item: { Product: "A" } },
            { operation: 1, item: { Product: "B" } },
          ],
          Customers: [{ operation: 11, i_id: customer.iId }],
        },
      },
    })
    const item = body.item as Record<string, unknown>
    expect(item).toMatchObject({ Title: "Shown", No: "D-00003", Tags: null })
    for (const left of ["Margin", "Section", "Line"]) expect(item).not.toHaveProperty(left)
    const links = item.links as { d_id: string; i_ids: string[] }[]
    expect(links).toHaveLength(2)
    expect(links.find((link) => link.d_id === datastoreOf(world, "Lines").dId)?.i_ids).toHaveLength(2)
    expect(links.find((link) => link.d_id === customer.dId)?.i_ids).toEqual([customer.iId])
  })
})

test("the action's next status wins over the initial one; the comment is the history's", async () => {
  const { world, ada } = await office(({ deals }) => {
    deals.actions = { ...deals.actions, CreateWorking: { crud_type: "1", next_status: "Working" } }
  })
  const params = at("Deals")
  for (const action_id of ["CreateWorking", actionIdOf(world, "Deals", "CreateWorking")]) {
    const { body } = await ada.createItem({ params, body: { action_id, comment: "hello" } })
    expect(statusOf(world, "Deals", body.item_id)).toBe("Working")
    expect(world.view().get("histories", body.history_id)).toMatchObject({
      iId: body.item_id,
      comment: "hello",
      action: { aId: actionIdOf(world, "Deals", "CreateWorking"), operation: "1", isStatusAction: false },
    })
  }
})

test("a status given in item counts where the action permits it and sets none itself", async () => {
  const { world, ada } = await office(({ deals }) => {
    deals.actions = {
      ...deals.actions,
      CreateWorking: { crud_type: "1", next_status: "Working" },
      CreateFixed: { crud_type: "1", fields: { Status: { update: false } } },
    }
  })
  const params = at("Deals")
  const free = await ada.createItem({ params, body: { item: { Status: "Done" } } })
  expect(statusOf(world, "Deals", free.body.item_id)).toBe("Done")
  for (const action_id of ["CreateWorking", "CreateFixed"]) {
    const refused = await expectUnchanged(world, () =>
      ada.createItem({ params, body: { action_id, item: { Status: "Done" } } }),
    )
    expect(refused.status).toBe(400)
    expect(elements(refused)).toEqual([
      {
        description: "Status",
        error: "not allowed to update this field for this action",
        error_code: "NO_PRIVILEGES",
        error_level: "ERROR",
        reference_id: `f_id:${fieldIdOf(world, "Deals", "Status")}`,
      },
    ])
  }
})

describe("is refused", () => {
  test("a missing place or create action has the service's own text", async () => {
    const { world, ada, bob } = await office(({ lines, customers }) => {
      lines.actions = { Change: { crud_type: "2" } }
      customers.roles = ["ADMIN"]
    })
    const { wId } = datastoreOf(world, "Deals")
    const text = `no available actions to create new item in the database. you should check settings or check if you are in your current workspace[${wId}]`
    const places = [
      { "app-id": "NOPE", "datastore-id": "Deals" },
      { "app-id": "CRM", "datastore-id": "NOPE" },
      { "app-id": "HR", "datastore-id": "People" },
      at("Lines"),
    ]
    for (const params of places) {
      const refused = await expectUnchanged(world, () => ada.createItem({ params }))
      expect(refusal(refused)).toEqual({ status: 400, body: { error: text, error_code: "INVALID_PARAMS" } })
    }
    expect((await expectUnchanged(world, () => bob.createItem({ params: at("Customers") }))).status).toBe(400)
  })

  test("an unknown action, or an action of another type", async () => {
    const { world, ada } = await office()
    for (const action_id of ["NOPE", "UpdateDeal", "Start"]) {
      const refused = await expectUnchanged(world, () => ada.createItem({ params: at("Deals"), body: { action_id } }))
      expect(refusal(refused)).toMatchObject({ status: 400, body: { error_code: "INVALID_PARAMS" } })
    }
  })

  test("a call without a role for the action, before all other checks", async () => {
    const { world, bob } = await office(({ deals }) => {
      deals.actions = { ...deals.actions, CreateDeal: { crud_type: "1", default: true, roles: ["MANAGER"] } }
    })
    const { dId } = datastoreOf(world, "Deals")
    const aId = actionIdOf(world, "Deals", "CreateDeal")
    const refused = await expectUnchanged(world, () =>
      bob.createItem({ params: at("Deals"), body: { item: { Nope: 1 } } }),
    )
    expect(refusal(refused)).toEqual({
      status: 403,
      body: {
        error: `invalid action_id or has no privileges to the user or current item status. a_id:CreateDeal(${aId}) d_id:Deals(${dId})`,
        error_code: "NO_PRIVILEGES",
      },
    })
  })

  test("unknown field keys return one element each", async () => {
    const { world, ada } = await office()
    const body = { item: { Nope: 1 }, changes: [{ id: "Neither", value: 1 }] }
    const refused = await expectUnchanged(world, () => ada.createItem({ params: at("Deals"), body }))
    expect(refused.status).toBe(400)
    expect(elements(refused)).toEqual([
      expect.objectContaining({ error_code: "INVALID_PARAMS", error_level: "ERROR", reference_id: "f_id:Nope" }),
      expect.objectContaining({ error_code: "INVALID_PARAMS", error_level: "ERROR", reference_id: "f_id:Neither" }),
    ])
  })

  test("all failing fields are reported together", async () => {
    const { world, bob } = await office(({ deals }) => {
      deals.fields.Code = { dataType: "text", unique: true }
      deals.fields.Title = { ...deals.fields.Title, dataType: "text" }
      deals.actions = {
        ...deals.actions,
        CreateDeal: {
          crud_type: "1",
          default: true,
          fields: { Title: { mandatory: true }, Due: { update: false }, MeetAt: { show: false } },
        },
      }
      deals.items?.push({ values: { Code: "taken" } })
    })
    const item = {
      Amount: -1,
      Stage: "lost",
      Team: ["nobody"],
      Customer: "0".repeat(24),
      Papers: ["1".repeat(24)],
      Code: "taken",
      Due: "2026-01-01",
      MeetAt: "2026-01-01T00:00:00Z",
      Margin: 5,
      Discount: 1,
    }
    const refused = await expectUnchanged(world, () => bob.createItem({ params: at("Deals"), body: { item } }))
    expect(refused.status).toBe(400)
    const found = elements(refused).map(({ description, error_code, reference_id }) => ({
      description,
      error_code,
      reference_id,
    }))
    const one = (name: string, error_code: string) => ({
      description: name,
      error_code,
      reference_id: `f_id:${fieldIdOf(world, "Deals", name)}`,
    })
    // Bob's roles hide the field. The error contains the name that the request used.
    const hidden = { description: "Margin", error_code: "NO_PRIVILEGES", reference_id: "f_id:Margin" }
    expect(found).toHaveLength(10)
    expect(found).toEqual(
      expect.arrayContaining([
        ...["Amount", "Stage", "Team", "Customer", "Papers", "Code", "Title"].map((name) => one(name, "INVALID_VALUE")),
        ...["Due", "MeetAt"].map((name) => one(name, "NO_PRIVILEGES")),
        hidden,
      ]),
    )
    const text = (name: string) => elements(refused).find(({ description }) => description === name)?.error
    expect(text("Title")).toBe("required field for this action")
    expect(text("Code")).toBe("value is not unique")
    expect(text("Margin")).toBe("not allowed to update this field for this action")
  })

  test("a malformed body", async () => {
    const { world, ada } = await office()
    const bodies = [
      "{",
      "[]",
      { item: 5 },
      { changes: {} },
      { changes: [{ value: 1 }] },
      { ensure_transaction: "yes" },
      { related_ds_items: { Lines: {} } },
      { related_ds_items: { Lines: [{ operation: "1" }] } },
      { access_key_updates: { groups_to_publish: "ACME" } },
      { as_params: 5 },
    ]
    for (const body of bodies) {
      const refused = await expectUnchanged(world, () =>
        ada.createItem({ params: at("Deals"), body, headers: { "content-type": "application/json" } }),
      )
      expect(refusal(refused), JSON.stringify(body)).toMatchObject({
        status: 400,
        body: { error_code: "INVALID_PARAMS" },
      })
    }
  })

  test("a call without a token", async () => {
    const { world } = await office()
    const { apiClient } = await import("../../conformance.ts")
    const refused = await expectUnchanged(world, () => apiClient(world).createItem({ params: at("Deals") }))
    expect(refused.status).toBe(401)
  })
})

test("null members and an empty action_id are as absent, nulls inside item are data", async () => {
  const { world, ada } = await office()
  const { status, body } = await ada.createItem({
    params: at("Deals"),
    body: {
      action_id: "",
      item: { Title: "x", Amount: null, Tags: "" },
      changes: null,
      related_ds_items: null,
      comment: null,
    },
  })
  expect(status).toBe(200)
  expect(valuesOf(world, "Deals", body.item_id)).toEqual({ Title: "x", No: "D-00003", Stage: CHOSEN_ID })
})

test("numbers are drawn without gaps: a refused create draws none", async () => {
  const { world, ada } = await office()
  await ada.createItem({ params: at("Deals") })
  await expectUnchanged(world, () => ada.createItem({ params: at("Deals"), body: { item: { Amount: "x" } } }))
  const { body } = await ada.createItem({ params: at("Deals") })
  expect(valuesOf(world, "Deals", body.item_id)).toEqual({ No: "D-00004", Stage: CHOSEN_ID })
})

test("a unique value is free again once its item is deleted or changed", async () => {
  const { world, ada } = await office()
  const params = at("Customers")
  const taken = await expectUnchanged(world, () => ada.createItem({ params, body: { item: { Name: "Hidden Inc." } } }))
  expect(taken.status).toBe(400)
  expect((await ada.createItem({ params, body: { item: { Name: "hidden inc." } } })).status).toBe(200)
  await ada.deleteItem({ params: at("Customers", fixtureItem(world, "Customers", 2).iId) })
  expect((await ada.createItem({ params, body: { item: { Name: "Hidden Inc." } } })).status).toBe(200)
  expect((await ada.createItem({ params })).status).toBe(200)
  expect((await ada.createItem({ params })).status).toBe(200)
})

test("the typed engine call needs no HTTP", async () => {
  const { world } = await office()
  const created = await world.raw.as("ada@acme.test").createItem({
    application: "CRM",
    datastore: "Deals",
    item: { Title: "First" },
  })
  expect(created).toEqual({ itemId: ANY_ID, historyId: ANY_ID, findings: [] })
})
