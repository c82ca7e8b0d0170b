import { describe, expect, test } from "vitest"
import {
  actionIdOf,
  at,
  expectUnchanged,
  fieldIdOf,
  fixtureItem,
  itemOf,
  itemsOf,
  type Office,
  office,
  refusal,
  statusOf,
  valuesOf,
} from "./office.ts"

/** A world with `count` additional deals whose Details are "batch". */
const batch = (count: number, vary: Parameters<typeof office>[0] = () => {}): Promise<Office> =>
  office((parts) => {
    for (let at = 0; at < count; at += 1) {
      parts.deals.items?.push({
        values: { Title: `batch ${at}`, Details: "batch" },
        updated_at: `2026-01-0${(at % 4) + 1}T00:00:00Z`,
        created_at: "2026-01-01T00:00:00Z",
      })
    }
    vary(parts)
  })

const conditions = [{ id: "Details", search_value: ["batch"], exact_match: true }]
const params = at("Deals", undefined, "UpdateDeal")

test("runs the action on every match", async () => {
  const { world, ada } = await batch(3)
  const { status, body } = await ada.executeBulkAction({
    params,
    body: { conditions, item: { Amount: 5 }, comment: "all" },
  })
  expect(status).toBe(200)
  expect(body).toEqual({ has_error: false, result: { matched: 3, processed: 3 } })
  const written = itemsOf(world, "Deals").slice(2)
  expect(written.map(({ revNo }) => revNo)).toEqual([2, 2, 2])
  expect(written.map(({ iId }) => valuesOf(world, "Deals", iId).Amount)).toEqual([5, 5, 5])
  const histories = world.view().table("histories").toArray()
  expect(histories.map(({ comment }) => comment)).toEqual(["all", "all", "all"])
  expect(new Set(histories.map(({ transactionId }) => transactionId)).size).toBe(1)
})

test("nothing found is a warning and no error", async () => {
  const { world, ada } = await office()
  const { status, body } = await expectUnchanged(world, () => ada.executeBulkAction({ params, body: { conditions } }))
  expect(status).toBe(200)
  expect(body).toEqual({
    has_error: false,
    errors: [
      {
        description: "target was not found.",
        error: "",
        error_code: "NOT_FOUND",
        error_level: "WARN",
        reference_id: "",
      },
    ],
    result: { matched: 0, processed: 0 },
  })
})

test("is refused when nothing restricts it: a slip must not write everything", async () => {
  const { world, ada } = await batch(3)
  const nothing = { id: "Details", search_value: [] }
  for (const body of [
    {},
    { conditions: [] },
    { conditions: [nothing] },
    { conditions: [{ id: "Amount", search_value: [null, ""] }] },
    { conditions: [...conditions, nothing], use_or_condition: true },
  ]) {
    const refused = await expectUnchanged(world, () => ada.executeBulkAction({ params, body }))
    expect(refusal(refused)).toMatchObject({
      status: 400,
      body: { has_error: true, errors: [{ error_code: "INVALID_PARAMS" }], result: null },
    })
  }
})

test("finds empty values by include_null alone", async () => {
  const { ada } = await batch(3)
  const empty = [{ id: "Amount", search_value: [], include_null: true }]
  const { body } = await ada.executeBulkAction({ params, body: { conditions: empty } })
  expect(body.result).toEqual({ matched: 3, processed: 3 })
})

