import { expect, test } from "vitest"
import { describeChanges } from "../../../emulator/worlds/index.ts"
import type { Change } from "../../../src/index.ts"
import { indexFaults, replay, stateDigest } from "../../../src/state/index.ts"
import type { ApiClient } from "../../conformance.ts"
import { catalogue } from "../../sample-worlds/catalogue.ts"

type Catalogue = Awaited<ReturnType<typeof catalogue>>
type Request = (ada: ApiClient) => Promise<{ readonly status: number }>

const PARTS = { params: { "app-id": "SHOP", "datastore-id": "Parts" } }
const at = (field: string) => ({ params: { ...PARTS.params, "field-id": field } })

/** Descriptions of the changes of a request by Ada. */
async function changesBy({ world, as }: Catalogue, request: Request): Promise<Change[]> {
  const changes: Change[] = []
  const stop = world.onChange((change) => changes.push(change))
  expect((await request(as("ada"))).status).toBe(200)
  stop()
  return changes
}

test("fields are described by datastore and display ID, with the items that lost values", async () => {
  const shop = await catalogue()
  const told = async (request: Request) => describeChanges(shop.world.view(), await changesBy(shop, request))
  const body = { dataType: "text", name: "Place", display_id: "Place" }
  expect(await told((ada) => ada.createField({ ...PARTS, body }))).toEqual(["field Parts.Place created"])
  const change = { display_id: "Spot", name: "Spot", search: false }
  expect(await told((ada) => ada.updateField({ ...at("Place"), body: change }))).toEqual([
    "field Parts.Spot name Place→Spot",
    "field Parts.Spot display id Place→Spot",
    "field Parts.Spot changed: search",
  ])
  expect(await told((ada) => ada.updateField({ ...at("Spot"), body: {} }))).toEqual([])
  const options = { options: [{ name: "Nut", display_id: "nut" }] }
  expect(await told((ada) => ada.createFieldOptions({ ...at("Kind"), body: options }))).toEqual([
    "field Parts.Kind changed: options",
  ])
  expect((await told((ada) => ada.deleteField(at("Note")))).toSorted()).toEqual([
    "action Parts.Update changed: field settings",
    "field Orders.Part changed: dslookup",
    "field Parts.Note deleted",
    "item Bolt Note M8→(empty)",
    "item Nut Note M8→(empty)",
  ])
  expect(
    (await told((ada) => ada.deleteFieldOptions({ ...at("Kind"), body: { o_ids: ["bolt"] } }))).toSorted(),
  ).toEqual([
    "field Parts.Kind changed: options, selected",
    "item Bolt Kind Bolt→(empty)",
    "item Nut Kind Bolt→(empty)",
  ])
})

test("each is one change of its operation, and replaying them gives the same world", async () => {
  const shop = await catalogue()
  const { uId } =
    shop.world
      .view()
      .table("users")
      .toArray()
      .find(({ username }) => username === "ada") ?? {}
  const before = shop.world.state
  const formula = { calc_info: { formula: "Price" } }
  const changes = [
    ...(await changesBy(shop, (ada) => ada.updateField({ ...at("Code"), body: { unique: true } }))),
    ...(await changesBy(shop, (ada) => ada.deleteFieldOptions({ ...at("Tags"), body: { o_ids: ["red"] } }))),
    ...(await changesBy(shop, (ada) => ada.updateField({ ...at("Total"), body: formula }))),
    ...(await changesBy(shop, (ada) =>
      ada.createField({ ...PARTS, body: { dataType: "autonum", name: "N", unique: true } }),
    )),
    ...(await changesBy(shop, (ada) => ada.createItem({ ...PARTS, body: { item: { Name: "Pin", Code: "H3" } } }))),
    ...(await changesBy(shop, (ada) => ada.deleteField(at("Maker")))),
    ...(await changesBy(shop, (ada) => ada.deleteField(at("No")))),
  ]
  expect(changes.map(({ operation }) => operation)).toEqual([
    "UpdateField",
    "DeleteFieldOptions",
    "UpdateField",
    "CreateField",
    "CreateItem",
    "DeleteField",
    "DeleteField",
  ])
  expect(changes.every(({ actor }) => actor === uId)).toBe(true)
  const stored = JSON.parse(JSON.stringify(changes)) as Change[]
  const again = replay(before, stored)
  expect(stateDigest(again)).toBe(shop.world.hash())
  expect(indexFaults(again)).toEqual([])
  expect(indexFaults(shop.world.state)).toEqual([])
})
