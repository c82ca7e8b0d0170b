import { readFileSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { type Browser, chromium, type Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { CHROMIUM, hasChromium } from "../dashboard/chromium.ts"
import { PATIENCE_MS, until } from "../until.ts"
import { SHOP, useViteProject } from "../vite/vite-project.ts"

/** docs/how-to/vite.md, "The toolbar". */

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const SCRIPT = readFileSync(new URL("../../dist/ui/toolbar.js", import.meta.url))

const TWO_USERS = SHOP.replace(
  "token: ada-token }",
  "token: ada-token }, { email: bob@shop.test, username: Bob, password: correct-horse-2 }",
).replace("members: [ada@shop.test]", "members: [ada@shop.test, bob@shop.test]")

/** An app that shows its user, and asks for an unknown item when its button is pressed. */
const PAGE = `<!doctype html><html lang="en"><title>App</title>
<style>button, select, p { all: unset; position: absolute; left: -500px } hexarium-toolbar { display: none }</style>
<p id="user"></p><button>Ask</button>
<script type="module">
  const headers = { authorization: "Bearer ada-token" }
  addEventListener("keydown", ({ key }) => document.title += key)
  document.querySelector("button").onclick = () => fetch("/api/v0/applications/SHOP/datastores/Orders/items/details/none", { headers })
  const answer = await fetch("/api/v0/userinfo", { headers })
  document.querySelector("#user").textContent = (await answer.json()).email
</script></html>`

/** Code that lets a page be hidden or visible, as when another tab is selected. */
const setHidden = (isHidden: boolean) =>
  `Object.defineProperty(document, "hidden", { value: ${isHidden}, configurable: true }); document.dispatchEvent(new Event("visibilitychange"))`

test("the toolbar's script has at most 30 KB", () => {
  expect(gzipSync(SCRIPT).length).toBeLessThanOrEqual(30 * 1024)
})

describe.skipIf(!hasChromium)("the toolbar", () => {
  const project = useViteProject()
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] })
  })
  afterAll(() => browser?.close())

  async function openPage(wish: { locale?: string; colorScheme?: "dark" } = {}): Promise<Page> {
    await writeFile(join(project.root, "shop.yaml"), TWO_USERS)
    await writeFile(join(project.root, "index.html"), PAGE)
    const { url } = await project.open({ fixture: "shop.yaml", toolbar: true })
    const context = await browser.newContext(wish)
    project.closing.unshift(() => context.close())
    context.setDefaultTimeout(PATIENCE_MS)
    const page = await context.newPage()
    // The server's modules are transformed for the first request, which takes long on a busy machine.
    await fetch(`${url}/_hexarium/health`)
    await page.goto(url)
    return page
  }

  const toggleOf = (page: Page) => page.locator("#toggle")
  const userOf = (page: Page) => page.locator("#user").first()
  const focused = (page: Page) =>
    page.evaluate<string>("document.querySelector('hexarium-toolbar').shadowRoot.activeElement?.id")

  async function expectReadable(page: Page): Promise<void> {
    await page.evaluate(AXE)
    const found = await page.evaluate(
      "axe.run('hexarium-toolbar').then(({ violations }) => violations.map(({ id }) => id))",
    )
    expect(found).toEqual([])
  }

  test("shows world, user, clock and the last refused request, and changes them", async () => {
    const page = await openPage()
    await until(async () => expect(await userOf(page).textContent()).toBe("ada@shop.test"))

    await toggleOf(page).focus()
    await page.keyboard.press("Enter")
    await until(async () =>
      expect(await page.locator("#panel").textContent()).toContain("2026-01-05 09:00:00 UTC, frozen"),
    )
    const order = []
    for (let at = 0; at < 6; at += 1) {
      await page.keyboard.press("Tab")
      order.push(await focused(page))
    }
    expect(order).toEqual(["world", "user", "duration", "advance", "freeze", "reset"])
    await expectReadable(page)

    await page.locator("#duration").fill("90m")
    await page.keyboard.press("Enter")
    const panel = page.locator("#panel")
    await until(async () => expect(await panel.textContent()).toContain("2026-01-05 10:30:00 UTC, frozen"))
    await page.locator("#duration").fill("soon")
    await page.locator("#advance").click()
    await until(async () => expect(await panel.getByRole("status").textContent()).toContain("soon"))
    await page.locator("#freeze").click()
    await until(async () => expect(await panel.textContent()).toContain("UTC, runs from a set time"))

    await page.locator("#user").last().focus()
    await page.locator("#user").last().selectOption("bob@shop.test")
    await until(async () => expect(await userOf(page).textContent()).toBe("bob@shop.test"))
    await until(async () => expect(await toggleOf(page).textContent()).toBe("Hexarium · bob@shop.test"))
    expect(await focused(page)).toBe("user")

    await page.keyboard.press("Escape")
    expect([await panel.isVisible(), await focused(page)]).toEqual([false, "toggle"])
    await page.evaluate("document.querySelector('button').click()")
    await until(async () => expect(await toggleOf(page).textContent()).toContain("1 refused request"))
    await toggleOf(page).click()
    await until(async () => expect(await panel.textContent()).toMatch(/items\/details\/none → 404, bob@shop\.test/))
    const link = await panel.getByRole("link", { name: "Open in the dashboard" }).getAttribute("href")
    expect(link).toMatch(/^\/__hexarium\/#\/main\/requests\/\d+$/)

    // After the reset, the token is a new one.
    await page.locator("#reset").click()
    await page.keyboard.press("Enter")
    await until(async () => expect(await panel.textContent()).toContain("2026-01-05 09:00:00 UTC, frozen"))
    await until(async () => expect(await userOf(page).textContent()).toBe("bob@shop.test"))
    expect(await focused(page)).toBe("reset")
  })

  test("leaves the page as it is, follows another world, and rests while the page is hidden", async () => {
    const page = await openPage({ locale: "ja", colorScheme: "dark" })
    await toggleOf(page).click()
    await page.keyboard.press("a")
    const panel = page.locator("#panel")
    await until(async () => expect(await panel.textContent()).toContain("2026-01-05 09:00:00 UTC, 停止中"))
    await expectReadable(page)
    expect(await page.title()).toBe("App")
    expect(
      await page.evaluate(`[
        Object.getOwnPropertyNames(window).filter((name) => /hexarium/i.test(name)),
        document.styleSheets.length,
        document.adoptedStyleSheets.length,
        localStorage.length + sessionStorage.length,
        document.cookie,
      ]`),
    ).toEqual([[], 1, 0, 0, ""])

    const send = (method: string, path: string) =>
      page.evaluate(
        ([method, path]) =>
          fetch(`/_hexarium/worlds${path}`, {
            method,
            headers: { "x-hexarium": "1", "content-type": "application/json" },
            ...(method === "POST" ? { body: '{"name":"try"}' } : {}),
          }).then(({ status }) => status),
        [method, path] as const,
      )
    expect(await send("POST", "")).toBe(201)
    await until(async () => expect(await page.locator("#world").textContent()).toContain("try"))
    await page.locator("#world").selectOption("try")
    await until(async () => expect(await toggleOf(page).textContent()).toBe("Hexarium · try"))
    expect(await page.evaluate("document.cookie")).toContain("try")
    expect(await send("DELETE", "/try")).toBe(200)
    await until(async () => expect(await panel.getByRole("status").textContent()).toContain("main に戻ります"))
    expect(await page.evaluate("document.cookie")).toBe("")

    const ended = page.waitForEvent("requestfailed", (request) => request.url().includes("/main/events"))
    await page.evaluate(setHidden(true))
    await ended
    const begins = page.waitForRequest((request) => request.url().includes("/main/events"))
    await page.evaluate(setHidden(false))
    await begins
  })
})