describe("max_items", () => {
  const tooMany = {
    description: "the number of items has reached max_items 10",
    error_code: "INVALID_SETTINGS",
    error_level: "WARN",
    reference_id: "",
  }

  test("more matches process nothing", async () => {
    const { world, ada } = await batch(12)
    const { status, body } = await expectUnchanged(world, () =>
      ada.executeBulkAction({ params, body: { conditions, item: { Amount: 5 }, max_items: 10 } }),
    )
    expect(status).toBe(200)
    expect(body).toEqual({ has_error: true, errors: [tooMany], result: { matched: 12, processed: 0 } })
  })

  test("continue_proc processes the items with the oldest updates", async () => {
    const { world, ada } = await batch(12)
    const before = itemsOf(world, "Deals").slice(2)
    const { body } = await ada.executeBulkAction({
      params,
      body: { conditions, item: { Amount: 5 }, max_items: 10, continue_proc: true },
    })
    expect(body).toEqual({ has_error: true, errors: [tooMany], result: { matched: 12, processed: 10 } })
    const oldest = before
      .toSorted((left, right) => (left.updatedAt + left.iId < right.updatedAt + right.iId ? -1 : 1))
      .slice(0, 10)
    for (const { iId } of before) {
      expect(itemOf(world, "Deals", iId)?.revNo).toBe(oldest.some((item) => item.iId === iId) ? 2 : 1)
    }
  })

  test("exactly as many matches pass; 100 is the default", async () => {
    const { ada } = await batch(10)
    const exact = await ada.executeBulkAction({ params, body: { conditions, max_items: 10 } })
    expect(exact.body.has_error).toBe(false)
    const many = await batch(101)
    const refused = await many.ada.executeBulkAction({ params, body: { conditions } })
    expect(refused.body).toMatchObject({ has_error: true, result: { matched: 101, processed: 0 } })
  })

  test("must be a multiple of 10 up to 300", async () => {
    const { world, ada } = await office()
    for (const max_items of [0, 5, 15, 310, -10]) {
      const refused = await expectUnchanged(world, () =>
        ada.executeBulkAction({ params, body: { conditions, max_items } }),
      )
      expect(refusal(refused), String(max_items)).toMatchObject({
        status: 400,
        body: { has_error: true, errors: [{ error_code: "INVALID_PARAMS", error_level: "ERROR" }], result: null },
      })
    }
  })
})

test("item_revisions are checked, an item without one is forced; the others proceed", async () => {
  const { world, ada } = await batch(3)
  const [first, second, third] = itemsOf(world, "Deals")
    .slice(2)
    .map(({ iId }) => iId)
  const { status, body } = await ada.executeBulkAction({
    params,
    body: { conditions, item: { Amount: 5 }, item_revisions: { [first ?? ""]: 7, [second ?? ""]: 1 } },
  })
  expect(status).toBe(200)
  expect(body).toEqual({
    has_error: true,
    errors: [
      {
        description: "error occurred when execute action",
        error: "Error",
        error_code: "ITEM_REV_CONFLICT",
        error_level: "ERROR",
        reference_id: first,
      },
    ],
    result: { matched: 3, processed: 2 },
  })
  expect([first, second, third].map((iId) => itemOf(world, "Deals", iId ?? "")?.revNo)).toEqual([1, 2, 2])
})

test("an item whose values fail is reported with its ID", async () => {
  const { world, ada } = await batch(2, ({ deals }) => {
    deals.fields.Code = { dataType: "text", unique: true }
  })
  const { body } = await ada.executeBulkAction({ params, body: { conditions, item: { Code: "once" } } })
  expect(body).toMatchObject({
    has_error: true,
    errors: [{ error_code: "INVALID_VALUE", error: "Error", description: "error occurred when execute action" }],
    result: { matched: 2, processed: 1 },
  })
  expect(itemsOf(world, "Deals").filter(({ revNo }) => revNo === 2)).toHaveLength(1)
})

test("a status action moves what is in its status", async () => {
  const { world, ada } = await office()
  const [first, second] = [fixtureItem(world, "Deals", 0).iId, fixtureItem(world, "Deals", 1).iId]
  const { body } = await ada.executeBulkAction({
    params: at("Deals", undefined, "Start"),
    body: { conditions: [{ id: "Title", search_value: ["deal$"] }] },
  })
  expect(body).toMatchObject({
    has_error: true,
    errors: [{ error_code: "NO_PRIVILEGES", reference_id: second }],
    result: { matched: 2, processed: 1 },
  })
  expect(statusOf(world, "Deals", first)).toBe("Working")
})

