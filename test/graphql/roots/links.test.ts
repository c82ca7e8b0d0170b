import { describe, expect, test } from "vitest"
import { itemsTable, listLinksFrom } from "../../../src/state/index.ts"
import { type ClientWorld, clientWorld } from "../items/client-world.ts"

const itemIn = ({ world, id }: ClientWorld, datastore: string, name: string): string => {
  const fId = id(`field ${datastore}.Name`)
  const table = world.view().table(itemsTable(id(`datastore ${datastore}`) as never))
  const found = table.toArray().find(({ values }) => values[fId as never] === name)
  if (found === undefined) throw new Error(`no item ${name}`)
  return found.iId
}

async function pair() {
  const world = await clientWorld()
  const ada = world.as("ada")
  const full = itemIn(world, "Deals", "Full")
  const second = itemIn(world, "Customers", "Second")
  const place = { datastoreId: world.id("datastore Deals"), itemId: full, projectId: world.id("application SHOP") }
  const other = { link_datastore_id: world.id("datastore Customers"), link_item_id: second }
  const linksOf = (iId: string) =>
    listLinksFrom(world.world.view(), iId as never).map(({ toIId, type }) => [toIId, type])
  const linked = async (itemId: string, datastore: string, of: string) =>
    (
      await ada.root("datastoreGetLinkedItems", {
        linkedDatastoreId: world.id(`datastore ${of}`),
        itemId,
        datastoreId: world.id(`datastore ${datastore}`),
      })
    ).items.map((item: { i_id: string }) => item.i_id)
  return { world, ada, full, second, place, other, linksOf, linked }
}

const SUCCESS = { success: true, data: null }

describe("addItemLink", () => {
  test("links two items, and adds no second link to a linked pair of any type", async () => {
    const { world, ada, full, place, linksOf } = await pair()
    const first = itemIn(world, "Customers", "First")
    const own = itemIn(world, "Customers", "Own")
    const before = linksOf(full)
    expect(before).toContainEqual([first, "lookup"])
    const add = (link_item_id: string) =>
      ada.root("addItemLink", {
        ...place,
        itemLinkRequestInput: { link_datastore_id: world.id("datastore Customers"), link_item_id },
      })
    expect(await add(first)).toEqual(SUCCESS)
    expect(linksOf(full)).toEqual(before)
    expect(await add(own)).toEqual(SUCCESS)
    expect(await add(own)).toEqual(SUCCESS)
    expect(linksOf(full)).toEqual([...before, [own, "link"]])
  })
})

describe("deleteItemLink", () => {
  test("ends the links of two items both ways", async () => {
    const { ada, full, second, place, other, linksOf, world } = await pair()
    const back = { datastoreId: other.link_datastore_id, itemId: second, projectId: place.projectId }
    await ada.root("addItemLink", {
      ...back,
      itemLinkRequestInput: { link_datastore_id: place.datastoreId, link_item_id: full },
    })
    expect(await ada.root("deleteItemLink", { ...place, itemLinkRequestInput: other })).toEqual(SUCCESS)
    expect([...linksOf(full), ...linksOf(second)].map(([iId]) => iId)).not.toContain(second)
    expect(linksOf(second).map(([iId]) => iId)).not.toContain(full)
    const refused = await ada.refused("deleteItemLink", { ...place, itemLinkRequestInput: other })
    expect(refused.extensions).toMatchObject({ code: "NOT_FOUND", status: 404 })
    expect(world.world.view().all("links").length).toBeGreaterThan(0)
  })

  test("leaves a pair that only a lookup links as it is", async () => {
    const { world, ada, full, place, linksOf } = await pair()
    const before = linksOf(full)
    const itemLinkRequestInput = {
      link_datastore_id: world.id("datastore Customers"),
      link_item_id: itemIn(world, "Customers", "First"),
    }
    expect(await ada.root("deleteItemLink", { ...place, itemLinkRequestInput })).toEqual(SUCCESS)
    expect(linksOf(full)).toEqual(before)
  })
})

test("updateItemLink replaces a link", async () => {
  const { world, ada, full, place, other, linksOf } = await pair()
  const own = itemIn(world, "Customers", "Own")
  const updateItemLinkInput = {
    old_link_datastore_id: other.link_datastore_id,
    old_link_item_id: other.link_item_id,
    new_link_datastore_id: other.link_datastore_id,
    new_link_item_id: own,
  }
  expect(await ada.root("updateItemLink", { ...place, updateItemLinkInput })).toEqual(SUCCESS)
  expect(linksOf(full)).toContainEqual([own, "link"])
  expect(linksOf(full).map(([iId]) => iId)).not.toContain(other.link_item_id)
})

describe("datastoreGetLinkedItems", () => {
  test("returns items linked from the item and items that link to it, each once", async () => {
    const { world, full, second, linked } = await pair()
    const first = itemIn(world, "Customers", "First")
    expect(await linked(full, "Deals", "Customers")).toEqual([first, second])
    expect(await linked(second, "Customers", "Deals")).toEqual([full])
    expect(await linked(full, "Deals", "Parts")).toEqual([itemIn(world, "Parts", "Bolt")])
    expect(await linked(itemIn(world, "Vault", "Gold"), "Vault", "Customers")).toEqual([])
  })

  test("has flat items with field IDs, and the fields and actions of the linked datastore", async () => {
    const { world, ada, second } = await pair()
    const { items, ...rest } = await ada.root("datastoreGetLinkedItems", {
      linkedDatastoreId: "Deals",
      itemId: second,
      datastoreId: "Customers",
    })
    expect(items[0]).toMatchObject({
      [world.id("field Deals.Name")]: "Full",
      d_id: world.id("datastore Deals"),
      p_id: world.id("application SHOP"),
    })
    for (const key of ["labels", "links", "related_key"]) expect(items[0]).not.toHaveProperty(key)
    expect(rest).toMatchObject({ datastore_id: world.id("datastore Deals"), column_settings: null })
    expect(rest.actions.map((one: { display_id: string }) => one.display_id)).toContain("UpdateItem")
    expect(rest.stateflowActions).toEqual([
      expect.objectContaining({
        ID: world.id("action Deals.Send"),
        display_id: "Send",
        is_status_action: true,
        AccessKeys: null,
      }),
    ])
    expect(rest.fields[0]).toMatchObject({
      id: world.id("field Deals.Name"),
      field_csv_name: "Name",
      display_name: "Name",
    })
  })
})
