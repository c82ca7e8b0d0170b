import type { Locator } from "playwright-core"
import { describe, expect, test } from "vitest"
import { until } from "../../until.ts"
import type { Desk } from "../desk.ts"

const MINA = "mina@hikari.example"
const ORDERS = "/applications/ORDERS/datastores/Orders"

export function ofNarrowWindows(desk: () => Desk): void {
  describe("lists in narrow windows", () => {
    test.each([
      [400, true],
      [1400, false],
    ])("are cards below 600 pixels, with all columns in view, at %i", async (width, isCards) => {
      const it = desk()
      const world = await it.world("cards")
      await it.api(world, null, "POST", "/users/password/forgot", { email: MINA })
      await it.api(world, MINA, "POST", `${ORDERS}/items/search`, { per_page: "many" })
      const page = await it.open(`#/${world}/mails`, { width })
      const { mails } = await it.ask("GET /worlds/:w/mails", { w: world })
      const inView = async (role: "grid" | "treegrid", texts: readonly string[]) => {
        const row = page.getByRole(role).getByRole("row").nth(1)
        for (const text of texts) {
          const box = await row.getByText(text).first().boundingBox()
          expect(box, text).not.toBeNull()
          expect((box?.x ?? 0) + Math.min(box?.width ?? 0, 40), text).toBeLessThanOrEqual(width)
        }
        const cells = await row.getByRole("gridcell").all()
        const boxes = await Promise.all(cells.map((cell) => cell.boundingBox()))
        for (const box of boxes) expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
        expect(((await row.boundingBox())?.height ?? 0) > 60).toBe(isCards)
        // Cells of a card do not overlap.
        const tops = new Set(boxes.map((box) => Math.round((box?.y ?? 0) / 10)))
        expect(tops.size).toBe(isCards ? 3 : 1)
      }
      await inView("grid", [mails[0]?.subject ?? "?", MINA, (mails[0]?.at ?? "?").slice(11, 19)])
      expect(await it.violations(page, isCards ? "all" : "not colours")).toEqual([])
      await page.goto(`${it.url}/#/${world}/requests`)
      await it.settled(page)
      await inView("treegrid", ["400", "ItemList", "Orders", "mina@hikari"])
      expect(await it.violations(page, isCards ? "all" : "not colours")).toEqual([])
      await page.getByRole("row", { name: /ItemList/ }).focus()
      await page.keyboard.press("ArrowDown")
      await page.keyboard.press("Enter")
      await page
        .getByRole("region", { name: "Selected request" })
        .getByRole("heading", { name: /ForgotPassword/ })
        .waitFor()
      await it.done(page)
    })

    test.each([
      [400, true],
      [1400, false],
    ])("of items, people and worlds are cards with all columns in view, too, at %i", async (width, isCards) => {
      const it = desk()
      const world = await it.world("cards")
      const isInView = async (cells: readonly Locator[]) => {
        const boxes = await Promise.all(cells.map((cell) => cell.boundingBox()))
        for (const box of boxes) expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
        return boxes
      }
      const page = await it.open(`#/${world}/data/ORDERS/Customers?as=${MINA}`, { width })
      const grid = page.getByRole("grid")
      const card = grid.getByRole("row").nth(1)
      const cells = await card.getByRole("gridcell").all()
      if (isCards) await isInView(cells)
      expect(new Set((await Promise.all(cells.map((cell) => cell.boundingBox()))).map((box) => box?.y)).size).toBe(
        isCards ? 1 + Math.ceil((cells.length - 3) / 2) + 1 : 1,
      )
      expect(await card.getByText("Country", { exact: true }).count()).toBe(isCards ? 1 : 0)
      // Columns sort in a narrow window, too.
      await grid.getByRole("button", { name: "Country" }).click()
      await until(async () => expect(page.url()).toContain("sort=Country"))
      await it.settled(page)
      expect(await it.violations(page, isCards ? "all" : "not colours")).toEqual([])
      await page.goto(`${it.url}/#/${world}/people`)
      await it.settled(page)
      const person = page.getByRole("grid").getByRole("row", { name: /Jonas Berg/ })
      const parts = await isInView(await person.getByRole("gridcell").all())
      expect(new Set(parts.map((box) => Math.round((box?.y ?? 0) / 10))).size).toBe(isCards ? 3 : 1)
      expect(await it.violations(page, isCards ? "all" : "not colours")).toEqual([])
      await page.goto(`${it.url}/#/${world}/worlds`)
      await it.settled(page)
      const row = page.getByRole("table").first().getByRole("row").filter({ hasText: world })
      await isInView(await row.getByRole("cell").all())
      expect(((await row.boundingBox())?.height ?? 0) > 90).toBe(isCards)
      expect(await it.violations(page, isCards ? "all" : "not colours")).toEqual([])
      await it.done(page)
    })

    test("the demo has Japanese names", async () => {
      const it = desk()
      const world = await it.world("names")
      const { body } = await it.api(world, MINA, "POST", `${ORDERS}/items/search`, {
        conditions: [{ id: "Status", search_value: ["Shipped"] }],
        per_page: 1,
        page: 1,
      })
      const [{ i_id }] = JSON.parse(body).items
      const page = await it.open(`#/${world}/data/ORDERS/Orders/${i_id}?as=${MINA}`, { locale: "ja" })
      await page
        .getByRole("button", { name: /入金確認/ })
        .first()
        .waitFor()
      await page.getByText("納品日", { exact: true }).first().waitFor()
      await page.getByText("発送済").first().waitFor()
      const sees = page.getByRole("table").getByText(/ロール「.+」を持っています|メンバーです|ADMIN|公開/)
      await sees.first().waitFor()
      // Names stand in reasons, and rules are in Japanese.
      await it.api(world, MINA, "POST", "/applications/ORDERS/datastores/OrderLines/items/new", {
        item: { Quantity: 0 },
        use_display_id: true,
      })
      await page.goto(`${it.url}/#/${world}/requests`)
      await page.getByText("「数量」の値が正しくありません: 1 以上の値を入力してください").first().waitFor()
      await it.api(world, MINA, "POST", `${ORDERS}/items/search`, { per_page: "many" })
      await page.getByText("「body.per_page」には 数値 を指定してください（受信した値: 文字列）").first().waitFor()
      await it.narrow(page)
      await page.getByText("「数量」の値が正しくありません: 1 以上の値を入力してください").first().waitFor()
      await it.done(page)
    })

    test.each([
      [400, true],
      [1400, false],
    ])("of refused requests and linked items have all columns in view, too, at %i", async (width, isNarrow) => {
      const it = desk()
      const world = await it.world("views")
      await it.api(world, MINA, "POST", `${ORDERS}/items/search`, { per_page: "many" })
      const { body } = await it.api(world, MINA, "POST", `${ORDERS}/items/search`, { per_page: 1, page: 1 })
      const [{ i_id }] = JSON.parse(body).items
      const page = await it.open(`#/${world}`, { width })
      const isInView = async (parts: readonly Locator[]) => {
        const boxes = await Promise.all(parts.map((part) => part.boundingBox()))
        for (const box of boxes) expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
        return boxes
      }
      const [refused] = await page.getByRole("link", { name: /ItemList.*per_page/ }).all()
      const [, operation, reason, time] = await isInView((await refused?.locator("> *").all()) ?? [])
      expect((reason?.y ?? 0) > (operation?.y ?? 0) + 10).toBe(isNarrow)
      expect(Math.abs((time?.y ?? 0) - (operation?.y ?? 0))).toBeLessThan(10)
      expect(reason?.width ?? 0).toBeGreaterThan(isNarrow ? 250 : 100)
      await page.goto(`${it.url}/#/${world}/data/ORDERS/Orders/${i_id}?as=${MINA}`)
      await it.settled(page)
      // An address without user code is the user who has it.
      expect(await page.getByRole("combobox", { name: "View as" }).evaluate((it) => it.textContent)).toContain(
        "Mina Sato",
      )
      const customers = page.getByRole("region", { name: "Customers" }).getByRole("row").nth(1)
      const cells = await customers.locator("th, td").all()
      expect(cells.length).toBeGreaterThan(4)
      if (isNarrow) await isInView(cells)
      const first = await cells[0]?.boundingBox()
      const last = await cells.at(-1)?.boundingBox()
      expect((last?.y ?? 0) > (first?.y ?? 0) + 50).toBe(isNarrow)
      expect(await it.violations(page, isNarrow ? "all" : "not colours")).toEqual([])
      await it.done(page)
    })

    test("changes are in Japanese", async () => {
      const it = desk()
      const world = await it.world("changes")
      await it.api(world, null, "POST", "/users/password/forgot", { email: MINA })
      const page = await it.open(`#/${world}/requests`, { locale: "ja" })
      await page.getByText(`${MINA} にメール（パスワード再設定）を送信`).first().waitFor()
      await it.narrow(page)
      await page.getByText(`${MINA} にメール（パスワード再設定）を送信`).first().waitFor()
      await it.done(page)
    })
  })
}
