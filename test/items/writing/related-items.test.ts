import { describe, expect, test } from "vitest"
import type { RelatedEntry } from "../../../src/items/index.ts"
import {
  actionIdOf,
  at,
  datastoreOf,
  elements,
  expectUnchanged,
  fieldIdOf,
  fixtureItem,
  itemOf,
  itemsOf,
  linksOf,
  office,
  refusal,
  UNKNOWN_ID,
  valuesOf,
} from "../../operations/items/office.ts"

test("operation 1 makes an item with its own history and links to it, back only when asked for", async () => {
  const { world, ada } = await office()
  const { body } = await ada.createItem({
    params: at("Deals"),
    body: {
      item: { Title: "parent" },
      related_ds_items: {
        Lines: [
          { operation: 1, item: { Product: "one way", Quantity: 2, Price: 3 } },
          { operation: 1, changes: [{ id: "Product", value: "both ways" }], link_to_parent: true },
        ],
      },
    },
  })
  expect(body.error).toBeNull()
  const [one, both] = itemsOf(world, "Lines").slice(2)
  expect(valuesOf(world, "Lines", one?.iId ?? "")).toEqual({ Product: "one way", Quantity: 2, Price: 3, Total: 6 })
  expect(linksOf(world).filter((link) => link.includes(body.item_id))).toEqual(
    [
      `${body.item_id}>${one?.iId}:link`,
      `${body.item_id}>${both?.iId}:link`,
      `${both?.iId}>${body.item_id}:link`,
    ].sort(),
  )
  const histories = world.view().table("histories").toArray()
  const transactions = new Set(histories.map(({ transactionId }) => transactionId))
  expect(histories).toHaveLength(3)
  expect(transactions.size).toBe(1)
})

test("operation 2 updates an item by its revision and ensures the link", async () => {
  const { world, ada } = await office()
  const { iId } = fixtureItem(world, "Lines", 1)
  const parent = fixtureItem(world, "Deals", 1).iId
  const update = (entry: object, rest: object = {}) =>
    ada.updateItem({
      params: at("Deals", parent),
      body: {
        is_force_update: false,
        rev_no: itemOf(world, "Deals", parent)?.revNo,
        related_ds_items: { Lines: [entry] },
        ...rest,
      },
    })
  const done = await update({ operation: 2, i_id: iId, item: { Quantity: 5 }, rev_no: 1, link_to_parent: true })
  expect(done.body.error).toBe("")
  expect(valuesOf(world, "Lines", iId)).toMatchObject({ Quantity: 5, Total: 5 })
  expect(itemOf(world, "Lines", iId)?.revNo).toBe(2)
  expect(linksOf(world)).toEqual(expect.arrayContaining([`${parent}>${iId}:link`, `${iId}>${parent}:link`]))
  const stale = await update({ operation: 2, i_id: iId, item: { Quantity: 6 } })
  expect(stale.status).toBe(200)
  const { dId } = datastoreOf(world, "Lines")
  expect(stale.body.error).toEqual([
    {
      description: `item:${iId}(d_id:${dId}) has rev_no:2 but specified rev_no:0`,
      error: "Revision number mismatch",
      error_code: "ITEM_REV_CONFLICT",
      error_level: "ERROR",
      reference_id: iId,
    },
  ])
  expect(stale.body.rev_no.rev_no).toBe(3)
  expect(itemOf(world, "Lines", iId)?.revNo).toBe(2)
  const forced = await update({ operation: 2, i_id: iId, item: { Quantity: 7 }, rev_no: 99 }, { is_force_update: true })
  expect(forced.body.error).toBe("")
  expect(itemOf(world, "Lines", iId)?.revNo).toBe(3)
})

