import { expect, test } from "vitest"
import { until } from "../../until.ts"
import type { Desk } from "../desk.ts"
import { paste } from "../paste.ts"

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
    // A dry run that ends after a further change shows nothing.
    let release = () => {}
    const pause = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route("**/items/new", (route) => pause.then(() => route.continue()), { times: 1 })
    const response = page.waitForResponse("**/items/new")
    await preview.click()
    await dialog.getByLabel(/^Name/).fill("Nordlicht Tee")
    release()
    await (await response).finished()
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
    expect(await shown.count()).toBe(0)
    await dialog.getByLabel(/^Name/).fill("Nordlicht Kaffee")
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
    expect(requests.filter((entry) => entry.dry_run === true).length).toBe(5)
    await it.done(page)
  })

  test("previews of deletions, actions, cells, bulk changes, pasted rows, counters and moves change nothing", async () => {
    const it = desk()
    const world = await it.world("previews")
    const { hash } = await it.ask("GET /worlds/:w", { w: world })
    const { body } = await it.api("main", MINA, "POST", "/applications/ORDERS/datastores/Orders/items/search", {
      conditions: [{ id: "Status", search_value: ["Shipped"] }],
      per_page: 1,
      page: 1,
    })
    const page = await it.open(`#/${world}/data/ORDERS/Orders/${JSON.parse(body).items[0].i_id}?as=${MINA}`)
    const show = (view: string) => page.goto(`${it.url}/#/${world}/${view}`)
    const shown = page.getByRole("status", { name: "Preview" })
    const press = async (name: string | RegExp, exact = true) => {
      await page.getByRole("button", { name, exact }).first().focus()
      await page.keyboard.press("Enter")
    }
    await press("Preview: Run Mark as paid")
    await shown.getByText(/Paid/).first().waitFor()
    await press("Preview: Delete")
    await shown
      .getByText(/ deleted$/)
      .first()
      .waitFor()
    expect(await it.violations(page)).toEqual([])
    // The log marks dry runs, and they are no part of the item's history.
    const item = page.url()
    await page.getByRole("link", { name: "Show the whole dry run" }).last().click()
    const entry = page.getByRole("region", { name: "Selected request" })
    await entry.getByRole("heading", { name: /dry run$/ }).waitFor()
    await entry.getByRole("heading", { name: "This would change" }).waitFor()
    await page.getByRole("row", { name: /DeleteItem.*dry run/ }).waitFor()
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await entry.getByRole("button", { name: /curl/ }).click()
    await until(async () =>
      expect(await page.evaluate<string>("navigator.clipboard.readText()")).toContain("X-Hexarium-Dry-Run: 1"),
    )
    await page.goto(item)
    await page.getByText("No history yet").waitFor()

    await show(`data/ORDERS/Customers?as=${MINA}&sort=Name&columns=Name,Kind,Notes`)
    const grid = page.getByRole("grid")
    await grid.getByRole("row").nth(1).getByRole("gridcell").nth(2).click()
    await page.keyboard.press("F2")
    const editor = page.getByRole("form", { name: "Edit Name" })
    await editor.getByRole("textbox").fill("Aardvark Coffee")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Space")
    await editor
      .getByRole("status", { name: "Preview" })
      .getByText(/Aardvark Coffee/)
      .waitFor()
    expect(await it.violations(page)).toEqual([])
    await page.keyboard.press("Escape")
    await editor.waitFor({ state: "detached" })

    for (const at of [0, 1]) await grid.getByRole("checkbox").nth(at).check()
    await press("Preview: Run")
    await shown.getByText("2 counters and other records").waitFor()
    await press("Preview: Delete")
    await shown
      .getByText(/ deleted$/)
      .first()
      .waitFor()
    // A changed selection removes the previews.
    await grid.getByRole("checkbox").nth(2).check()
    await until(async () => expect(await shown.count()).toBe(0))

    const dialog = page.getByRole("dialog")
    await paste(page, "Nordlicht\tShop\tfirst\nSüdlicht\tnone of these\tsecond")
    await press("Preview")
    await dialog.getByRole("alert").getByText("2: Kind").waitFor()
    await page.keyboard.press("Escape")
    await paste(page, "Nordlicht\tShop\tfirst\nSüdlicht\tHotel\tsecond")
    await press("Preview")
    await until(async () => expect(await dialog.getByText(/created in Customers/).count()).toBe(2))
    await page.keyboard.press("Escape")

    await page.getByLabel("Language").selectOption("ja")
    await show(`schema/ORDERS/Orders?as=${MINA}`)
    const counters = page.getByRole("region", { name: "自動採番" })
    await counters.getByRole("spinbutton").first().fill("900")
    await counters
      .getByRole("button", { name: /^プレビュー/ })
      .first()
      .focus()
    await page.keyboard.press("Enter")
    await page.getByRole("status", { name: "プレビュー" }).getByText(/900/).first().waitFor({ state: "attached" })
    await show(`people/${MINA}?as=${MINA}`)
    await press("別のグループへ移動")
    await dialog.getByRole("button", { name: "プレビュー" }).focus()
    await page.keyboard.press("Enter")
    await dialog.getByRole("status", { name: "プレビュー" }).getByRole("listitem").nth(1).waitFor()
    expect(await it.violations(page)).toEqual([])
    expect((await it.ask("GET /worlds/:w", { w: world })).hash).toBe(hash)
    const { requests } = await it.ask("GET /worlds/:w/requests", { w: world }, "?limit=100")
    expect(requests.every((entry) => entry.dry_run === true)).toBe(true)
    await it.done(page)
  })
}
