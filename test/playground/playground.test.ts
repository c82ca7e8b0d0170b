import { readFileSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { buildPlayground } from "../../site/build-playground.mjs"
import { hasWholeChromium, WHOLE_CHROMIUM } from "../dashboard/chromium.ts"
import { PATIENCE_MS, until } from "../until.ts"
import { StaticSite } from "./site.ts"

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const BASE_PATH = "/some/site/playground/"

/** Opens the page on a foreign host, below a path. */
describe.runIf(hasWholeChromium)("the playground", () => {
  let folder: string
  let site: StaticSite
  let browser: Browser
  let context: BrowserContext
  let page: Page
  const said: string[] = []
  const elsewhere: string[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "hexarium-playground-"))
    await buildPlayground(`${folder}/`)
    site = await StaticSite.start(`${folder}/`, BASE_PATH)
    const origin = `http://docs.hexarium.test:${site.port}`
    browser = await chromium.launch({
      executablePath: WHOLE_CHROMIUM,
      args: [
        "--no-sandbox",
        "--host-resolver-rules=MAP docs.hexarium.test 127.0.0.1",
        // Service workers require https, which a test host does not have. Headless Chromium ignores this flag.
        `--unsafely-treat-insecure-origin-as-secure=${origin}`,
      ],
    })
    context = await browser.newContext({ locale: "en", reducedMotion: "reduce" })
    page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    page.on("pageerror", (error) => said.push(String(error)))
    page.on("request", (request) => {
      if (!request.url().startsWith(origin)) elsewhere.push(request.url())
    })
    await page.goto(origin + BASE_PATH)
    await page.getByRole("heading", { level: 1, name: "Fixture" }).waitFor()
  })
  afterAll(async () => {
    await browser?.close()
    site?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const editor = () => page.getByRole("textbox", { name: "Fixture in YAML" })
  const open = async (view: string) => {
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: view, exact: true }).click()
    await page.getByRole("heading", { level: 1, name: view }).waitFor()
  }
  /** Response of the tab to a request from its page. A request with a body is a POST. */
  const ask = async (path: string, body?: object): Promise<string> =>
    page.evaluate(
      async ([asked, sent]) => {
        const headers = { authorization: "Bearer ada-token", "content-type": "application/json" }
        const response = await fetch(asked, sent === null ? { headers } : { method: "POST", headers, body: sent })
        return response.text()
      },
      [path, body === undefined ? null : JSON.stringify(body)] as const,
    )
  const items = (datastore: string): Promise<string> =>
    ask(`/api/v0/applications/DESK/datastores/${datastore}/items/search`, { conditions: [], page: 1, per_page: 10 })
  const change = async (from: string, to: string) => {
    const text = await editor().inputValue()
    expect(text).toContain(from)
    await editor().fill(text.replace(from, to))
  }

  test("shows a mistake at its line and column as it is written, and loads nothing of it", async () => {
    await page.getByText("No mistakes.").waitFor()
    await change("role_id: AGENT }]", "role_id: AGNT }]")
    const lines = (await editor().inputValue()).split("\n")
    const line = lines.findIndex((text) => text.includes("AGNT")) + 1
    const column = (lines[line - 1]?.indexOf("role_id") ?? 0) + 1
    const place = page.getByRole("button", { name: `Line ${line}, column ${column}` })
    await place.waitFor()
    await page.getByText("Did you mean AGENT?").waitFor()
    await page.getByRole("button", { name: "Load", exact: true }).click()
    await place.click()
    const selected = await editor().evaluate((area: { value: string; selectionStart: number; selectionEnd: number }) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    )
    expect(selected).toBe("role_id: AGNT }]")
    expect(await items("Customers")).toContain("Studio Nord")
  })

  test("reports the place where a text is no YAML", async () => {
    await change("role_id: AGNT }]", "role_id: AGENT")
    await page.getByRole("button", { name: /^Line \d+, column \d+$/ }).waitFor()
    await page.getByText("not valid YAML").waitFor()
    await change("role_id: AGENT\n", "role_id: AGENT }]\n")
    await page.getByText("No mistakes.").waitFor()
  })

  test("a fixture that is loaded is a new world", async () => {
    await change("Name: Studio Nord", "Name: Studio South")
    await editor().press("Control+Enter")
    await page.getByText("Created a new world from the fixture.").waitFor()
    expect(await items("Customers")).toMatch(/Studio South.*Café Lumen|Café Lumen.*Studio South/s)
  })

  test("calls an operation with an example of this world, by a form, and lists the request", async () => {
    await page.getByRole("link", { name: "Call an operation" }).click()
    await until(async () =>
      expect(await page.getByRole("textbox", { name: /^datastore-id/ }).inputValue()).toBe("Customers"),
    )
    await page.getByRole("button", { name: "Fill in an example" }).click()
    await page.getByRole("button", { name: "Send", exact: true }).click()
    await page.getByRole("status").getByText("200", { exact: true }).first().waitFor()
    expect(await items("Customers")).toContain("Example Name")
    await open("Requests")
    await page.getByRole("treegrid").getByText("CreateItem").first().waitFor()
  })

  test("a mail is in the mailbox, and its link is answered in the tab", async () => {
    await ask("/api/v0/users/password/forgot", { email: "bob@acme.test" })
    await open("Mails")
    await page.getByRole("grid").getByText("bob@acme.test").waitFor()
    const { mails }: { mails: { to: string; links: { url: string }[] }[] } = JSON.parse(
      await ask("/_hexarium/worlds/main/mails"),
    )
    const link = mails.find(({ to }) => to === "bob@acme.test")?.links[0]?.url ?? ""
    expect(new URL(link).pathname).toContain(BASE_PATH)
    const another = await context.newPage()
    await another.goto(link)
    await another.locator("input[type=password]").first().waitFor()
    await another.close()
  })

  test("the clock goes on, and what is due on the way happens", async () => {
    await open("Time")
    await page.getByRole("textbox", { name: "Advance by" }).fill("2h")
    await page.getByRole("button", { name: "Advance", exact: true }).click()
    await until(async () => {
      expect(await items("Tickets")).not.toContain('"Waiting"')
    })
    await page.getByText("2026-01-05 11:00:00").first().waitFor()
  })

  test("axe finds nothing, in light and dark", async () => {
    await open("Fixture")
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme })
      await page.evaluate(AXE)
      const found = await page.evaluate<readonly string[]>(
        "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))",
      )
      expect(found, colorScheme).toEqual([])
    }
  })

  test("opens again without a network, with what was written, its views and its scripts", async () => {
    site.stop()
    await page.reload()
    await page.getByRole("heading", { level: 1, name: "Fixture" }).waitFor()
    expect(await editor().inputValue()).toContain("Studio South")
    expect(await items("Customers")).toContain("Studio South")
    await open("Schema")
    const refused = await ask("/api/v0/applications/DESK/datastores/Tickets/items/new", { item: { Subject: "No" } })
    expect(refused).toContain("say what it is about")
  })

  test("asked nobody else, nothing that is no file of the page, and had no error", () => {
    expect(elsewhere).toEqual([])
    expect(site.missed).toEqual([])
    expect(said).toEqual([])
  })
})
