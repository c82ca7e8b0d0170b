import { expect, test } from "vitest"
import { describeWorld, writeTypes } from "../../../emulator/client/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { compile } from "./compile.ts"
import { shopFixture } from "./shop.ts"

/** Marks the position at which the compiler must report a mistake. */
const MARK = "/*!*/"

const marksOf = (text: string): string[] =>
  text
    .split("\n")
    .flatMap((line, at) => [...line.matchAll(/\/\*!\*\//g)].map(({ index }) => `${at + 1}:${index + MARK.length + 1}`))

const RIGHT = `
import { createWorld } from "hexarium"
import type { Schema, Shop, ShopOrders } from "./schema.js"

const world = await createWorld<Shop>()
const ada = world.fork().as("ada@shop.test")
const orders = { application: "SHOP", datastore: "Orders" } as const
const { itemId } = await ada.createItem({ application: "SHOP", datastore: "Orders", item: { Title: "First", Total: 12 } })
await ada.createItem({ ...orders, actionId: "Draft", item: { Kind: "gift", Tags: ["hot", "new"], Due: "2026-01-05", Clerk: ["bob@shop.test"], "E-mail": null } })
const { values, status } = await ada.getItemDetails({ datastore: "Orders", itemId })
const whole: ShopOrders = values
const total: number | null = values.Total
const kind: "gift" | "own" | "old" | null = values.Kind
const state: "open" | "paid" = status
const files: readonly { readonly size: number }[] = values.Papers
const { items } = await ada.itemList({
  ...orders,
  conditions: [
    { id: "Title", searchValue: ["a.*"], exactMatch: false },
    { id: "Total", searchValue: ["1", null] },
    { id: "Total", searchValue: [1, 9] },
    { id: "Title", searchValue: [2026] },
    { id: "Kind", searchValue: ["gift", "old"], notMatch: true },
    { conditions: [{ id: "Due", searchValue: ["TODAY"] }, { id: "created_at", searchValue: [null, "2026-01-05T00:00:00Z"] }], useOrCondition: true },
    { id: "status_id", searchValue: ["open"] },
  ],
  sortFields: [{ id: "Total", order: "desc" }],
})
const tags: readonly ("hot" | "new")[] | undefined = items[0]?.values.Tags
await ada.updateItem({
  ...orders,
  itemId,
  revNo: 1,
  item: { Total: null },
  accessKeyUpdates: { groupsToPublish: ["TILL"], rolesToPublish: ["MEMBER"] },
  relatedDsItems: {
    Lines: [
      { operation: 1, item: { Amount: 3, Order: itemId }, linkToParent: true },
      { operation: 2, itemId, item: { Order: { itemId } } },
      { operation: 3, itemId },
      { operation: 11, itemId },
    ],
    Goods: [{ operation: 1, item: { Name: "Tea" }, accessKeyUpdates: { rolesToPublish: ["ADMIN"] } }],
  },
})
const done = await ada.executeAction({ ...orders, itemId, actionId: "Pay", isForceUpdate: true })
if (done.did === "update") done.revNo satisfies number
await ada.executeAction({ ...orders, actionId: "Create", item: { Title: "Second" } })
await ada.getStatuses(orders)
await ada.getStatuses({ datastore: "Lines" })
export const { currentWId } = await ada.getWorkspaces()
await ada.getGroup()
await ada.addItemLink({ ...orders, itemId, link: { datastore: "Lines", itemId } })
const all = await createWorld<Schema>()
await all.as("ada@shop.test").createItem({ application: "STOCK", datastore: "Goods", item: { Name: "Tea" } })
const untyped = await createWorld()
await untyped.as("ada@shop.test").createItem({ application: "X", datastore: "Y", item: { Anything: 1 } })
export const plain: Awaited<ReturnType<typeof createWorld>> = world
await plain.as("ada@shop.test").createItem({ application: "X", datastore: "Y", item: { Anything: 1 } })
export { files, kind, state, tags, total, whole }
`

const WRONG_CODE = `
import { createWorld } from "hexarium"
import type { Shop } from "./schema.js"

const world = await createWorld<Shop>()
const ada = world.as("ada@shop.test")
const itemId = "5f0000000000000000000000"
await ada.createItem({ application: "SHOP", datastore: "Orders", item: { Title: "First", /*!*/Totl: 12 } })
await ada.createItem({ application: "SHOP", datastore: "Orders", item: { Title: "First", /*!*/Total: "12" } })
await ada.createItem({ application: "SHOP", datastore: "Orders", /*!*/item: { Total: 12 } })
await ada.createItem(/*!*/{ application: "SHOP", datastore: "Orders" })
await ada.createItem({ application: "SHOP", datastore: "Orders", item: { /*!*/Title: null } })
await ada.createItem({ application: "SHOP", datastore: "Orders", item: { Title: "First", /*!*/Kind: "own" } })
await ada.createItem({ application: "SHOP", datastore: "Orders", item: { Title: "First", /*!*/No: "O-1" } })
await ada.createItem({ application: "SHOP", datastore: "Orders", actionId: "Draft", item: { /*!*/Kind: "old" } })
await ada.createItem({ application: "SHOP", datastore: "Orders", actionId: "Draft", item: { Tags: [/*!*/"cold"] } })
await ada.createItem({ application: "SHOP", datastore: "Orders", actionId: "Draft", item: { /*!*/Secret: "x" } })
await ada.createItem({ application: "SHOP", datastore: "Orders", /*!*/actionId: "Drafft", item: { Title: "First" } })
await ada.createItem({ application: "SHOP", datastore: "Orders", /*!*/actionId: "Pay", item: { Title: "First" } })
await ada.createItem({ /*!*/application: "SHOPP", datastore: "Orders", item: { Title: "First" } })
await ada.createItem({ application: "SHOP", /*!*/datastore: "Order", item: { Title: "First" } })
await ada.updateItem({ application: "SHOP", datastore: "Orders", itemId, item: { /*!*/Totl: 1 } })
await ada.updateItem({ application: "SHOP", datastore: "Orders", itemId, /*!*/actionId: "Create", item: {} })
await ada.updateItem({ application: "SHOP", datastore: "Orders", itemId, changes: [{ id: "Total", /*!*/value: "1" }] })
await ada.updateItem({ application: "SHOP", datastore: "Orders", itemId, accessKeyUpdates: { groupsToPublish: [/*!*/"NOBODY"] } })
await ada.updateItem({ application: "SHOP", datastore: "Orders", itemId, groupsToPublish: [/*!*/"NOBODY"] })
await ada.updateItem({ application: "SHOP", datastore: "Orders", itemId, relatedDsItems: { /*!*/Orders: [] } })
await ada.updateItem({ application: "SHOP", datastore: "Orders", itemId, relatedDsItems: { Lines: [{ operation: 1, item: { Amount: 1, /*!*/Amont: 3 } }] } })
await ada.updateItem({ application: "SHOP", datastore: "Orders", itemId, relatedDsItems: { Lines: [{ operation: 2, itemId, item: { /*!*/Amount: "3" } }] } })
await ada.updateItem({ application: "SHOP", datastore: "Orders", itemId, relatedDsItems: { Lines: [{ operation: 1, /*!*/item: {} }] } })
await ada.updateItem({ application: "SHOP", datastore: "Orders", itemId, relatedDsItems: { Goods: [{ operation: 1, item: { /*!*/Nme: "Tea" } }] } })
await ada.updateItem({ application: "SHOP", datastore: "Orders", itemId, relatedDsItems: { Goods: [{ operation: 11, itemId, accessKeyUpdates: { rolesToPublish: [/*!*/"SELLER"] } }] } })
await ada.executeAction({ application: "SHOP", datastore: "Orders", itemId, /*!*/actionId: "Pai" })
await ada.executeBulkAction({ application: "SHOP", datastore: "Orders", /*!*/actionId: "Create" })
await ada.itemList({ application: "SHOP", datastore: "Orders", conditions: [{ /*!*/id: "Totl", searchValue: ["1"] }] })
await ada.itemList({ application: "SHOP", datastore: "Orders", conditions: [{ id: "Total", searchValue: [/*!*/"many", null] }] })
await ada.itemList({ application: "SHOP", datastore: "Orders", conditions: [{ id: "Kind", searchValue: [/*!*/"present"] }] })
await ada.itemList({ application: "SHOP", datastore: "Orders", conditions: [{ id: "Kind", searchValue: ["gift"], /*!*/exactMatch: true }] })
await ada.itemList({ application: "SHOP", datastore: "Orders", conditions: [{ id: "status_id", searchValue: [/*!*/"closed"] }] })
await ada.itemList({ application: "SHOP", datastore: "Orders", sortFields: [{ /*!*/id: "Totl" }] })
const { values, status } = await ada.getItemDetails({ application: "SHOP", datastore: "Orders", itemId })
values./*!*/Totl
const /*!*/text: string = values.Total
if (/*!*/status === "closed") throw text
await ada.getStatuses({ application: "SHOP", /*!*/datastore: "Order" })
await ada.getStatuses({ /*!*/application: "STOCK", datastore: "Lines" })
`

const schemaText = async () => writeTypes(describeWorld((await createWorld({ fixture: shopFixture })).view()))

test("the types accept everything that a schema has, and accept any name without a schema", async () => {
  expect(await compile({ "schema.d.ts": await schemaText(), "main.ts": RIGHT })).toEqual([])
})

test("each mistake is a compile error at its place", async () => {
  const errors = await compile({ "schema.d.ts": await schemaText(), "main.ts": WRONG_CODE })
  const text = WRONG_CODE.split("\n")
  const told = errors.map(({ line, column, message }) => ({ at: `${line}:${column}`, line: text[line - 1], message }))
  expect(told.filter(({ at }) => !marksOf(WRONG_CODE).includes(at))).toEqual([])
  expect(told.map(({ at }) => at)).toEqual(marksOf(WRONG_CODE))
})

const RUNNERS = `
import { hexariumTest as ofJest } from "hexarium/jest"
import { hexariumTest as ofNode } from "hexarium/node-test"
import { hexariumTest as ofPlaywright } from "hexarium/playwright"
import { hexariumTest as ofVitest } from "hexarium/vitest"
import { testWorlds } from "hexarium/worlds"
import type { Shop } from "./schema.js"

const item = { Titel: "First" } as const
const place = { application: "SHOP", datastore: "Orders" } as const
ofJest<Shop>()("one", async ({ as }) => { await as("ada").createItem({ ...place, item: { /*!*/Titel: "First" } }) })
ofJest<Shop>().each([1])("one", async ({ as }) => { await as("ada").createItem({ ...place, item: { /*!*/Titel: "First" } }) })
ofNode<Shop>()("one", async ({ as }) => { await as("ada").createItem({ ...place, item: { /*!*/Titel: "First" } }) })
ofPlaywright<Shop>()("one", async ({ as }) => { await as("ada").createItem({ ...place, item: { /*!*/Titel: "First" } }) })
ofVitest<Shop>()("one", async ({ as }) => { await as("ada").createItem({ ...place, item: { /*!*/Titel: "First" } }) })
ofVitest<Shop>({ prepare: async (world) => { await world.as("ada").createItem({ ...place, item: { /*!*/Titel: "First" } }) } })
const { world } = await testWorlds<Shop>().fresh()
await world.as("ada").createItem({ ...place, item: { /*!*/Titel: "First" } })
ofVitest()("one", async ({ as }) => { await as("ada").createItem({ ...place, item }) })
ofPlaywright({ apiUrl: "https://api.example.com" })("one", async ({ as }) => { await as("ada").createItem({ ...place, item }) })
`

test("so do the tests of every runner", async () => {
  const errors = await compile({ "schema.d.ts": await schemaText(), "main.ts": RUNNERS })
  expect(errors.map(({ line, column }) => `${line}:${column}`)).toEqual(marksOf(RUNNERS))
})

const CLIENT = `
import { createClient } from "hexarium/client"
import { createControl } from "hexarium/control"
import { hexariumTest } from "hexarium/vitest"
import type { Shop } from "./schema.js"

const shop = createControl<Shop>({ url: "http://127.0.0.1:7575" })
const { token } = await shop.public.login({ email: "ada@shop.test", password: "ada" })
const ada = shop.with({ world: "try" }).as("ada@shop.test")
const { itemId } = await ada.createItem({ application: "SHOP", datastore: "Orders", item: { Title: "First", Total: 12 } })
const { values, status, actions } = await ada.getItemDetails({ datastore: "Orders", itemId })
export const read: [number | null, "open" | "paid", string | undefined] = [values.Total, status, actions[0]?.displayId]
await ada.createItem({ application: "SHOP", datastore: "Orders", item: { /*!*/Titel: "First" } })
await ada.createItem({ application: "SHOP", datastore: "Orders", /*!*/item: { Total: 12 } })
await ada.executeAction({ application: "SHOP", datastore: "Orders", itemId, /*!*/actionId: "Pai" })
await ada.itemList({ application: "SHOP", datastore: "Orders", conditions: [{ id: "Kind", searchValue: [/*!*/"present"] }] })
await ada.updateItem({ application: "SHOP", datastore: "Orders", itemId, accessKeyUpdates: { groupsToPublish: [/*!*/"NOBODY"] } })
const wire = createClient<Shop>({ baseUrl: "http://127.0.0.1:7575" }).with({ token })
const place = { "app-id": "SHOP", "datastore-id": "Orders" } as const
export const sent: string = (await wire.createItem({ params: place, body: { item: { Title: "First" }, return_item_result: true } })).item_id
await wire.createItem({ params: place, body: { item: { /*!*/Titel: "First" } } })
await wire.createItem({ params: { ...place, /*!*/"datastore-id": "Order" }, body: { item: {} } })
await wire.createItem({ params: place, body: { item: {}, /*!*/return_item_reslt: true } })
await wire.updateItem({ params: { ...place, "item-id": itemId }, body: { rev_no: 1, item: { /*!*/Titel: "First" } } })
await wire.getStatuses({ params: place, /*!*/bdy: {} })
export const { currentWId } = await ada.getWorkspaces()
await ada.getStatuses({ application: "SHOP", /*!*/datastore: "Order" })
hexariumTest<Shop>()("one", async ({ client }) => { await client("ada").createItem({ params: place, body: { item: { /*!*/Titel: "First" } } }) })

const untyped = createClient({ baseUrl: "http://127.0.0.1:7575" })
const params = { "app-id": "SHOP", "datastore-id": "Orders" }
export const ofWire: string = (await untyped.createItem({ params, body: { item: { Titel: "First" } } })).item_id
export const same: ReturnType<typeof createClient> = untyped
same.with({ token }) satisfies typeof untyped
`

test("a client's calls likewise", async () => {
  const errors = await compile({ "schema.d.ts": await schemaText(), "main.ts": CLIENT })
  expect(errors.map(({ line, column }) => `${line}:${column}`)).toEqual(marksOf(CLIENT))
})

const ACTIONS = `
import { createWorld } from "hexarium"
import type { Shop } from "./schema.js"

const ada = (await createWorld<Shop>()).as("ada@shop.test")
const place = { application: "SHOP", datastore: "Orders", itemId: "x" } as const
await ada.createItem({ application: "SHOP", datastore: "Orders", actionId: "Nope", item: { Title: "First" } })
await ada.updateItem({ ...place, actionId: "Nope" })
await ada.executeAction({ ...place, actionId: "Nope" })
`

test("the message about an unknown action lists the known actions", async () => {
  const errors = await compile({ "schema.d.ts": await schemaText(), "main.ts": ACTIONS })
  expect(errors.map(({ message }) => message)).toEqual([
    expect.stringContaining('"Draft"'),
    expect.stringContaining('"Pay"'),
    expect.stringContaining('"Pay"'),
  ])
})