test("an item written twice in a request gets one revision", async () => {
  const { world, ada } = await office()
  const { iId } = fixtureItem(world, "Lines", 1)
  const entry = (item: object) => ({ operation: 2, i_id: iId, item, rev_no: 1 })
  const { body } = await ada.createItem({
    params: at("Deals"),
    body: { related_ds_items: { Lines: [entry({ Quantity: 1 }), entry({ Price: 9 })] } },
  })
  expect(body.error).toBeNull()
  expect(itemOf(world, "Lines", iId)?.revNo).toBe(2)
  expect(valuesOf(world, "Lines", iId)).toMatchObject({ Quantity: 1, Price: 9 })
  const again = await ada.createItem({
    params: at("Deals"),
    body: {
      related_ds_items: {
        Lines: [
          { ...entry({}), rev_no: 2 },
          { ...entry({}), rev_no: 3 },
        ],
      },
    },
  })
  const told = expect.stringMatching(/ has rev_no:2 but specified rev_no:3$/)
  expect(again.body.error).toMatchObject([{ description: told, error_code: "ITEM_REV_CONFLICT" }])
})

test("operation 3 deletes with all links, 11 and 12 link and unlink without a new revision", async () => {
  const { world, ada } = await office()
  const [bolts, nuts] = [fixtureItem(world, "Lines", 0).iId, fixtureItem(world, "Lines", 1).iId]
  const parent = fixtureItem(world, "Deals", 1).iId
  const update = (Lines: object[]) =>
    ada.updateItem({ params: at("Deals", parent), body: { is_force_update: true, related_ds_items: { Lines } } })
  const both = await update([
    { operation: 11, i_id: nuts, link_to_parent: true },
    { operation: 11, i_id: nuts },
  ])
  expect(both.body.error).toBe("")
  expect(linksOf(world)).toEqual(expect.arrayContaining([`${parent}>${nuts}:link`, `${nuts}>${parent}:link`]))
  expect(itemOf(world, "Lines", nuts)?.revNo).toBe(1)
  await update([{ operation: 12, i_id: nuts }])
  expect(linksOf(world).filter((link) => link.includes(parent) && link.includes(nuts))).toEqual([])
  const gone = await update([{ operation: 3, i_id: bolts }])
  expect(gone.body.error).toBe("")
  expect(itemOf(world, "Lines", bolts)).toBeUndefined()
  expect(linksOf(world).filter((link) => link.includes(bolts))).toEqual([])
})

test("operation 12 fails for a pair that only a lookup joins, or nothing (model.md section 8.2)", async () => {
  const { world, ada } = await office()
  const [parent, other] = [fixtureItem(world, "Deals", 0).iId, fixtureItem(world, "Deals", 1).iId]
  const globex = fixtureItem(world, "Customers", 0)
  const unlink = (of: string, rest: object = {}) =>
    ada.updateItem({
      params: at("Deals", of),
      body: {
        is_force_update: true,
        related_ds_items: { Customers: [{ operation: 12, i_id: globex.iId }] },
        ...rest,
      },
    })
  const before = linksOf(world)
  const notLinked = [
    { error: "not linked", error_code: "INVALID_PARAMS", error_level: "ERROR", reference_id: globex.iId },
  ]
  for (const of of [parent, other]) {
    const answered = await unlink(of)
    expect([answered.status, elements(answered)]).toEqual([200, [expect.objectContaining(notLinked[0])]])
  }
  expect(linksOf(world)).toEqual(before)
  expect(refusal(await expectUnchanged(world, () => unlink(other, { ensure_transaction: true }))).status).toBe(400)
  // One link of the pair is enough, in either direction.
  await ada.addItemLink({
    params: at("Customers", globex.iId),
    body: { link_datastore_id: "Deals", link_item_id: other },
  })
  expect((await unlink(other)).body.error).toBe("")
  expect(linksOf(world)).toEqual(before)
})

test("operation 3 compares a revision only if the entry has one", async () => {
  const { world, ada } = await office()
  const { iId } = fixtureItem(world, "Lines", 1)
  const remove = (entry: object, rest: object = {}) =>
    ada.createItem({
      params: at("Deals"),
      body: { ...rest, related_ds_items: { Lines: [{ operation: 3, i_id: iId, ...entry }] } },
    })
  const stale = await remove({ rev_no: 7 })
  const told = expect.stringMatching(/ has rev_no:1 but specified rev_no:7$/)
  expect(stale.body.error).toMatchObject([{ description: told, error_code: "ITEM_REV_CONFLICT", reference_id: iId }])
  expect((await remove({ rev_no: 7 }, { ensure_transaction: true })).status).toBe(409)
  expect(itemOf(world, "Lines", iId)?.revNo).toBe(1)
  expect((await remove({ rev_no: 1 })).body.error).toBeNull()
  expect(itemOf(world, "Lines", iId)).toBeUndefined()
  const other = fixtureItem(world, "Lines", 0).iId
  expect((await remove({ i_id: other })).body.error).toBeNull()
  expect(itemOf(world, "Lines", other)).toBeUndefined()
})

