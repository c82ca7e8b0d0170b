import { describe, expect, test } from "vitest"
import { until } from "../../until.ts"
import type { Desk } from "../desk.ts"

const MINA = "mina@hikari.example"
const ORDERS = "/applications/ORDERS/datastores/Orders"

export function ofActs(desk: () => Desk): void {
  const orderIn = async (world: string, status: string): Promise<string> => {
    const { body } = await desk().api(world, MINA, "POST", `${ORDERS}/items/search`, {
      conditions: [{ id: "Status", search_value: [status] }],
      per_page: 1,
      page: 1,
    })
    return JSON.parse(body).items[0].i_id
  }

  describe("an item and the console", () => {
    test("actions run at once, or with values; the statuses are steps", async () => {
      const it = desk()
      const world = await it.world("steps")
      const order = await orderIn(world, "Shipped")
      const page = await it.open(`#/${world}/data/ORDERS/Orders/${order}?as=${MINA}`)
      const steps = page.getByRole("list", { name: "Status" }).getByRole("listitem")
      const names = ["Draft", "Confirmed", "Roasting", "Shipped", "Paid", "Cancelled"]
      expect(await steps.allInnerTexts()).toEqual(names)
      const current = page.locator(".steps [aria-current=step]")
      expect(await current.allInnerTexts()).toEqual(["Shipped"])
      expect(await it.violations(page)).toEqual([])
      await it.narrow(page)
      expect(await it.violations(page, "not colours")).toEqual([])
      await page.getByRole("button", { name: "Run Mark as paid with values …" }).click()
      await page.getByRole("dialog").waitFor()
      await page.getByRole("dialog").getByRole("button", { name: "Close" }).click()
      await page.getByRole("button", { name: "Run Mark as paid", exact: true }).click()
      await until(async () => expect(await current.allInnerTexts()).toEqual(["Paid"]))
      expect(await page.getByRole("dialog").count()).toBe(0)
      await it.narrow(page)
      await it.done(page)
    })

    test("related items are a table for each datastore, with its fields", async () => {
      const it = desk()
      const world = await it.world("tables")
      const order = await orderIn(world, "Shipped")
      const page = await it.open(`#/${world}/data/ORDERS/Orders/${order}?as=${MINA}`)
      const table = page.getByRole("region", { name: "Order lines" })
      await table.waitFor()
      const heads = await table.getByRole("columnheader").allInnerTexts()
      expect(heads).toEqual(expect.arrayContaining(["Title", "SKU", "Quantity", "Relation"]))
      expect(heads.length).toBeLessThanOrEqual(7)
      const rows = table.getByRole("row")
      expect(await rows.count()).toBeGreaterThan(1)
      expect(await rows.nth(1).innerText()).toContain("referenced by Order")
      expect(await it.violations(page)).toEqual([])
      await it.narrow(page)
      expect(await it.violations(page, "not colours")).toEqual([])
      await it.done(page)
    })

    test("the console's example has the fields of the datastore, Send stays in view, and names are the API's", async () => {
      const it = desk()
      const world = await it.world("example")
      const page = await it.open(`#/${world}/console/createItem`)
      await page.getByRole("heading", { name: "CreateItem", exact: true }).waitFor()
      expect(
        await page
          .getByRole("navigation", { name: "Operations" })
          .getByRole("link", { name: /^CreateItem POST/ })
          .count(),
      ).toBe(1)
      await page.getByLabel(/^app-id/).fill("ORDERS")
      await page.getByLabel(/^datastore-id/).fill("Customers")
      const item = page.getByLabel(/^item object/)
      await until(async () => expect(await item.getAttribute("placeholder")).toContain('"Kind"'))
      await until(async () => {
        await page.getByRole("button", { name: "Fill in an example" }).click()
        expect(await item.inputValue()).toContain('"Kind"')
      })
      const send = page.getByRole("button", { name: "Send", exact: true })
      const isInWindow = async () => {
        const box = await send.boundingBox()
        expect((box?.y ?? 0) + (box?.height ?? 0), "the button is in the window").toBeLessThanOrEqual(800)
      }
      await isInWindow()
      await it.narrow(page)
      await isInWindow()
      await send.click()
      await page.getByRole("status").getByText("200", { exact: true }).waitFor()
      const cited = page.getByRole("link", { name: /^(?:api|model)\.md section / }).first()
      expect(await cited.getAttribute("href")).toMatch(/\/docs\/reference\/(?:api|model)\.md#section-\d/)
      expect(await it.violations(page)).toEqual([])
      await page.goto(`${it.url}/#/${world}/console/CreateItem`)
      await page.getByRole("heading", { name: "CreateItem", exact: true }).waitFor()
      await it.done(page)
    })
  })
}
