import type { Route } from "playwright-core"
import { expect, test } from "vitest"
import { until } from "../../until.ts"
import type { Desk } from "../desk.ts"

const MINA = "mina@hikari.example"
/** Time for which the datastores are held back. */
const DATASTORES_MS = 500
const CUSTOMERS = "/applications/ORDERS/datastores/Customers"

/** Renames the first customer twice in a new world. */
async function withRenamedItem(it: Desk) {
  const world = await it.world("past")
  const { body } = await it.api(world, MINA, "POST", `${CUSTOMERS}/items/search`, { page: 1, per_page: 1 })
  const [{ i_id: id }] = JSON.parse(body).items
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
}