test("entries nest, links go from each level to the next, datastores by either ID", async () => {
  const { world, ada } = await office()
  const { body } = await ada.createItem({
    params: at("Customers"),
    body: {
      item: { Name: "top" },
      related_ds_items: {
        [datastoreOf(world, "Deals").dId]: [
          {
            operation: 1,
            item: { [fieldIdOf(world, "Deals", "Title")]: "middle" },
            related_ds_items: { Lines: [{ operation: 1, item: { Product: "bottom" }, link_to_parent: true }] },
          },
        ],
      },
    },
  })
  expect(body.error).toBeNull()
  const middle = itemsOf(world, "Deals").at(-1)?.iId ?? ""
  const bottom = itemsOf(world, "Lines").at(-1)?.iId ?? ""
  expect(linksOf(world)).toEqual(
    expect.arrayContaining([`${body.item_id}>${middle}:link`, `${middle}>${bottom}:link`, `${bottom}>${middle}:link`]),
  )
})

test("entries nest below a link: theirs is the item that was linked to", async () => {
  const { world, ada } = await office()
  const deal = fixtureItem(world, "Deals", 0)
  const { body } = await ada.createItem({
    params: at("Customers"),
    body: {
      item: { Name: "top" },
      related_ds_items: {
        Deals: [
          {
            operation: 11,
            i_id: deal.iId,
            related_ds_items: { Lines: [{ operation: 1, item: { Product: "bottom" } }] },
          },
        ],
      },
    },
  })
  expect(body.error).toBeNull()
  const bottom = itemsOf(world, "Lines").at(-1)?.iId ?? ""
  expect(valuesOf(world, "Lines", bottom)).toMatchObject({ Product: "bottom" })
  expect(linksOf(world)).toEqual(
    expect.arrayContaining([`${body.item_id}>${deal.iId}:link`, `${deal.iId}>${bottom}:link`]),
  )
  expect(itemOf(world, "Deals", deal.iId)?.revNo).toBe(deal.revNo)
})

