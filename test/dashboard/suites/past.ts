import type { Route } from "playwright-core"
import { expect, test } from "vitest"
import { until } from "../../until.ts"
import type { Desk } from "../desk.ts"

const MINA = "mina@hikari.example"
/** Time for which the datastores are held back. */
const DATASTORES_MS = 500
const CUSTOMERS = "/applications/ORDERS/datastores/Customers"

/** Renames a customer twice in a new world: the first one, or the first of a group. */
async function withRenamedItem(it: Desk, group?: string) {
  const world = await it.world("past")
  const { body } = await it.api(world, MINA, "POST", `${CUSTOMERS}/items/search`, { page: 1, per_page: 40 })
  const ids: string[] = JSON.parse(body).items.map(({ i_id }: { readonly i_id: string }) => i_id)
  const isOfGroup = async (i: string) =>
    (await it.ask("GET /worlds/:w/items/:i/access", { w: world, i })).keys.some((key) => key.id === group)
  let id = ids.shift() ?? "?"
  while (group !== undefined && !(await isOfGroup(id))) id = ids.shift() ?? expect.unreachable()
  for (const Name of ["Second name", "Third name"]) {
    const update = { item: { Name }, is_force_update: true }
    expect(await it.api(world, MINA, "POST", `${CUSTOMERS}/items/edit/${id}`, update)).toMatchObject({ status: 200 })
  }
  const { version } = await it.ask("GET /worlds/:w", { w: world })
  return { world, id, version }
}

