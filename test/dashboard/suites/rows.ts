import { describe, expect, test } from "vitest"
import { until } from "../../until.ts"
import type { Desk } from "../desk.ts"

const MINA = "mina@hikari.example"
const CUSTOMERS = "/applications/ORDERS/datastores/Customers"
const ORDERS = "/applications/ORDERS/datastores/Orders"

export function ofRows(desk: () => Desk): void {
  describe("rows of requests", () => {
    test("say what they are about, and the main change first; counters are folded", async () => {
      const it = desk()
      const world = await it.world("about")
      const { body } = await it.api(world, MINA, "POST", `${CUSTOMERS}/items/search`, { per_page: 1, page: 1 })
      const [{ i_id: Customer }] = JSON.parse(body).items
      const made = await it.api(world, MINA, "POST", `${ORDERS}/items/new`, {
        item: { Customer },
        use_display_id: true,
        return_item_result: true,
      })
      expect(made.status, made.body).toBe(200)
      const { item_id, item } = JSON.parse(made.body)
      const { requests } = await it.ask("GET /worlds/:w/requests", { w: world })
      // The log has the counter before the item.
      expect(requests.at(-1)?.effects[0]).toContain("auto number")
      expect(requests.at(-1)?.counts).toMatchObject({ items: 1 })
      const page = await it.open(`#/${world}/requests`)
      const row = page.getByRole("row", { name: /CreateItem/ })
      expect(await row.innerText()).toContain(`${item.title} created in Orders`)
      expect(await row.innerText()).toContain(`Orders / ${item.title}`)
      expect(await row.innerText()).not.toContain("auto number")
      expect(await it.violations(page)).toEqual([])
      await it.narrow(page)
      expect(await it.violations(page, "not colours")).toEqual([])
      await row.click()
      const detail = page.getByRole("region", { name: "Selected request" })
      await detail.getByText(`${item.title} created in Orders`).first().waitFor()
      const counter = detail.getByText(/^auto number /).first()
      expect(await counter.isVisible()).toBe(false)
      await detail.getByText(/counters? (?:and|or) other records?/).click()
      expect(await counter.isVisible()).toBe(true)
      expect(await it.violations(page)).toEqual([])
      // A request for an item has a link to it.
      await it.api(world, MINA, "GET", `${ORDERS}/items/details/${item_id}`)
      await page.goto(`${it.url}/#/${world}/requests/3`)
      await detail
        .getByText("Order management / Orders", { exact: false })
        .or(detail.getByText(/ \/ Orders \/ /))
        .first()
        .waitFor()
      await detail.getByRole("link", { name: item_id }).click()
      await until(async () => expect(page.url()).toContain(`/data/ORDERS/Orders/${item_id}`))
      await it.done(page)
    })

    test("days are separated in the mails and in the lists of times, too", async () => {
      const it = desk()
      const world = await it.world("days")
      const forgot = () => it.api(world, null, "POST", "/users/password/forgot", { email: MINA })
      await forgot()
      const { now } = await it.ask("GET /worlds/:w/clock", { w: world })
      await it.send("POST", `/worlds/${world}/clock`, { advance: "1d" })
      await forgot()
      // Other mails of a day may fill the window, which shows only some rows.
      const page = await it.open(`#/${world}/mails?kind=password`)
      const grid = page.getByRole("grid")
      const day = grid.getByRole("row", { name: now.slice(0, 10), exact: true })
      await day.waitFor()
      const texts = await grid.getByRole("row").allInnerTexts()
      const at = texts.findIndex((text) => text.trim() === now.slice(0, 10))
      expect(texts[at - 1]).not.toContain(now.slice(0, 10))
      expect(texts[at + 1]).toContain(now.slice(0, 10))
      await day.click()
      expect(page.url()).toMatch(/mails\?kind=password$/)
      expect(await it.violations(page)).toEqual([])
      await it.narrow(page)
      expect(await it.violations(page, "not colours")).toEqual([])
      const { upcoming } = await it.ask("GET /worlds/:w/schedule", { w: world })
      const days = [...new Set(upcoming.map((event) => event.at.slice(0, 10)))]
      expect(days.length).toBeGreaterThan(1)
      await page.goto(`${it.url}/#/${world}/time`)
      await it.settled(page)
      const due = page.getByRole("region", { name: "Upcoming events" })
      expect(await due.locator("li.day").allInnerTexts()).toEqual(days.slice(1))
      const timeline = page.getByRole("region", { name: "Timeline" })
      await timeline.getByText("Show as a list").click()
      expect(await timeline.locator("li.day").count()).toBeGreaterThan(0)
      expect(await timeline.locator("line.day").count()).toBeGreaterThan(0)
      expect(await it.violations(page)).toEqual([])
      await it.done(page)
    })

    test("count what a request wrote, and separate the days", async () => {
      const it = desk()
      const world = await it.world("days")
      const { body } = await it.api(world, MINA, "POST", `${ORDERS}/items/search`, {
        conditions: [{ id: "Status", search_value: ["Draft"] }],
        per_page: 1,
        page: 1,
      })
      const [{ i_id }] = JSON.parse(body).items
      const before = await it.ask("GET /worlds/:w/clock", { w: world })
      // A minute after midnight, little has run on the new day, so that the separator is in view.
      const nextDay = new Date(Date.parse(before.now) + 86_400_000).toISOString().slice(0, 10)
      await it.send("POST", `/worlds/${world}/clock`, { to: `${nextDay}T00:01:00Z` })
      const nudged = await it.api(world, MINA, "POST", `${ORDERS}/items/action/${i_id}/Nudge`, {
        is_force_update: true,
      })
      expect(nudged.status, nudged.body).toBe(200)
      const { requests } = await it.ask("GET /worlds/:w/requests", { w: world })
      const { mails = 0 } = requests.at(-1)?.counts ?? {}
      expect(mails).toBeGreaterThan(1)
      const page = await it.open(`#/${world}/requests`)
      const grid = page.getByRole("treegrid")
      const row = grid.getByRole("row", { name: /ExecuteAction/ })
      expect(await row.innerText()).toContain(`(1 item, ${mails} mails)`)
      const day = grid.getByRole("row", { name: before.now.slice(0, 10), exact: true })
      await day.waitFor()
      // The separator is below the action of the next day, and opens nothing.
      const texts = await grid.getByRole("row").allInnerTexts()
      const at = (text: string) => texts.findIndex((one) => one.includes(text))
      expect(at("ExecuteAction")).toBeLessThan(at(before.now.slice(0, 10)))
      // The requests and events of the day before follow.
      expect(texts.length).toBeGreaterThan(at(before.now.slice(0, 10)) + 1)
      await it.narrow(page)
      await day.click()
      expect(page.url()).toMatch(/requests$/)
      expect(await it.violations(page)).toEqual([])
      await it.done(page)
    })
  })
}