describe("related_ds_items below an operation that leaves no item to relate to (api.md section 6.4)", () => {
  const nested = { Customers: [{ operation: 1, item: { Name: "lost" } }] }
  const impossible = (world: Parameters<typeof datastoreOf>[0], datastore: string, operation: number) => ({
    description: `related_ds_items is not possible with operation ${operation}`,
    error: "invalid related item",
    error_code: "INVALID_PARAMS",
    error_level: "ERROR",
    reference_id: `d_id:${datastoreOf(world, datastore).dId}`,
  })

  test.each([3, 12])("operation %i fails and does nothing, the other entries run", async (operation) => {
    const { world, ada } = await office()
    const parent = fixtureItem(world, "Deals", 0)
    const line = fixtureItem(world, "Lines", 0)
    await ada.updateItem({
      params: at("Deals", parent.iId),
      body: { is_force_update: true, related_ds_items: { Lines: [{ operation: 11, i_id: line.iId }] } },
    })
    const links = linksOf(world)
    const entries = [
      { operation, i_id: line.iId, related_ds_items: nested },
      { operation: 1, item: { Product: "other" } },
    ]
    const update = (ensure_transaction: boolean) =>
      ada.updateItem({
        params: at("Deals", parent.iId),
        body: { is_force_update: true, ensure_transaction, related_ds_items: { Lines: entries } },
      })
    const undone = await expectUnchanged(world, () => update(true))
    expect(undone.status).toBe(400)
    expect(elements(undone).map(({ error_code }) => error_code)).toEqual(["INVALID_PARAMS", "TRANSACTION_ABORTED"])
    const done = await update(false)
    expect(done.status).toBe(200)
    expect(elements(done)).toEqual([impossible(world, "Lines", operation)])
    expect(itemOf(world, "Lines", line.iId)).toEqual(line)
    expect(linksOf(world)).toEqual(expect.arrayContaining(links))
    expect(itemsOf(world, "Customers").some(({ values }) => Object.values(values).includes("lost"))).toBe(false)
    expect(itemsOf(world, "Lines").some(({ values }) => Object.values(values).includes("other"))).toBe(true)
  })

  test("an empty map nests nothing", async () => {
    const { world, ada } = await office()
    const { iId } = fixtureItem(world, "Lines", 0)
    const Lines = [{ operation: 3, i_id: iId, related_ds_items: { Customers: [] } }]
    const { body } = await ada.createItem({ params: at("Deals"), body: { related_ds_items: { Lines } } })
    expect(body.error).toBeNull()
    expect(itemOf(world, "Lines", iId)).toBeUndefined()
  })

  test("an action that deletes reports each entry, or undoes everything on request", async () => {
    const { world, ada } = await office()
    const deal = fixtureItem(world, "Deals", 0)
    const run = (ensure_transaction: boolean) =>
      ada.executeAction({
        params: at("Deals", deal.iId, actionIdOf(world, "Deals", "DeleteDeal")),
        body: {
          ensure_transaction,
          related_ds_items: {
            Lines: [
              { operation: 1, item: {} },
              { operation: 11, i_id: UNKNOWN_ID },
            ],
            Nope: [{}],
          },
        },
      })
    const undone = await expectUnchanged(world, () => run(true))
    expect(undone.status).toBe(400)
    expect(elements(undone)).toHaveLength(4)
    const lines = itemsOf(world, "Lines").length
    const done = await run(false)
    expect(done.status).toBe(200)
    const { reference_id: _, ...unknown } = impossible(world, "Lines", 3)
    expect(elements(done)).toEqual([
      impossible(world, "Lines", 3),
      impossible(world, "Lines", 3),
      { ...unknown, reference_id: "d_id:Nope" },
    ])
    expect(itemOf(world, "Deals", deal.iId)).toBeUndefined()
    expect(itemsOf(world, "Lines")).toHaveLength(lines)
  })
})

test("an entry's keys are f_ids or display IDs whatever use_display_id says, its action by either ID", async () => {
  const { world, ada } = await office(({ lines }) => {
    lines.actions = {
      Make: { crud_type: "1", default: true },
      MakeOther: { crud_type: "1", fields: { Product: { mandatory: true } } },
    }
  })
  for (const use_display_id of [true, false]) {
    const { body } = await ada.createItem({
      params: at("Deals"),
      body: {
        use_display_id,
        related_ds_items: {
          Lines: [
            { operation: 1, item: { [fieldIdOf(world, "Lines", "Product")]: "a" } },
            { operation: 1, item: { Product: "b" } },
            { operation: 1, item: {}, action_id: "MakeOther" },
          ],
        },
      },
    })
    expect(elements({ body } as never)).toEqual([expect.objectContaining({ error: "required field for this action" })])
  }
})