/** Tests of versions of the past (insight.md section 1). */
export function ofPast(desk: () => Desk): void {
  test("a request leads to the world before it, and the bar to other versions and back to now", async () => {
    const it = desk()
    const { world, version } = await withRenamedItem(it)
    const page = await it.open(`#/${world}/requests`)
    // The link waits for the datastores. Without them, it would not lead to the item.
    const hold = async (route: Route) => {
      await page.waitForTimeout(DATASTORES_MS)
      await route.continue()
    }
    await page.route(/\/datastores(?:\?|$)/, hold)
    await page
      .getByRole("row", { name: /UpdateItem/ })
      .first()
      .click()
    const detail = page.getByRole("region", { name: "Selected request" })
    await detail.getByRole("link", { name: "Show the world before this request" }).click()
    const bar = page.getByRole("region", { name: "Version of the past" })
    const main = page.locator("#main")
    await bar.getByText(`You see version ${version - 1}.`).waitFor()
    await main
      .getByRole("heading", { name: /Second name/ })
      .first()
      .waitFor()
    expect(await it.violations(page)).toEqual([])
    // By keyboard: the slider's arrow keys show the next version.
    await bar.getByRole("slider", { name: "Version" }).focus()
    await page.keyboard.press("ArrowRight")
    await until(async () => expect(page.url()).toMatch(new RegExp(`at=${version}$`)))
    await main
      .getByRole("heading", { name: /Third name/ })
      .first()
      .waitFor()
    await bar.getByRole("button", { name: "Older version" }).click()
    await main
      .getByRole("heading", { name: /Second name/ })
      .first()
      .waitFor()
    // The address shows the same version again.
    await page.reload()
    await bar.getByText(`You see version ${version - 1}.`).waitFor()
    await bar.getByRole("link", { name: "Back to now" }).click()
    await bar.waitFor({ state: "detached" })
    await main
      .getByRole("heading", { name: /Third name/ })
      .first()
      .waitFor()
    await it.done(page)
  })

  test("a rewind sets the world back and can be undone, and a fork begins at the version", async () => {
    const it = desk()
    const { world, id, version } = await withRenamedItem(it)
    const past = await it.ask("GET /worlds/:w", { w: `${world}@${version - 1}` })
    const { hash } = await it.ask("GET /worlds/:w", { w: world })
    const hashOf = async (w: string) => (await it.ask("GET /worlds/:w", { w })).hash
    const page = await it.open(`#/${world}/data/ORDERS/Customers/${id}?at=${version - 1}`)
    const bar = page.getByRole("region", { name: "Version of the past" })
    await bar.getByRole("button", { name: "Rewind to here" }).click()
    await page.getByText(`The world was rewound to version ${version - 1}.`).waitFor()
    await bar.waitFor({ state: "detached" })
    expect(await hashOf(world)).toBe(past.hash)
    await page.getByRole("button", { name: /^Undo/ }).first().click()
    await until(async () => expect(await hashOf(world)).toBe(hash))
    await page.goto(`${it.url}/#/${world}/data/ORDERS/Customers/${id}?at=${version - 1}`)
    await bar.getByRole("button", { name: "Fork from here" }).click()
    await until(async () => expect(page.url()).not.toContain(`/${world}/`))
    const fork = /#\/([^/]+)\//.exec(page.url())?.[1] ?? ""
    expect(await hashOf(fork)).toBe(past.hash)
    await it.done(page)
  })

  test("a version is compared with now, and the view Time leads to the past, in Japanese, too", async () => {
    const it = desk()
    const { world, version } = await withRenamedItem(it)
    const page = await it.open(`#/${world}/time`, { locale: "ja", width: 400 })
    await page.getByRole("link", { name: "過去を表示" }).click()
    const bar = page.getByRole("region", { name: "過去のバージョン" })
    await bar.getByText(`バージョン ${version} を表示しています`).waitFor()
    await bar.getByRole("button", { name: "前のバージョン" }).click()
    await bar.getByText(`バージョン ${version - 1} を表示しています`).waitFor()
    expect(await it.violations(page)).toEqual([])
    await bar.getByRole("link", { name: "現在と比較" }).click()
    await page.getByText("Third name").first().waitFor()
    await bar.waitFor({ state: "detached" })
    await it.done(page)
  })

  test("an item lists its versions and explains who sees it, and two versions are compared, by keyboard", async () => {
    const it = desk()
    const { world, id, version } = await withRenamedItem(it, "SALES_JP")
    const blind = async () => {
      const { people } = await it.ask("GET /worlds/:w/items/:i/access", { w: world, i: id })
      return people.filter(({ sees }) => !sees).map(({ username }) => username)
    }
    const [name = "?", ...others] = await blind()
    const page = await it.open(`#/${world}/data/ORDERS/Customers/${id}?as=${MINA}`)
    const versions = page.getByRole("region", { name: "Versions of this item" })
    const fields = versions.getByRole("group", { name: `Changed fields of version ${version}` })
    await fields.getByRole("row", { name: "Name Second name Third name" }).waitFor()

    const who = page.getByRole("region", { name: "Users who can see this item" })
    const row = who.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) })
    await row.getByText("Why?").focus()
    await page.keyboard.press("Enter")
    await row.getByRole("list", { name: "Steps of the request" }).getByText("✕").waitFor()
    expect(await it.violations(page)).toEqual([])
    await row
      .getByRole("list", { name: "Ways that work" })
      .getByRole("listitem")
      .filter({ hasNotText: "Send" })
      .getByRole("button")
      .first()
      .focus()
    await page.keyboard.press("Enter")
    await until(async () => expect(await blind()).toEqual(others))
    // The explanation follows the world.
    await row.getByRole("list", { name: "Steps of the request" }).getByText("✕").waitFor({ state: "detached" })
    await row.getByText("yes", { exact: true }).waitFor()

    await versions.getByRole("link", { name: `Before version ${version}` }).focus()
    await page.keyboard.press("Enter")
    await page.getByRole("region", { name: "Version of the past" }).waitFor()
    await page
      .locator("#main")
      .getByRole("heading", { name: /Second name/ })
      .first()
      .waitFor()
    await versions.getByRole("link", { name: `After version ${version}` }).waitFor()
    expect(await who.getByText("Why?").count()).toBe(0)

    await page.goto(`${it.url}/#/${world}/worlds`)
    const compare = page.getByRole("region", { name: "Compare" })
    await compare.getByLabel("From version").fill(String(version - 1))
    await compare.getByLabel("To version").fill(String(version))
    await page.keyboard.press("Enter")
    const query = `?from=${version - 1}&to=${version}`
    const { differences } = await it.ask("GET /worlds/:w/differences", { w: world }, query)
    await compare.getByText(`${differences.length} records differ.`).waitFor()
    await compare.getByLabel("From version").press("Control+a")
    await page.keyboard.type("999999")
    await page.keyboard.press("Enter")
    await compare
      .getByRole("alert")
      .getByText(/the world has no version .999999/)
      .waitFor()
    expect(await it.violations(page)).toEqual([])
    await it.done(page)
  })

  test("an item without a history says how to keep one, and 'Why?' answers, in Japanese", async () => {
    const it = desk()
    const { world, id } = await withRenamedItem(it)
    const page = await it.blank({ locale: "ja", width: 400 })
    await page.route(/\/versions\?/, (route) => route.fulfill({ json: { versions: [] } }))
    await page.route(/(?:@|%40)9999/, (route) =>
      route.fulfill({ status: 404, json: { error: "it keeps no versions" } }),
    )
    await page.goto(`${it.url}/#/${world}/data/ORDERS/Customers/${id}?as=${MINA}`)
    const versions = page.getByRole("region", { name: "このアイテムのバージョン" })
    await versions.getByText("サーバーはバージョンを保存していません").waitFor()
    await versions.getByText("hexarium start --history 1000").waitFor()
    await page.getByText("なぜ？").first().click()
    await page.getByRole("list", { name: "リクエストの各段階" }).getByText("✓").first().waitFor()
    await it.settled(page)
    expect(await it.violations(page)).toEqual([])
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(400)
    await it.done(page)
  })
}
