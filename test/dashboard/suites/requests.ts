import type { Locator } from "playwright-core"
import { describe, expect, test } from "vitest"
import { until } from "../../until.ts"
import type { Desk } from "../desk.ts"

const MINA = "mina@hikari.example"
const ORDERS = "/applications/ORDERS/datastores/Orders"

/** Returns whether the whole element is in the window. */
async function isInView(element: Locator): Promise<boolean> {
  const box = await element.boundingBox()
  const size = element.page().viewportSize()
  if (box === null || size === null) return false
  return box.x >= 0 && box.y >= 0 && box.x + box.width <= size.width && box.y + box.height <= size.height
}

export function ofRequests(desk: () => Desk): void {
  describe("refused requests", () => {
    const CAUSE = "Ship runs from status Roasting, the item is Confirmed"

    /** Runs an action that the item's status does not offer. */
    const refuse = async (it: Desk, world: string): Promise<void> => {
      const { body } = await it.api(world, MINA, "POST", `${ORDERS}/items/search`, {
        conditions: [{ id: "Status", search_value: ["Confirmed"] }],
        per_page: 1,
        page: 1,
      })
      const [{ i_id, rev_no }] = JSON.parse(body).items
      const { status } = await it.api(world, MINA, "POST", `${ORDERS}/items/action/${i_id}/Ship`, {
        rev_no: Number(rev_no),
      })
      expect(status).toBe(403)
    }

    test("say the reason first, in words, with a link to the rule", async () => {
      const it = desk()
      const world = await it.world("reason")
      await refuse(it, world)
      await it.api(world, MINA, "POST", `${ORDERS}/items/search`, { per_page: "many" })
      const page = await it.open(`#/${world}/requests`)
      const row = page.getByRole("row", { name: /ExecuteAction/ })
      expect(await row.innerText()).toContain(CAUSE)
      await row.click()
      const detail = page.getByRole("region", { name: "Selected request" })
      const reason = detail.getByRole("region", { name: "Reason" })
      await reason.getByText(CAUSE).waitFor()
      // The reason is above everything else of the request, and in view.
      expect(await detail.locator(".detail-body > *").first().getAttribute("aria-label")).toBe("Reason")
      expect(await isInView(reason)).toBe(true)
      const rule = reason.getByRole("link", { name: "Rule: model.md section 6" })
      expect(await rule.getAttribute("href")).toMatch(/\/docs\/reference\/model\.md#section-6$/)
      expect(await it.violations(page)).toEqual([])
      // The reason keeps its column beside the open request.
      const cell = row.getByText(CAUSE)
      expect(await isInView(cell)).toBe(true)
      expect((await cell.boundingBox())?.width).toBeGreaterThan(120)
      await it.narrow(page)
      expect(await isInView(reason)).toBe(true)
      expect(await it.violations(page, "not colours")).toEqual([])
      // A refusal whose text names the fault has the text of the response and a link to its code.
      await page.goto(`${it.url}/#/${world}/requests/3`)
      await reason.getByRole("link", { name: "Rule: INVALID_PARAMS" }).waitFor()
      await it.narrow(page)
      await it.done(page)
    })

    test("explain themselves by keyboard, and have a way that works", async () => {
      const it = desk()
      const world = await it.world("ways")
      await refuse(it, world)
      const page = await it.open(`#/${world}/requests/2`)
      const detail = page.getByRole("region", { name: "Selected request" })
      await detail.getByText("Explain the refusal, and find a way that works").focus()
      await page.keyboard.press("Enter")
      const steps = detail.getByRole("list", { name: "Steps of the request" })
      await steps.getByText(CAUSE).waitFor()
      const ways = detail.getByRole("list", { name: "Ways that work" })
      await until(async () => expect(await ways.getByRole("button").count()).toBeGreaterThan(0))
      expect(await it.violations(page)).toEqual([])
      await it.narrow(page)
      expect(await it.violations(page, "not colours")).toEqual([])
      await ways.getByRole("button").first().focus()
      await page.keyboard.press("Enter")
      await ways.getByText("200", { exact: true }).waitFor()
      await it.narrow(page)
      const inJapanese = await it.open(`#/${world}/requests/2`, { locale: "ja" })
      await inJapanese.getByText("拒否の理由と、成功する方法を調べる").click()
      const first = inJapanese.getByRole("list", { name: "成功する方法" }).getByRole("listitem").first()
      await until(async () => expect(await first.innerText()).toMatch(/[ぁ-ん]/))
      await it.done(inJapanese)
      await it.done(page)
    })

    test("are found by their reason, and 'Show all' of the overview filters them", async () => {
      const it = desk()
      const world = await it.world("refusals")
      await refuse(it, world)
      const page = await it.open(`#/${world}/overview`)
      const latest = page.getByRole("region", { name: "Latest refused requests" })
      expect(await latest.innerText()).toContain("ExecuteAction")
      await latest.getByText(CAUSE).waitFor()
      expect(await it.violations(page)).toEqual([])
      await it.narrow(page)
      expect(await it.violations(page, "not colours")).toEqual([])
      await latest.getByRole("link", { name: /^Show all/ }).click()
      await it.settled(page)
      expect(page.url()).toContain("outcome=refused")
      const rows = page.getByRole("treegrid").getByRole("row")
      await until(async () => expect(await rows.count()).toBe(2))
      await page.getByLabel("Status").selectOption("")
      await until(async () => expect(await rows.count()).toBe(3))
      await page.getByLabel("Search text or record ID").fill("from status Roasting")
      await until(async () => expect(await rows.count()).toBe(2))
      await it.done(page)
    })

    test("that the dashboard sent say the reason, too, in Japanese as well", async () => {
      const it = desk()
      const world = await it.world("sent")
      await refuse(it, world)
      const page = await it.open(`#/${world}/requests/2`, { locale: "ja" })
      const JAPANESE = "アクション「発送」を実行できるステータス: 焙煎中、アイテムのステータス: 確定"
      await page.getByRole("region", { name: "理由" }).getByText(JAPANESE).waitFor()
      await page.getByRole("button", { name: "再送信" }).click()
      await page.getByRole("button", { name: "送信", exact: true }).click()
      await page.getByRole("dialog").getByText(JAPANESE).waitFor()
      expect(await it.violations(page)).toEqual([])
      await it.narrow(page)
      await it.done(page)
    })
  })

  describe("requests", () => {
    test("the list is the log's, live, filtered by address, and reached by keyboard", async () => {
      const it = desk()
      const world = await it.world("log")
      await it.api(world, MINA, "POST", `${ORDERS}/items/search`, {})
      await it.api(world, null, "GET", "/userinfo")
      const page = await it.open(`#/${world}/requests`)
      const grid = page.getByRole("treegrid")
      const rows = grid.getByRole("row")
      const { requests } = await it.ask("GET /worlds/:w/requests", { w: world })
      await until(async () => expect(await rows.count()).toBe(requests.length + 1))
      expect(await rows.nth(1).innerText()).toContain("401")
      await it.api(world, MINA, "GET", "/workspaces")
      await until(async () => expect(await rows.nth(1).innerText()).toContain("GetWorkspaces"))
      await page.getByLabel("Status").selectOption("refused")
      await until(async () => expect(await rows.count()).toBe(2))
      expect(page.url()).toContain("outcome=refused")
      await rows.nth(1).focus()
      await page.keyboard.press("Enter")
      const detail = page.getByRole("region", { name: "Selected request" })
      await until(async () => expect(await detail.innerText()).toContain("/api/v0/userinfo"))
      expect(await it.violations(page)).toEqual([])
      await it.done(page)
    })

    test("what a script asked for is folded beneath its request, also by keyboard; the script tells its runs", async () => {
      const it = desk()
      const world = await it.world("fold")
      const { body } = await it.api(world, MINA, "POST", `${ORDERS}/items/search`, {
        conditions: [{ id: "Status", search_value: ["Roasting"] }],
        per_page: 1,
        page: 1,
      })
      const [{ i_id, rev_no, title }] = JSON.parse(body).items
      const shipped = await it.api(world, MINA, "POST", `${ORDERS}/items/action/${i_id}/Ship`, {
        rev_no: Number(rev_no),
      })
      expect(shipped.status).toBe(200)
      const page = await it.open(`#/${world}/requests`)
      const tree = page.getByRole("treegrid")
      const rows = tree.getByRole("row")
      const ship = tree.getByRole("row", { name: /ExecuteAction/ })
      const called = tree.getByRole("row", { name: /↳ ItemList/ })
      await tree.getByRole("button", { name: "Show 1 follow-up request", exact: true }).waitFor()
      // The list contains the search and the action, but not the script's requests.
      expect(await rows.count()).toBe(3)
      expect(await called.count()).toBe(0)
      await ship.focus()
      expect(await ship.getAttribute("aria-expanded")).toBe("false")
      await page.keyboard.press("ArrowRight")
      await called.waitFor()
      expect(await called.getAttribute("aria-level")).toBe("2")
      await page.keyboard.press("ArrowRight")
      await page.keyboard.press("Enter")
      const detail = page.getByRole("region", { name: "Selected request" })
      await detail.getByText("Caused by").waitFor()
      expect(await it.violations(page)).toEqual([])
      await called.focus()
      await page.keyboard.press("ArrowLeft")
      await until(async () => expect(await page.evaluate("document.activeElement.ariaExpanded")).toBe("true"))
      await page.keyboard.press("ArrowLeft")
      await until(async () => expect(await called.count()).toBe(0))
      // A link to the request opens it expanded, and so does a filter for its trace.
      await page.reload()
      await called.waitFor()
      await detail.getByRole("link", { name: "Whole trace" }).click()
      await until(async () => expect(await rows.count()).toBe(3))
      await tree.getByRole("button", { name: "Hide 1 follow-up request", exact: true }).click()
      await until(async () => expect(await rows.count()).toBe(2))
      await page.getByRole("search").getByRole("link", { name: "Whole trace" }).click()
      await until(async () => expect(await rows.count()).toBe(3))

      await page.goto(`${it.url}/#/${world}/schema/ORDERS/Orders`)
      const scripts = page.getByRole("region", { name: "Scripts" }).getByRole("listitem")
      const script = scripts.filter({ hasText: "Ship post script" })
      await script.getByText("Ship post script").click()
      const runs = script.getByRole("region", { name: "Latest runs" })
      await runs.getByText(`${title} is the`).waitFor()
      expect(await it.violations(page)).toEqual([])
      await runs.getByRole("link", { name: /^Request \d+$/ }).click()
      await detail.getByRole("heading", { name: "ExecuteAction" }).waitFor()
      await it.done(page)
    })

    test("send again, as somebody else and edited, is an ordinary request", async () => {
      const it = desk()
      const world = await it.world("again")
      await it.api(world, MINA, "POST", `${ORDERS}/items/search`, { per_page: 1 })
      const page = await it.open(`#/${world}/requests/1`)
      await page.getByRole("button", { name: "Send again" }).click()
      await page.getByLabel("Send as", { exact: true }).selectOption({ label: "Noor Haddad · noor@hikari.example" })
      await page.getByLabel("Body", { exact: true }).fill("{")
      await page.getByRole("button", { name: "Send", exact: true }).click()
      await page.getByText("Enter valid JSON.").waitFor()
      await page.getByLabel("Body", { exact: true }).fill('{"per_page":2,"page":1}')
      await page.getByRole("button", { name: "Send", exact: true }).click()
      await page.getByRole("status").getByText("200", { exact: true }).waitFor()
      const { requests } = await it.ask("GET /worlds/:w/requests", { w: world })
      expect(requests.at(-1)).toMatchObject({ operation: "ItemList", request: { per_page: 2, page: 1 } })
      expect(requests.at(-1)?.user).toContain("noor@hikari.example")
      await it.done(page)
    })

    test("copied as curl it carries no token; it is copied as a call of the client and as a test, too", async () => {
      const it = desk()
      const world = await it.world("curl")
      await it.api(world, MINA, "GET", "/workspaces")
      const page = await it.open(`#/${world}/requests/1`)
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
      await page.getByRole("button", { name: "Copy as curl" }).click()
      await page.getByText("Copied").first().waitFor()
      const copied = await page.evaluate<string>("navigator.clipboard.readText()")
      expect(copied).toContain(`"Authorization: Bearer $TOKEN" '${it.url}/w/${world}/api/v0/workspaces'`)
      expect(copied).toContain("TOKEN=$(")
      expect(copied).not.toContain("eyJ")
      for (const [name, told] of [
        ["Copy as client call", /^await client\.getWorkspaces\(\)$/],
        ["Copy as test", /test\("GetWorkspaces answers 200"/],
      ] as const) {
        await page.getByRole("button", { name }).click()
        await until(async () => expect(await page.evaluate<string>("navigator.clipboard.readText()")).toMatch(told))
      }
      // A call in natural form is copied as a call. It can't be sent again as a path of the API.
      await it.send("POST", `/worlds/${world}/call`, { operation: "getGroup", as: MINA, input: {} })
      await page.goto(`${it.url}/#/${world}/requests/2`)
      await page.getByText("_hexarium").first().waitFor()
      for (const [name, told] of [
        ["Copy as client call", `await control.as("${MINA}").getGroup({})`],
        ["Copy as test", 'import { createControl } from "hexarium/control"'],
      ] as const) {
        await page.getByRole("button", { name }).click()
        await until(async () => expect(await page.evaluate<string>("navigator.clipboard.readText()")).toContain(told))
      }
      expect(await page.getByRole("button", { name: "Send again" }).count()).toBe(0)
      await it.done(page, { keeps: false })
    })
  })
}
