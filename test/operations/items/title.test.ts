import { expect, test } from "vitest"
import { titleOf } from "../../../src/fields/index.ts"
import { at, fixtureItem, itemOf, office } from "./office.ts"

const title = (world: Awaited<ReturnType<typeof office>>["world"], datastore: string, iId: string) => {
  const item = itemOf(world, datastore, iId)
  if (item === undefined) throw new Error("no item")
  return titleOf(world.view(), item)
}

test("the filled title fields in list form, by title_order with 0 last, ties by position", async () => {
  const { world, ada } = await office(({ deals }) => {
    deals.fields.Title = { dataType: "text", as_title: true, title_order: 2 }
    deals.fields.Amount = { dataType: "number", as_title: true, title_order: 1 }
    deals.fields.Stage = { dataType: "select", options: { lead: "Lead" }, as_title: true }
    deals.fields.Tags = { dataType: "checkbox", options: { hot: "Hot", vip: "VIP" }, as_title: true }
    deals.fields.Due = { dataType: "date", as_title: true, title_order: 2 }
    deals.items = [{ key: "first", values: {} }]
  })
  const item = { Title: "t", Amount: 5, Stage: "lead", Tags: ["vip", "hot"], Due: "2026-02-01" }
  const { body } = await ada.createItem({ params: at("Deals"), body: { item, return_item_result: true } })
  expect(body.item?.title).toBe("5 t 2026-02-01T00:00:00Z Lead VIP,Hot")
  const empty = await ada.createItem({
    params: at("Deals"),
    body: { item: { Tags: ["hot"] }, return_item_result: true },
  })
  expect(empty.body.item?.title).toBe("Hot")
  expect(title(world, "Deals", body.item_id)).toBe(body.item?.title)
})

test("the title is empty without a value, and follows the looked-up item", async () => {
  const { world, ada } = await office(({ deals }) => {
    deals.fields.Customer = {
      dataType: "dslookup",
      as_title: true,
      dslookup: { datastore: "Customers", field: "Name" },
    }
    deals.fields.Title = { dataType: "text" }
  })
  const globex = fixtureItem(world, "Customers", 0).iId
  const deal = fixtureItem(world, "Deals", 0).iId
  expect(title(world, "Deals", deal)).toBe("Globex")
  expect(title(world, "Deals", fixtureItem(world, "Deals", 1).iId)).toBe("")
  await ada.updateItem({ params: at("Customers", globex), body: { item: { Name: "Renamed" }, rev_no: 1 } })
  expect(title(world, "Deals", deal)).toBe("Renamed")
})

test("lookups that go round in a circle end", async () => {
  const { world, ada } = await office(({ lines }) => {
    lines.fields.Product = { dataType: "text" }
    lines.fields.Deal = { dataType: "dslookup", as_title: true, dslookup: { datastore: "Lines", field: "Deal" } }
    lines.items = [{ values: {} }, { values: {} }]
  })
  const [one, two] = [fixtureItem(world, "Lines", 0).iId, fixtureItem(world, "Lines", 1).iId]
  await ada.updateItem({ params: at("Lines", one), body: { item: { Deal: two }, rev_no: 1 } })
  await ada.updateItem({ params: at("Lines", two), body: { item: { Deal: one }, rev_no: 1 } })
  expect(title(world, "Lines", one)).toBe("")
  const { status } = await ada.getItemDetails({ params: at("Lines", one) })
  expect(status).toBe(200)
})