describe("nesting", () => {
  const child = (related?: object): object => ({
    operation: 1,
    item: {},
    ...(related === undefined ? {} : { related_ds_items: related }),
  })

  test("the first level may name the main item's own datastore", async () => {
    const { world, ada } = await office()
    const { body } = await ada.createItem({ params: at("Lines"), body: { related_ds_items: { Lines: [child()] } } })
    expect(body.error).toBeNull()
    expect(itemsOf(world, "Lines")).toHaveLength(4)
  })

  test("a datastore twice on a path is refused before any write, by whichever ID", async () => {
    const { world, ada } = await office()
    const lines = datastoreOf(world, "Lines").dId
    const deals = datastoreOf(world, "Deals").dId
    const bad = [
      { Lines: [child({ Lines: [child()] })] },
      { Lines: [child({ [lines]: [child()] })] },
      { Lines: [child({ [deals]: [child()] })] },
      { Deals: [child({ Deals: [child()] })] },
      { Lines: [child({ Customers: [child({ Lines: [child()] })] })] },
      { Lines: [child({ Customers: [child({ Deals: [] })] })] },
      { Nope: [child({ Nope: [child()] })] },
    ]
    for (const related_ds_items of bad) {
      const body = { item: { Title: "x" }, related_ds_items }
      const refused = await expectUnchanged(world, () => ada.createItem({ params: at("Deals"), body }))
      expect(refused.status, JSON.stringify(related_ds_items)).toBe(400)
      expect(elements(refused)[0]).toMatchObject({ error_code: "INVALID_PARAMS", error_level: "ERROR" })
    }
    const missing = await expectUnchanged(world, () =>
      ada.updateItem({ params: at("Deals", UNKNOWN_ID), body: { related_ds_items: bad[0] } }),
    )
    expect(missing.status).toBe(400)
  })

  test("branches may name the same datastore", async () => {
    const { world, ada } = await office()
    const { body } = await ada.createItem({
      params: at("Deals"),
      body: { related_ds_items: { Lines: [child({ Customers: [child()] }), child({ Customers: [child()] })] } },
    })
    expect(body.error).toBeNull()
    expect(itemsOf(world, "Customers")).toHaveLength(5)
  })
})

/** One entry for each kind of failure, with the code of its first error element. */
const failingEntries = (world: Parameters<typeof fixtureItem>[0]): [string, string, object, string][] => [
  ["unknown operation", "Lines", { operation: 9, item: {} }, "INVALID_PARAMS"],
  ["no operation", "Lines", { item: {} }, "INVALID_PARAMS"],
  ["new without item", "Lines", { operation: 1 }, "INVALID_PARAMS"],
  [
    "update without item",
    "Lines",
    { operation: 2, i_id: fixtureItem(world, "Lines", 0).iId, rev_no: 1 },
    "INVALID_PARAMS",
  ],
  ["update without i_id", "Lines", { operation: 2, item: {} }, "INVALID_PARAMS"],
  ["delete without i_id", "Lines", { operation: 3 }, "INVALID_PARAMS"],
  ["link without i_id", "Lines", { operation: 11 }, "INVALID_PARAMS"],
  ["unlink without i_id", "Lines", { operation: 12 }, "INVALID_PARAMS"],
  ["unknown action", "Lines", { operation: 1, item: {}, action_id: "Nope" }, "INVALID_PARAMS"],
  ["action of another type", "Lines", { operation: 1, item: {}, action_id: "UpdateItem" }, "INVALID_PARAMS"],
  ["refused action", "Customers", { operation: 1, item: {}, action_id: "Secret" }, "NO_PRIVILEGES"],
  ["unknown field", "Lines", { operation: 1, item: { Nope: 1, Nor: 2 } }, "INVALID_PARAMS"],
  ["bad value", "Lines", { operation: 1, item: { Quantity: "x" } }, "INVALID_VALUE"],
  ["unknown datastore", "Nope", { operation: 1, item: {} }, "NOT_FOUND"],
  ["invisible datastore", "Concealed", { operation: 1, item: {} }, "NOT_FOUND"],
  ["missing item", "Lines", { operation: 2, i_id: UNKNOWN_ID, item: {}, rev_no: 1 }, "NOT_FOUND"],
  ["missing item to delete", "Lines", { operation: 3, i_id: UNKNOWN_ID }, "NOT_FOUND"],
  ["missing item to link", "Lines", { operation: 11, i_id: UNKNOWN_ID }, "NOT_FOUND"],
  ["missing item to unlink", "Lines", { operation: 12, i_id: UNKNOWN_ID }, "NOT_FOUND"],
  ["item of another datastore", "Lines", { operation: 11, i_id: fixtureItem(world, "Deals", 0).iId }, "NOT_FOUND"],
  ["no revision", "Lines", { operation: 2, i_id: fixtureItem(world, "Lines", 0).iId, item: {} }, "ITEM_REV_CONFLICT"],
]

const STATUS: Record<string, number> = {
  INVALID_PARAMS: 400,
  INVALID_VALUE: 400,
  NO_PRIVILEGES: 403,
  NOT_FOUND: 404,
  ITEM_REV_CONFLICT: 409,
}

