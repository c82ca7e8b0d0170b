import { expect, test } from "vitest"
import { until } from "../../until.ts"
import type { Desk } from "../desk.ts"

const MINA = "mina@hikari.example"
const CUSTOMERS = "/applications/ORDERS/datastores/Customers/items"

/** Tests of the view of the coverage, and of previews. */
export function ofInsight(desk: () => Desk): void {
  test("the coverage lists used and unused operations, unmet outcomes with their commands, and settings", async () => {
    const it = desk()
    const world = await it.world("coverage")
    await it.api(world, MINA, "POST", `${CUSTOMERS}/new`, { item: {} })
    const page = await it.open(`#/${world}/coverage`)
    await page
      .getByRole("status")
      .getByText(/^1 of \d+ used$/)
      .waitFor()
    await page.getByLabel("Show").selectOption("used")
    const names = page.getByRole("region", { name: "Operations" }).getByRole("listitem")
    await until(async () => expect(await names.count()).toBe(1))
    await names.first().locator("summary").focus()
    await page.keyboard.press("Enter")
    const outcomes = page.getByRole("region", { name: "CreateItem" })
    await outcomes.getByText("values INVALID_VALUE").first().waitFor()
    expect(await it.violations(page)).toEqual([])
    // A request while the view is open is counted, too.
    await it.api(world, MINA, "POST", `${CUSTOMERS}/new`, { item: { Name: "Lamp" } })
    await names.first().getByText("2 calls").waitFor()
    const other = outcomes.getByRole("listitem").filter({ hasText: "token UNAUTHORIZED" })
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await other.getByRole("button", { name: "Copy" }).focus()
    await page.keyboard.press("Enter")
    await until(async () =>
      expect(await page.evaluate<string>("navigator.clipboard.readText()")).toMatch(
        /^hexarium faults plan CreateItem --status 401 --body '/,
      ),
    )
    await page.getByRole("tab", { name: "Operations" }).focus()
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("ArrowRight")
    await page.getByRole("region", { name: "Actions" }).getByText("unused", { exact: false }).first().waitFor()
    expect(await page.getByRole("region", { name: "Data types of written values" }).innerText()).toContain("text")
    expect(await it.violations(page)).toEqual([])
    await page.getByLabel("Worlds").selectOption("all")
    await page.getByLabel("Language").selectOption("ja")
    await page.getByRole("heading", { name: "カバレッジ" }).waitFor()
    await page.getByRole("region", { name: "アクション", exact: true }).waitFor()
    // A server that does not count says how to turn counting on.
    await page.getByLabel("言語").selectOption("en")
    await page.route("**/_hexarium/coverage*", (route) => route.fulfill({ status: 404, json: { error: "no" } }))
    await page.reload()
    await page.getByText("createApp({ world, coverage: true })").waitFor()
    await it.done(page, { keeps: false })
  })

  test("a preview shows what a form would change, and changes nothing", async () => {
    const it = desk()
    const world = await it.world("preview")
    const { version } = await it.ask("GET /worlds/:w", { w: world })
    const page = await it.open(`#/${world}/data/ORDERS/Customers?as=${MINA}`)
    await page.getByRole("button", { name: /^New/ }).first().click()
    const dialog = page.getByRole("dialog")
    const preview = dialog.getByRole("button", { name: "Preview" })
    await preview.focus()
    await page.keyboard.press("Enter")
    await dialog.locator(".field-error").first().waitFor()
    await dialog.getByLabel(/^Name/).fill("Nordlicht")
    await preview.focus()
    await page.keyboard.press("Enter")
    const shown = dialog.getByRole("status", { name: "Preview" })
    await shown.getByText(/created in Customers/).waitFor()
    expect(await dialog.locator(".field-error").count()).toBe(0)
    expect(await it.violations(page)).toEqual([])
    expect((await it.ask("GET /worlds/:w", { w: world })).version).toBe(version)
    // Another value makes the preview old.
    await dialog.getByLabel(/^Name/).fill("Nordlicht Kaffee")
    await until(async () => expect(await shown.count()).toBe(0))
    await dialog.getByRole("button", { name: "New item" }).click()
    await page
      .getByRole("heading", { name: /Nordlicht Kaffee/ })
      .first()
      .waitFor()
    await page.getByLabel("Comment", { exact: true }).fill("A good customer")
    await page.getByRole("button", { name: "Preview", exact: true }).click()
    await page
      .getByRole("status", { name: "Preview" })
      .getByText(/comment on/)
      .waitFor()
    await page.goto(`${it.url}/#/${world}/console/createItem?as=${MINA}`)
    await page.getByLabel(/^app-id/).fill("ORDERS")
    await page.getByLabel(/^datastore-id/).fill("Customers")
    await page.getByLabel(/^item object/).fill('{"Name": "Kontor"}')
    await page.getByRole("button", { name: "Preview", exact: true }).click()
    await page
      .getByRole("status", { name: "Preview" })
      .getByText(/created in Customers/)
      .waitFor()
    const { requests } = await it.ask("GET /worlds/:w/requests", { w: world })
    expect(requests.filter((entry) => entry.dry_run === true).length).toBe(4)
    await it.done(page)
  })
}
