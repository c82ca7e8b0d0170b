import { describe, expect, test } from "vitest"
import { MEMBERS, membersFixture } from "../../sample-worlds/members.ts"
import { until } from "../../until.ts"
import type { Desk } from "../desk.ts"

const MINA = "mina@hikari.example"

/** Data as real applications have it. */
export function ofAppData(desk: () => Desk): void {
  describe("data of an application", () => {
    test("a condition of the form takes instants with and without seconds, and a single one exactly", async () => {
      const it = desk()
      const world = await it.world("instants")
      await it.api(world, MINA, "POST", "/applications/ORDERS/datastores/Orders/fields", {
        name: "Packed",
        display_id: "Packed",
        dataType: "datetime",
      })
      const page = await it.open(`#/${world}/data/ORDERS/Orders`)
      const add = async (from: string, to: string, isExact: boolean) => {
        const menu = page.locator("details.menu").filter({ has: page.locator("#condition-field") })
        if ((await menu.getAttribute("open")) === null) await menu.locator("summary").click()
        await page.locator("#condition-field").selectOption("Packed")
        await page.locator("#condition-value").fill(from)
        await page.locator("#condition-to").fill(to)
        await page.getByLabel("exact match").setChecked(isExact)
        await page.getByRole("button", { name: "Add a condition" }).click()
        const address = new URLSearchParams(new URL(page.url()).hash.split("?")[1])
        const [condition] = JSON.parse(address.get("where") ?? "[]")
        await page.goto(`${it.url}/#/${world}/data/ORDERS/Orders`)
        const { status } = await it.api(world, MINA, "POST", "/applications/ORDERS/datastores/Orders/items/search", {
          conditions: [condition],
        })
        return [status, condition.search_value]
      }
      const [minute, second] = ["2026-02-03T04:10", "2026-02-03T04:10:30"]
      expect(await add(minute, second, false)).toEqual([200, [`${minute}:00Z`, `${second}Z`]])
      expect(await add(second, "", false)).toEqual([200, [`${second}Z`, null]])
      expect(await add(second, "", true)).toEqual([200, [`${second}Z`]])
      await it.done(page)
    })

    test("display IDs of any script work in the address, forms, cells, conditions and columns", async () => {
      const it = desk()
      const ada = "ada@acme.test"
      const world = await it.world("scripts")
      await it.send("POST", `/worlds/${world}/import`, membersFixture())
      const [application, datastore] = [MEMBERS["app-id"], MEMBERS["datastore-id"]].map(encodeURIComponent)
      const where = encodeURIComponent(JSON.stringify([{ id: "radio test", search_value: ["いいえ"] }]))
      const page = await it.open(
        `#/${world}/data/${application}/${datastore}?as=${ada}&where=${where}&sort=${encodeURIComponent("数 量")}`,
      )
      await page.getByText("radio test: No").waitFor()
      const row = page.getByRole("grid").getByRole("row").nth(1)
      await until(async () => expect(await row.innerText()).toContain("K-0"))
      await page.getByRole("button", { name: "New item" }).click()
      const form = page.getByRole("dialog")
      await form.getByLabel(/^会員番号/).fill("K-1")
      await form.getByLabel(/^数 量/).fill("6")
      await form.getByLabel(/^radio test/).selectOption({ label: "Yes" })
      await form.getByRole("button", { name: "New item" }).click()
      await until(async () => expect(await page.locator("main h1").first().textContent()).toBe("K-1"))
      const { body } = await it.api(
        world,
        ada,
        "POST",
        `/applications/${application}/datastores/${datastore}/items/search`,
        { conditions: [{ id: "会員番号", search_value: ["K-1"] }] },
      )
      expect(JSON.parse(body).items).toMatchObject([{ "radio test": "Yes", "数 量": "6", 合計: "12" }])
      await it.done(page)
    })

    test("a request with a key that was ignored says so, with the field that was meant", async () => {
      const it = desk()
      const world = await it.world("ignored")
      const path = "/applications/ORDERS/datastores/Customers/items/new"
      const { status } = await it.api(world, MINA, "POST", path, { item: { Name: "Nordlicht", Kind: "shop", Nme: 1 } })
      expect(status).toBe(200)
      const page = await it.open(`#/${world}/requests`)
      await page.getByRole("row", { name: /CreateItem/ }).click()
      const detail = page.getByRole("region", { name: "Selected request" })
      await detail.getByText("ignored item.Nme: unknown field; did you mean Name?").first().waitFor()
      await it.done(page)
    })
  })
}