const guardedOffice = () =>
  office(({ customers, fixture }) => {
    customers.actions = {
      Make: { crud_type: "1", default: true },
      Secret: { crud_type: "1", roles: ["MANAGER"] },
    }
    fixture.workspaces[0]?.applications?.[0]?.datastores?.push({
      datastore_id: "Concealed",
      name: "Concealed",
      roles: ["MANAGER"],
      fields: { Name: { dataType: "text" } },
    })
  })

describe("an entry that fails", () => {
  test("gives its element while everything else stays, without ensure_transaction", async () => {
    const { world, bob } = await guardedOffice()
    for (const [what, datastore, entry, code] of failingEntries(world)) {
      const before = { deals: itemsOf(world, "Deals").length, customers: itemsOf(world, "Customers").length }
      const deeper = { ...entry, related_ds_items: { Customers: [{ operation: 1, item: {} }] } }
      const isTop = datastore === "Customers"
      const mayNest = !isTop && !/delete|unlink/.test(what)
      const { status, body } = await bob.createItem({
        params: at("Deals"),
        body: {
          item: { Title: what },
          related_ds_items: {
            [datastore]: [mayNest ? deeper : entry, ...(isTop ? [{ operation: 1, item: {} }] : [])],
          },
        },
      })
      expect(status, what).toBe(200)
      const found = elements({ body } as never)
      expect(found, what).toHaveLength(1)
      expect(found[0], what).toMatchObject({ error_code: code, error_level: "ERROR" })
      expect(itemsOf(world, "Deals"), what).toHaveLength(before.deals + 1)
      expect(itemsOf(world, "Customers"), what).toHaveLength(before.customers + (isTop ? 1 : 0))
      expect(
        linksOf(world).filter((link) => link.includes(body.item_id)),
        what,
      ).toHaveLength(isTop ? 1 : 0)
    }
  })

  test("undoes everything with ensure_transaction, with the status of the first element's code", async () => {
    const { world, bob } = await guardedOffice()
    const parent = fixtureItem(world, "Deals", 1).iId
    for (const [what, datastore, entry, code] of failingEntries(world)) {
      const related_ds_items: Record<string, object[]> = {
        Customers: [{ operation: 1, item: { Name: "fine" } }],
        Lines: [],
      }
      related_ds_items[datastore] = [...(related_ds_items[datastore] ?? []), entry]
      const refused = await expectUnchanged(world, () =>
        bob.updateItem({
          params: at("Deals", parent),
          body: { rev_no: 1, item: { Title: "x" }, ensure_transaction: true, related_ds_items },
        }),
      )
      expect(refused.status, what).toBe(STATUS[code])
      expect(elements(refused), what).toEqual([
        expect.objectContaining({ error_code: code }),
        {
          description: "all changes were rolled back",
          error: "transaction aborted",
          error_code: "TRANSACTION_ABORTED",
          error_level: "ERROR",
          reference_id: parent,
        },
      ])
    }
  })

  test("gives one element for each failing value", async () => {
    const { world, ada } = await office()
    const { body } = await ada.createItem({
      params: at("Deals"),
      body: { related_ds_items: { Lines: [{ operation: 1, item: { Quantity: "x", Price: "y" } }] } },
    })
    const one = (name: string) => ({
      description: name,
      error: "expected a number",
      error_code: "INVALID_VALUE",
      error_level: "ERROR",
      reference_id: `f_id:${fieldIdOf(world, "Lines", name)}`,
    })
    expect(body.error).toEqual([one("Quantity"), one("Price")])
  })

  test("reports a missing item and a missing datastore differently", async () => {
    const { world, ada } = await office()
    const { body } = await ada.createItem({
      params: at("Deals"),
      body: { related_ds_items: { Lines: [{ operation: 2, i_id: UNKNOWN_ID, item: {} }] } },
    })
    const { dId } = datastoreOf(world, "Lines")
    expect(body.error).toEqual([
      {
        description: `couldn't check rev_no or item not found. ds:${dId} i:${UNKNOWN_ID}`,
        error: "couldn't check rev_no",
        error_code: "NOT_FOUND",
        error_level: "ERROR",
        reference_id: `d_id:${dId}`,
      },
    ])
  })

  test("an unknown datastore fails each of its entries", async () => {
    const { ada } = await office()
    const { body } = await ada.createItem({
      params: at("Deals"),
      body: {
        related_ds_items: {
          Nope: [
            { operation: 1, item: {} },
            { operation: 11, i_id: UNKNOWN_ID },
          ],
        },
      },
    })
    expect(elements({ body } as never).map(({ error_code }) => error_code)).toEqual(["NOT_FOUND", "NOT_FOUND"])
  })
})

