import { describe, expect, test } from "vitest"
import { at, fixtureItem, linksOf, office } from "../../operations/items/office.ts"

const auto = (world: Parameters<typeof linksOf>[0]) => linksOf(world).filter((link) => link.endsWith(":auto"))

/** Deals with an automatic link to the customers whose Code equals the deal's Details. */
const linkedOffice = (both: boolean, indexed = false) =>
  office(({ deals, customers }) => {
    deals.auto_links = [{ field: "Details", to: "Customers.Code", both }]
    if (indexed) customers.fields.Code = { dataType: "text", unique: true }
  })

describe.each([false, true])("auto links to a field with an index: %s", (indexed) => {
  test("auto links join equal values after the response, and follow them", async () => {
    const { world, ada } = await linkedOffice(false, indexed)
    const [globex, initech] = [fixtureItem(world, "Customers", 0).iId, fixtureItem(world, "Customers", 1).iId]
    const { body } = await ada.createItem({ params: at("Deals"), body: { item: { Details: "GLX" } } })
    await world.idle()
    expect(auto(world)).toEqual([`${body.item_id}>${globex}:auto`])
    const update = (item: object) =>
      ada.updateItem({ params: at("Deals", body.item_id), body: { item, is_force_update: true } })
    await update({ Details: "INI" })
    await world.idle()
    expect(auto(world)).toEqual([`${body.item_id}>${initech}:auto`])
    await update({ Title: "other" })
    await world.idle()
    expect(auto(world)).toEqual([`${body.item_id}>${initech}:auto`])
    await update({ Details: "" })
    await world.idle()
    expect(auto(world)).toEqual([])
  })

  test("both ways where the setting says so; they end with the item", async () => {
    const { world, ada } = await linkedOffice(true, indexed)
    const globex = fixtureItem(world, "Customers", 0).iId
    const { body } = await ada.createItem({ params: at("Deals"), body: { item: { Details: "GLX" } } })
    await world.idle()
    expect(auto(world)).toEqual([`${body.item_id}>${globex}:auto`, `${globex}>${body.item_id}:auto`].sort())
    await ada.updateItem({ params: at("Deals", body.item_id), body: { item: { Details: "none" }, rev_no: 1 } })
    await world.idle()
    expect(auto(world)).toEqual([])
  })
})

describe.each([false, true])(
  "options are compared as they are shown (model.md section 8.1), with an index: %s",
  (has_index) => {
    test("between select fields of two datastores, whose options have other IDs", async () => {
      const { world, ada } = await office(({ deals, customers }) => {
        deals.fields.Country = { dataType: "select", options: { JP: "Japan", FR: "France", KR: "Korea" } }
        customers.fields.Place = { dataType: "radio", has_index, options: { a: "France", b: "Japan", JP: "Peru" } }
        deals.auto_links = [{ field: "Country", to: "Customers.Place", both: true }]
      })
      const make = async (datastore: string, item: object) =>
        (await ada.createItem({ params: at(datastore), body: { item, realtime_auto_link: true } })).body.item_id
      const inFrance = await make("Customers", { Name: "F", Place: "a" })
      const inJapan = await make("Customers", { Name: "J", Place: "b" })
      await make("Customers", { Name: "P", Place: "JP" })
      const toFrance = await make("Deals", { Country: "FR" })
      const toJapan = await make("Deals", { Country: "JP" })
      await make("Deals", { Country: "KR" })
      const pairs = [
        [toFrance, inFrance],
        [toJapan, inJapan],
      ]
      expect(auto(world)).toEqual(
        pairs.flatMap(([one, other]) => [`${one}>${other}:auto`, `${other}>${one}:auto`]).sort(),
      )
      await ada.updateItem({
        params: at("Customers", inFrance),
        body: { item: { Place: "b" }, rev_no: 1, realtime_auto_link: true },
      })
      expect(auto(world)).toHaveLength(4)
      expect(auto(world)).toContain(`${toJapan}>${inFrance}:auto`)
    })
  },
)

describe.each([false, true])("a write of the other side, with an index: %s", (indexed) => {
  test("renews the links of a setting for both directions", async () => {
    const { world, ada } = await linkedOffice(true, indexed)
    const { body: deal } = await ada.createItem({ params: at("Deals"), body: { item: { Details: "NEW" } } })
    const { body: made } = await ada.createItem({ params: at("Customers"), body: { item: { Code: "NEW" } } })
    await world.idle()
    const both = [`${deal.item_id}>${made.item_id}:auto`, `${made.item_id}>${deal.item_id}:auto`].sort()
    expect(auto(world)).toEqual(both)
    const write = (Code: string) =>
      ada.updateItem({
        params: at("Customers", made.item_id),
        body: { item: { Code }, is_force_update: true, realtime_auto_link: true },
      })
    await write("OTHER")
    expect(auto(world)).toEqual([])
    await write("NEW")
    expect(auto(world)).toEqual(both)
  })

  test("changes nothing where the setting is for one direction", async () => {
    const { world, ada } = await linkedOffice(false, indexed)
    await ada.createItem({ params: at("Deals"), body: { item: { Details: "NEW" } } })
    await ada.createItem({ params: at("Customers"), body: { item: { Code: "NEW" } } })
    await world.idle()
    expect(auto(world)).toEqual([])
  })
})

test("realtime_auto_link makes links before the response", async () => {
  const { world, ada } = await linkedOffice(false)
  const { body } = await ada.createItem({
    params: at("Deals"),
    body: { item: { Details: "GLX" }, realtime_auto_link: true, return_item_result: true },
  })
  const globex = fixtureItem(world, "Customers", 0)
  expect(auto(world)).toEqual([`${body.item_id}>${globex.iId}:auto`])
  expect(body.item?.links).toEqual([{ d_id: globex.dId, i_ids: [globex.iId] }])
})

test("links made by hand and by lookups are left alone, a deleted item takes its own along", async () => {
  const { world, ada } = await linkedOffice(false)
  const globex = fixtureItem(world, "Customers", 0).iId
  const { body } = await ada.createItem({ params: at("Deals"), body: { item: { Details: "GLX", Customer: globex } } })
  await ada.addItemLink({
    params: at("Deals", body.item_id),
    body: { link_datastore_id: "Customers", link_item_id: globex },
  })
  await world.idle()
  await ada.updateItem({ params: at("Deals", body.item_id), body: { item: { Details: "" }, rev_no: 1 } })
  await world.idle()
  const left = linksOf(world).filter((link) => link.startsWith(`${body.item_id}>`))
  expect(left).toEqual([`${body.item_id}>${globex}:link`, `${body.item_id}>${globex}:lookup`])
  await ada.deleteItem({ params: at("Deals", body.item_id) })
  expect(linksOf(world).some((link) => link.includes(body.item_id))).toBe(false)
})

test("related items get theirs with exec_children_post_procs only", async () => {
  for (const exec_children_post_procs of [true, false]) {
    for (const realtime_auto_link of [true, false]) {
      const { world, ada } = await linkedOffice(false)
      await ada.createItem({
        params: at("Lines"),
        body: {
          exec_children_post_procs,
          realtime_auto_link,
          related_ds_items: { Deals: [{ operation: 1, item: { Details: "GLX" } }] },
        },
      })
      if (realtime_auto_link) expect(auto(world)).toHaveLength(exec_children_post_procs ? 1 : 0)
      await world.idle()
      expect(auto(world)).toHaveLength(exec_children_post_procs ? 1 : 0)
    }
  }
})