test("the action processes visible items alone", async () => {
  const { world, carol } = await batch(2, ({ deals }) => {
    deals.items?.push({ values: { Title: "secret", Details: "batch" }, access: { groups: ["SUPPORT"] } })
  })
  const { body } = await carol.executeBulkAction({ params, body: { conditions, item: { Amount: 1 } } })
  expect(body.result).toEqual({ matched: 2, processed: 2 })
  expect(itemsOf(world, "Deals").at(-1)?.revNo).toBe(1)
})

test("fields by either ID, keys granted as elsewhere", async () => {
  const { world, ada } = await batch(1)
  const { body } = await ada.executeBulkAction({
    params: at("Deals", undefined, actionIdOf(world, "Deals", "UpdateDeal")),
    body: {
      conditions: [{ id: fieldIdOf(world, "Deals", "Details"), search_value: ["batch"] }],
      changes: [{ id: fieldIdOf(world, "Deals", "Title"), value: "by ID" }],
      access_key_updates: { overwrite: true, ignore_action_settings: true, groups_to_publish: ["TOKYO"] },
    },
  })
  expect(body.has_error).toBe(false)
  const item = fixtureItem(world, "Deals", 2)
  expect(valuesOf(world, "Deals", item.iId).Title).toBe("by ID")
  expect(item.accessKeys).toHaveLength(1)
})

test("warns once of each key that the caller doesn't hold, and writes the items", async () => {
  const { world, carol } = await batch(2)
  const { status, body } = await carol.executeBulkAction({
    params,
    body: {
      conditions,
      item: { Amount: 1 },
      access_key_updates: { groups_to_publish: ["SALES", "TOKYO", "NOPE"], roles_to_publish: ["ADMIN"] },
    },
  })
  expect(status).toBe(200)
  const warning = (kind: string, id: string) => ({
    description: `no privileges to publish to ${kind} ${id}`,
    error: "no privileges",
    error_code: "NO_PRIVILEGES",
    error_level: "WARN",
    reference_id: id,
  })
  expect(body).toEqual({
    has_error: false,
    errors: [warning("group", "SALES"), warning("group", "NOPE"), warning("role", "ADMIN")],
    result: { matched: 2, processed: 2 },
  })
  expect(
    itemsOf(world, "Deals")
      .slice(2)
      .map(({ revNo }) => revNo),
  ).toEqual([2, 2])
})

test("is refused as a whole: unknown place, action, role, fields, conditions", async () => {
  const { world, bob } = await office(({ deals }) => {
    deals.actions = { ...deals.actions, Secret: { crud_type: "2", roles: ["MANAGER"] } }
  })
  const run = (place: object, body: object) =>
    expectUnchanged(world, () => bob.executeBulkAction({ params: place as Record<string, string>, body }))
  expect(refusal(await run(at("Nope", undefined, "UpdateDeal"), {}))).toMatchObject({
    status: 404,
    body: { error_code: "NOT_FOUND" },
  })
  for (const action of ["Nope", "CreateDeal"]) {
    expect(refusal(await run(at("Deals", undefined, action), {})), action).toEqual({
      status: 400,
      body: {
        has_error: true,
        errors: [
          { description: expect.any(String), error_code: "INVALID_PARAMS", error_level: "ERROR", reference_id: "" },
        ],
        result: null,
      },
    })
  }
  expect(refusal(await run(at("Deals", undefined, "Secret"), {}))).toEqual({
    status: 403,
    body: { error: expect.stringContaining("a_id:Secret("), error_code: "NO_PRIVILEGES" },
  })
  const bad = [
    { item: { Nope: 1 } },
    { conditions: [{ id: "Nope", search_value: ["x"] }] },
    { conditions: [{ id: "Title", search_value: ["("] }] },
    { access_key_updates: { users_to_publish: ["nobody"] } },
  ]
  for (const body of bad) {
    const refused = await run(params, body)
    expect(refusal(refused), JSON.stringify(body)).toMatchObject({
      status: 400,
      body: { has_error: true, result: null },
    })
  }
})