test("warnings alone don't undo a transaction", async () => {
  const { world, carol } = await office()
  const { status, body } = await carol.createItem({
    params: at("Deals"),
    body: {
      ensure_transaction: true,
      access_key_updates: { groups_to_publish: ["ACME"] },
      related_ds_items: { Lines: [{ operation: 1, item: {}, access_key_updates: { roles_to_publish: ["ADMIN"] } }] },
    },
  })
  expect(status).toBe(200)
  expect(elements({ body } as never).map(({ error_level }) => error_level)).toEqual(["WARN", "WARN"])
  expect(itemsOf(world, "Lines")).toHaveLength(3)
})

test("an invisible item is as missing, for every operation", async () => {
  const { world, ada, carol } = await office()
  const secret = await ada.createItem({
    params: at("Lines"),
    body: { access_key_updates: { ignore_action_settings: true, groups_to_publish: ["SUPPORT"] } },
  })
  const entries: RelatedEntry[] = [2, 3, 11, 12].map((operation) => ({ operation }))
  const Lines = entries.map((entry) => ({ ...entry, i_id: secret.body.item_id, item: {}, rev_no: 1 }))
  const { body } = await carol.createItem({ params: at("Deals"), body: { related_ds_items: { Lines } } })
  expect(elements({ body } as never).map(({ error_code }) => error_code)).toEqual(Array(4).fill("NOT_FOUND"))
  expect(itemOf(world, "Lines", secret.body.item_id)?.revNo).toBe(1)
})

test("a failing main item runs nothing related", async () => {
  const { world, ada } = await office()
  const refused = await expectUnchanged(world, () =>
    ada.createItem({
      params: at("Deals"),
      body: { item: { Amount: "x" }, related_ds_items: { Lines: [{ operation: 1, item: { Quantity: "y" } }] } },
    }),
  )
  expect(refusal(refused).status).toBe(400)
  expect(elements(refused)).toHaveLength(1)
})

test("entries run in payload order, each nested one right after its parent", async () => {
  const { world, ada } = await office()
  await ada.createItem({
    params: at("Customers"),
    body: {
      is_sync_related_items: true,
      related_ds_items: {
        Lines: [
          {
            operation: 1,
            item: { Product: "1" },
            related_ds_items: { Deals: [{ operation: 1, item: { Title: "1.1" } }] },
          },
          { operation: 1, item: { Product: "2" } },
        ],
        Deals: [{ operation: 1, item: { Title: "3" } }],
      },
    },
  })
  const order = world
    .view()
    .table("histories")
    .toArray()
    .sort((left, right) => left.ordinal - right.ordinal)
    .map(({ dId, iId }) => {
      const datastore = ["Customers", "Lines", "Deals"].find((name) => datastoreOf(world, name).dId === dId) ?? ""
      const values = valuesOf(world, datastore, iId)
      return values.Product ?? values.Title ?? "main"
    })
  expect(order).toEqual(["main", "1", "1.1", "2", "3"])
})

test("a parent deleted by one of its own entries fails the entries after it", async () => {
  const { world, ada } = await office()
  const { iId } = fixtureItem(world, "Lines", 0)
  const { status, body } = await ada.updateItem({
    params: at("Lines", iId),
    body: {
      rev_no: 1,
      return_item_result: true,
      related_ds_items: {
        Lines: [
          { operation: 3, i_id: iId },
          { operation: 1, item: {} },
        ],
      },
    },
  })
  expect(status).toBe(200)
  expect(elements({ body } as never)).toHaveLength(1)
  expect(itemOf(world, "Lines", iId)).toBeUndefined()
  expect(linksOf(world).filter((link) => link.includes(iId))).toEqual([])
})
