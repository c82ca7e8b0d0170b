import { describe, expect, test } from "vitest"
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
      expect(await it.violations(page)).toEqual([])
      await page.goto(`${it.url}/#/${world}/requests`)
      await it.settled(page)
      await inView("treegrid", ["400", "ItemList", "Orders", "mina@hikari"])
      expect(await it.violations(page)).toEqual([])
      await page.getByRole("row", { name: /ItemList/ }).focus()
      await page.keyboard.press("ArrowDown")
      await page.keyboard.press("Enter")
      await page
        .getByRole("region", { name: "Selected request" })
        .getByRole("heading", { name: /ForgotPassword/ })
        .waitFor()
      await it.done(page)
    })

    test.each([1400, 400])("changes are in Japanese, at %i", async (width) => {
      const it = desk()
      const world = await it.world("changes")
      await it.api(world, null, "POST", "/users/password/forgot", { email: MINA })
      const page = await it.open(`#/${world}/requests`, { width, locale: "ja" })
      await page.getByText(`${MINA} にメール（password）を送信`).first().waitFor()
      await it.done(page)
    })
  })
}
