import { describe, expect, test } from "vitest"
import { until } from "../../until.ts"
import type { Desk } from "../desk.ts"

export function troubles(desk: () => Desk): void {
  describe("trouble", () => {
    test("an address of what is not there says so, and leads on", async () => {
      const it = desk()
      const page = await it.blank()
      for (const [place, text] of [
        ["#/main/nowhere", "View “nowhere” does not exist."],
        ["#/nobody/requests", "World “nobody” does not exist."],
        ["#/main/requests/99999", "Request 99999 is not in the log"],
        ["#/main/mails/none", "Mail none is not in the mailbox"],
        ["#/main/data/ORDERS/Nothing", "Datastore “Nothing” does not exist."],
        ["#/main/data/ORDERS/Orders/0123456789abcdef01234567", "can't see the item 0123456789abcdef01234567"],
        ["#/main/people/nobody", "User nobody does not exist."],
        ["#/main/schema/ORDERS/Nothing", "Datastore “Nothing” does not exist."],
        ["#/main/console/nothing", "Operation “nothing” does not exist."],
        ["#/main/__proto__", "View “__proto__” does not exist."],
        ["#/%E0%A4%A/%", "View “%” does not exist."],
      ] as const) {
        await page.goto(`${it.url}/${place}`)
        await page.getByText(text).first().waitFor()
      }
      await it.done(page)
    })

    test("a world that is deleted under one's feet is told of, and others are offered", async () => {
      const it = desk()
      const world = await it.world("gone")
      const page = await it.open(`#/${world}/data/ORDERS/Orders`)
      await it.send("DELETE", `/worlds/${world}`)
      await page.getByText(`World “${world}” does not exist.`).waitFor()
      await page.getByRole("link", { name: "Show all worlds" }).click()
      await page.getByRole("heading", { name: "Worlds" }).waitFor()
      await it.done(page)
    })

    test("a dialog whose world another client deletes goes with it, and the keyboard is on the page that says so", async () => {
      const it = desk()
      const world = await it.world("under")
      const page = await it.open(`#/${world}/data/ORDERS/Customers`)
      await page.getByRole("button", { name: "New item" }).click()
      const dialog = page.getByRole("dialog")
      await dialog.getByLabel(/^Name/).fill("Nordlicht Kaffee")
      await it.send("DELETE", `/worlds/${world}`)
      await page.getByText(`World “${world}” does not exist.`).waitFor()
      expect(await dialog.count()).toBe(0)
      await until(async () => expect(await page.evaluate("document.activeElement.localName")).toBe("h1"))
      expect(await it.violations(page)).toEqual([])
      await page.keyboard.press("Tab")
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: "Worlds" }).waitFor()
      await it.done(page)
    })

    test("a server that takes long is waited for: the page says so, is usable, and late answers are for nobody", async () => {
      const it = desk()
      const world = await it.world("slow")
      await it.api(world, null, "GET", "/userinfo")
      const page = await it.open(`#/${world}`)
      const held: (() => void)[] = []
      await page.route(/\/(?:items\/search|requests\/1)(?:\?|$)/, async (route) => {
        await new Promise<void>((release) => held.push(release))
        await route.continue().catch(() => {})
      })
      await page.goto(`${it.url}/#/${world}/data/ORDERS/Customers`)
      await until(async () => expect(held).toHaveLength(1))
      await page.locator("main").getByRole("status").getByText("Loading").waitFor()
      // Another datastore is selected in the meantime. Its response arrives first, and the first datastore's response too late.
      await page.goto(`${it.url}/#/${world}/data/ORDERS/Products`)
      await until(async () => expect(held).toHaveLength(2))
      held[1]?.()
      const grid = page.getByRole("grid")
      await grid
        .getByRole("row", { name: /HC-|SKU|kg/ })
        .first()
        .waitFor()
      const shown = await grid.innerText()
      held[0]?.()
      await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
      expect(await grid.innerText()).toBe(shown)
      await page.goto(`${it.url}/#/${world}/requests/1`)
      await until(async () => expect(held).toHaveLength(3))
      const entry = page.getByRole("region", { name: "Selected request" })
      await entry.getByRole("status").getByText("Loading").waitFor()
      await page.getByLabel("Search text or record ID").fill("userinfo")
      await until(async () => expect(page.url()).toContain("text=userinfo"))
      await page.locator("nav").first().getByRole("link", { name: "Worlds" }).click()
      await page.getByRole("heading", { name: "Worlds", exact: true, level: 1 }).waitFor()
      for (const release of held) release()
      await page.unrouteAll({ behavior: "wait" })
      await it.done(page)
    })

    test("a server that goes away is told of, and the page comes back with it", async () => {
      const it = await desk().elsewhere()
      const world = await it.world("away")
      const page = await it.open(`#/${world}/requests`)
      await it.stopServer()
      await page.getByText("The server does not respond.").first().waitFor()
      await it.startAgain()
      await it.send("POST", "/worlds", { name: world })
      await page.getByText("No requests yet").waitFor()
      await it.api(world, "mina@hikari.example", "GET", "/workspaces")
      await page.getByRole("gridcell", { name: "GetWorkspaces" }).waitFor()
      await page.close()
      await it.stopServer()
    })

    test("where no stream can be had, what happens is asked for", async () => {
      const it = desk()
      const world = await it.world("polled")
      const page = await it.blank()
      await page.addInitScript("delete window.SharedWorker; delete window.EventSource")
      const asked = page.waitForRequest(/event-log/)
      await page.goto(`${it.url}/#/${world}/requests`)
      await asked
      await page.getByText("No requests yet").waitFor()
      await it.api(world, "mina@hikari.example", "GET", "/workspaces")
      await page.getByRole("gridcell", { name: "GetWorkspaces" }).waitFor()
      await it.done(page, { keeps: false })
    })

    test("tabs share one stream of events", async () => {
      const it = desk()
      const world = await it.world("tabs")
      const first = await it.open(`#/${world}/requests`)
      const pages = [first, await it.open(`#/${world}/requests`, { beside: first })]
      await it.api(world, "mina@hikari.example", "GET", "/workspaces")
      for (const page of pages) await page.getByRole("gridcell", { name: "GetWorkspaces" }).waitFor()
      await it.done(first, { keeps: false })
    })
  })
}
