import { expect, test } from "vitest"
import { sortEffects } from "../../dashboard/parts/sort-effects.ts"
import { withDays } from "../../dashboard/views/requests/families.ts"
import type { Line } from "../../dashboard/views/requests/log.ts"
import { partsOf } from "../../dashboard/views/requests/request-parts.ts"
import { subjectOf } from "../../dashboard/views/requests/subject.ts"

const line = (more: Partial<Line> = {}): Line => ({
  id: "1",
  at: "2026-01-05T09:00:00.000Z",
  method: "POST",
  path: "/api/v0/x",
  operation: "X",
  user: null,
  status: 200,
  ms: 1,
  effects: [],
  ...more,
})

const ORDERS = {
  d_id: "D1",
  datastore_id: "Orders",
  name: "Sales orders",
  p_id: "P1",
  application_id: "SHOP",
  application: "Shop",
} as Parameters<typeof subjectOf>[1][number]

test("the main change comes first; counters and bookkeeping are apart", () => {
  const { main, rest } = sortEffects([
    "auto number Orders.No 1→2",
    "link O-1 → C-1 added",
    "mail notification to a@b.test sent",
    "item C-1 Total 1→2",
    "item O-1 created in Orders",
    "item C-2 rev_no 1→2",
    "token of a@b.test issued",
    "auto action Hourly changed",
    "ignored item.Nme: unknown field",
  ])
  expect(main).toEqual([
    "item O-1 created in Orders",
    "item C-1 Total 1→2",
    "mail notification to a@b.test sent",
    "ignored item.Nme: unknown field",
  ])
  expect(rest).toHaveLength(5)
})

test.each([
  ["by display IDs", "/api/v0/applications/SHOP/datastores/Orders/items/edit/abc?x=1", "UpdateItem", "POST"],
  ["by internal IDs", "/api/v0/applications/P1/datastores/D1/items/details/abc", "GetItemDetails", "GET"],
  ["without an application", "/api/v0/datastores/D1/items/abc", "GetItemDetails", "GET"],
])("a request is about the place in its path, %s", (_, path, operation, method) => {
  expect(subjectOf(line({ path, operation, method }), [ORDERS])).toEqual({
    application: "Shop",
    datastore: "Sales orders",
    item: "abc",
    itemId: "abc",
    found: ORDERS,
  })
})

test("a request is about an unknown place as it names it, about what it created, or about nothing", () => {
  const unknown = line({ path: "/api/v0/applications/SHOP/datastores/Orderz/items/new", operation: "CreateItem" })
  expect(subjectOf(unknown, [ORDERS])).toMatchObject({ application: "SHOP", datastore: "Orderz", found: undefined })
  const graphql = line({ path: "/graphql", effects: ["item O-1 created in Sales orders"] })
  expect(subjectOf(graphql, [ORDERS])).toMatchObject({ application: "Shop", datastore: "Sales orders", item: "O-1" })
  expect(subjectOf(line({ path: "/api/v0/login", operation: "Login" }), [ORDERS])).toBeUndefined()
})

test("a separator is where the day changes between two requests, but not above the first and not among follow-ups", () => {
  const row = (at: string, level: 1 | 2 = 1) => ({ line: line({ at }), level, beneath: [] })
  const rows = [
    row("2026-01-06T00:00:00.000Z"),
    row("2026-01-05T23:59:59.000Z", 2),
    row("2026-01-05T23:59:59.000Z"),
    row("2026-01-05T09:00:00.000Z"),
    row("2026-01-03T09:00:00.000Z"),
  ]
  expect(withDays(rows).map((one) => ("day" in one ? one.day : one.line.at.slice(11, 13)))).toEqual([
    "00",
    "23",
    "2026-01-05",
    "23",
    "09",
    "2026-01-03",
    "09",
  ])
})

test("a path with invalid escapes is shown and copied as it was sent", () => {
  const path = "/api/v0/applications/%zz/datastores/%ff/items/search"
  const [method, operation] = ["POST", "ItemList"]
  expect(partsOf({ path, method, operation })).toEqual({
    name: "itemList",
    params: { "app-id": "%zz", "datastore-id": "%ff" },
    query: {},
  })
  expect(subjectOf(line({ path, method, operation }), [ORDERS])).toMatchObject({ application: "%zz" })
})
