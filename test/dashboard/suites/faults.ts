import { describe, expect, test } from "vitest"
import type { Desk } from "../desk.ts"

const MINA = "mina@hikari.example"
const OTHER_USER = "jonas@hikari.example"
const NEW_CUSTOMER = "/applications/ORDERS/datastores/Customers/items/new"

export function ofFaults(desk: () => Desk): void {
  describe("faults", () => {
    test("a fault is planned from the contract, used, and removed", async () => {
      const it = desk()
      const world = await it.world("fault")
      const page = await it.open(`#/${world}/faults?operation=GetUserInfo`)
      await page.getByLabel("Effect").selectOption({ label: "Return a status" })
      await page.getByLabel("Status", { exact: true }).fill("503")
      await page.getByLabel("Number of times").fill("2")
      await page.getByRole("button", { name: "Add a fault" }).click()
      await page.getByText("2 of 2 uses left").waitFor()
      expect((await it.api(world, "mina@hikari.example", "GET", "/userinfo")).status).toBe(503)
      await page.getByText("1 of 2 uses left").waitFor()
      await page.getByRole("button", { name: "Remove the fault for GetUserInfo" }).click()
      await page.getByText("No planned faults.").waitFor()
      expect((await it.ask("GET /worlds/:w/faults", { w: world })).faults).toEqual([])
      await it.done(page)
    })

    test("a fault acts only on requests that meet all its conditions, and sets headers", async () => {
      const it = desk()
      const world = await it.world("match")
      const page = await it.open(`#/${world}/faults?operation=CreateItem`)
      await page.getByLabel("Status", { exact: true }).fill("503")
      await page.getByText("Conditions and headers").click()
      await page.getByLabel("User (optional)").fill(MINA)
      await page.getByLabel(/^Path, with/).fill("/api/v0/*/Customers/*")
      await page.getByLabel(/^Query parameters/).fill('{"from": ')
      await page.getByLabel(/^Members of the body/).fill('{"item": {"Name": "Late"}}')
      await page.getByLabel("From request number").fill("2")
      await page.getByLabel(/^Response headers/).fill('{"Retry-After": "7"}')
      const add = page.getByRole("button", { name: "Add a fault" })
      await add.click()
      await page.getByText("Enter valid JSON.").waitFor()
      expect((await it.ask("GET /worlds/:w/faults", { w: world })).faults).toEqual([])
      await page.getByLabel(/^Query parameters/).fill('{"from": "form"}')
      await add.click()
      await page.getByText("1 of 1 uses left").waitFor()
      expect(await it.violations(page)).toEqual([])
      const create = async (user = MINA, query = "?from=form", Name = "Late", path = NEW_CUSTOMER) =>
        it.api(world, user, "POST", path + query, { item: { Name } })
      const others = [
        await create(),
        await create(OTHER_USER),
        await create(MINA, "?from=elsewhere"),
        await create(MINA, "?from=form", "Early"),
        await create(MINA, "?from=form", "Late", NEW_CUSTOMER.replace("Customers", "Products")),
      ]
      expect(others.map(({ status }) => status)).not.toContain(503)
      const { status, headers } = await create()
      expect([status, headers.get("retry-after")]).toEqual([503, "7"])
      await page.getByText("used up").waitFor()
      expect((await create()).status).not.toBe(503)
      await it.done(page)
    })

    test("a fault with a probability acts on some requests", async () => {
      const it = desk()
      const world = await it.world("chance")
      const page = await it.open(`#/${world}/faults?operation=GetUserInfo`)
      await page.getByLabel("Number of times").fill("100")
      await page.getByText("Conditions and headers").click()
      await page.getByLabel("Probability").fill("0.5")
      await page.getByRole("button", { name: "Add a fault" }).click()
      await page.getByText("100 of 100 uses left").waitFor()
      const statuses = new Set<number>()
      for (let sent = 0; sent < 20; sent++) statuses.add((await it.api(world, MINA, "GET", "/userinfo")).status)
      expect([...statuses].sort()).toEqual([200, 500])
      await it.done(page)
    })

    test("a delay with a random part is planned, and delays the response", async () => {
      const it = desk()
      const world = await it.world("jitter")
      const page = await it.open(`#/${world}/faults?operation=GetUserInfo`)
      await page.getByLabel("Effect").selectOption({ label: "Delay the response" })
      await page.getByLabel("Delay in milliseconds", { exact: true }).fill("300")
      await page.getByLabel(/^Random additional delay/).fill("200")
      await page.getByRole("button", { name: "Add a fault" }).click()
      await page.getByText("Random additional delay in milliseconds, at most: 200 ms").waitFor()
      const began = performance.now()
      expect((await it.api(world, MINA, "GET", "/userinfo")).status).toBe(200)
      expect(performance.now() - began).toBeGreaterThan(299)
      await page.getByText("used up").waitFor()
      const { faults } = await it.ask("GET /worlds/:w/faults", { w: world })
      expect(faults).toMatchObject([{ delay_ms: 300, jitter_ms: 200, left: 0 }])
      await it.done(page)
    })

    test("a limit counts each user's requests in an interval of the world's clock", async () => {
      const it = desk()
      const world = await it.world("rate")
      const page = await it.open(`#/${world}/faults?operation=GetUserInfo`)
      await page.getByLabel("Effect").selectOption({ label: "Limit the number of requests" })
      await page.getByLabel("Requests allowed per interval").fill("2")
      await page.getByLabel(/^Interval in milliseconds/).fill("30000")
      await page.getByLabel("Count the requests of each user").check()
      await page.getByRole("button", { name: "Add a fault" }).click()
      await page.getByText("2 requests per 30000 ms and user").waitFor()
      const ask = async (user: string) => it.api(world, user, "GET", "/userinfo")
      const [first, second, third] = [await ask(MINA), await ask(MINA), await ask(MINA)]
      expect([first.status, second.status, third.status]).toEqual([200, 200, 429])
      expect(third.headers.get("retry-after")).toBe("30")
      expect((await ask(OTHER_USER)).status).toBe(200)
      await it.send("POST", `/worlds/${world}/clock`, { advance: "30s" })
      expect((await ask(MINA)).status).toBe(200)
      await it.done(page)
    })
  })
}
