import { describe, expect, test } from "vitest"
import { until } from "../../until.ts"
import type { Desk } from "../desk.ts"

/** Each view with an address that shows as much of it as possible, and its title in both languages. */
const VIEWS = [
  ["overview", "Overview", "概要"],
  ["requests/1", "Requests", "リクエスト"],
  ["data/ORDERS/Orders", "Orders", "受注"],
  ["data/ORDERS/Orders/{order}", "{title}", "{title}"],
  ["schema", "Schema", "スキーマ"],
  ["schema/ORDERS/Orders", "Orders", "受注"],
  ["people/jonas%40hikari.example%23HC-014", "People", "ユーザー"],
  ["mails/{mail}", "Mails", "メール"],
  ["time", "Time", "時間"],
  ["worlds", "Worlds", "ワールド"],
  ["faults", "Faults", "障害"],
  ["coverage", "Coverage", "カバレッジ"],
  ["console/createItem", "Console", "コンソール"],
] as const

const WIDTHS = [1280, 390]

/** Replaces placeholders with the IDs of an order and a mail of the world, and by the order's title. */
async function fillerOf(it: Desk, world: string) {
  const orders = "/applications/ORDERS/datastores/Orders/items/search"
  const [{ body }, { mails }] = await Promise.all([
    it.api("main", "mina@hikari.example", "POST", orders, { per_page: 1, page: 1 }),
    it.ask("GET /worlds/:w/mails", { w: world }),
  ])
  const [{ i_id, title }] = JSON.parse(body).items
  return (text: string) =>
    text
      .replace("{order}", i_id)
      .replace("{title}", title)
      .replace("{mail}", mails[0]?.id ?? "")
}

/** Tests that apply to every view. */
export function everyView(desk: () => Desk): void {
  describe("every view", () => {
    test.each(VIEWS)(
      "%s: readable for all, in both themes and widths, and the same after a reload",
      async (place, title) => {
        const it = desk()
        const world = await it.world("every")
        await it.api(world, "mina@hikari.example", "GET", "/userinfo")
        await it.api(world, null, "POST", "/users/password/forgot", { email: "mina@hikari.example" })
        const filled = await fillerOf(it, world)
        const page = await it.open(`#/${world}/${filled(place)}`)
        expect(await page.locator("main h1").first().textContent()).toBe(filled(title))
        // Other tests fork worlds at the same time. The test compares only its own row of the tree, without the count.
        const part = place === "worlds" ? page.getByRole("row", { name: world }) : page.locator("main")
        const shown = async () => (await part.innerText()).replace(/^Worlds\n\d+$/m, "")
        const before = await shown()
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme })
          expect(await it.violations(page, "colours"), colorScheme).toEqual([])
        }
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 })
          expect(await it.violations(page, "not colours"), `${width}`).toEqual([])
          const [scrolled, seen] = await page.evaluate<[number, number]>(
            "[document.documentElement.scrollWidth, document.documentElement.clientWidth]",
          )
          expect(scrolled, `sideways at ${width}`).toBeLessThanOrEqual(seen)
        }
        await page.setViewportSize({ width: 1280, height: 800 })
        await page.reload()
        await it.settled(page)
        await until(async () => expect(await shown()).toBe(before))
        await it.done(page)
      },
    )

    test("all speak Japanese where the browser does", async () => {
      const it = desk()
      const page = await it.open("#/main", { locale: "ja" })
      expect(await page.locator("html").getAttribute("lang")).toBe("ja")
      const filled = await fillerOf(it, "main")
      for (const [place, english, japanese] of VIEWS) {
        await page.goto(`${it.url}/#/main/${filled(place)}`)
        await until(async () => expect(await page.locator("main h1").first().textContent()).toBe(filled(japanese)))
        if (english !== japanese) expect(await page.locator("nav").first().innerText()).not.toContain(english)
      }
      await it.done(page)
    })

    test("all are reached from the menu by keyboard alone", async () => {
      const it = desk()
      const page = await it.open("#/main")
      const links = page.locator("nav").first().getByRole("link")
      for (let at = 0; at < (await links.count()); at += 1) {
        const link = links.nth(at)
        const name = (await link.textContent()) ?? ""
        await link.focus()
        await page.keyboard.press("Enter")
        await until(async () => expect(await link.getAttribute("aria-current")).toBe("page"))
        await it.settled(page)
        expect(await page.title()).toContain(name)
      }
      await it.done(page)
    })

    test("the theme and the language that are chosen stay", async () => {
      const it = desk()
      const page = await it.open("#/main")
      await page.getByLabel("Theme").selectOption("dark")
      await page.getByLabel("Language").selectOption("ja")
      expect(await page.locator("main h1").first().textContent()).toBe("概要")
      await page.reload()
      await it.settled(page)
      expect(await page.locator("main h1").first().textContent()).toBe("概要")
      expect(await page.locator("html").getAttribute("data-theme")).toBe("dark")
      await page.getByLabel("テーマ").selectOption("system")
      await page.getByLabel("言語").selectOption("en")
      await it.done(page, { keeps: false })
    })

    test("the world's names follow the language, also in requests that arrive", async () => {
      const it = desk()
      const world = await it.world("names")
      const page = await it.open(`#/${world}/schema/ORDERS/Orders`)
      const shows = (...texts: readonly string[]) =>
        until(async () => {
          const shown = await page.locator("main").innerText()
          for (const text of texts) expect(shown).toContain(text)
        })
      const choose = (label: string, language: string) => page.getByLabel(label).selectOption(language)
      await shows("Orders", "Roasting")
      await choose("Language", "ja")
      await shows("受注", "焙煎中")
      await page.goto(`${it.url}/#/${world}/schema/ORDERS/Customers`)
      await shows("顧客", "顧客登録")
      await page.goto(`${it.url}/#/${world}/data/ORDERS/Orders`)
      await shows("受注管理", "顧客", "受注明細", "発送済")
      await page.goto(`${it.url}/#/${world}/requests`)
      await it.settled(page)
      const contacts = "/applications/ORDERS/datastores/Contacts/items/new"
      await it.api(world, "mina@hikari.example", "POST", contacts, { item: { Name: "Aoi Hara" } })
      await shows("担当者 に", "を作成")
      await choose("言語", "en")
      await shows("created in Contacts")
      await it.done(page, { keeps: false })
    })

    test("the palette finds views, items, users, operations and worlds, and does things", async () => {
      const it = desk()
      const world = await it.world("palette")
      const page = await it.open(`#/${world}`)
      const find = async (text: string, option: RegExp) => {
        await page.keyboard.press("Control+k")
        await page.getByRole("combobox", { name: "Search or run a command" }).fill(text)
        await page.getByRole("option", { name: option }).first().waitFor()
      }
      // The key's name depends on the platform that Chromium reports.
      await page.getByRole("button", { name: "Search or run a command" }).getByText("Ctrl K").waitFor()
      await find("ＦＡＵＬＴＳ", /View.*Faults/)
      await page.keyboard.press("Escape")
      await find("faults", /View.*Faults/)
      await page.keyboard.press("Enter")
      await until(async () => expect(await page.locator("main h1").first().textContent()).toBe("Faults"))
      await find("Quay Works", /Item.*Quay Works/)
      expect(await it.violations(page)).toEqual([])
      await page.keyboard.press("Escape")
      const { datastores } = await it.ask("GET /worlds/:w/datastores", { w: world })
      const customers = datastores.find(({ datastore_id }) => datastore_id === "Customers")
      const found = await it.ask(
        "GET /worlds/:w/datastores/:d/items",
        { w: world, d: customers?.d_id ?? "" },
        "?limit=3",
      )
      const wanted = found.items.at(-1)
      await find(wanted?.i_id ?? "?", new RegExp(`Item.*${wanted?.title}`))
      expect(await page.getByRole("listbox", { name: "Results" }).getByRole("option").count()).toBe(1)
      await page.keyboard.press("Escape")
      await find("CreateItem", /Operation.*CreateItem/)
      await page.keyboard.press("Escape")
      await find("order lines", /Datastore.*Order lines/)
      await page.keyboard.press("Escape")
      await find(world, new RegExp(`World.*${world}`))
      await page.keyboard.press("Escape")
      await find("aiko", /Act as.*Aiko Mori/)
      await page.keyboard.press("Enter")
      await until(async () => expect(page.url()).toContain("as=aiko"))
      await find("snapshot", /Action.*Take a snapshot/)
      await page.keyboard.press("Enter")
      await until(async () => expect((await it.ask("GET /worlds/:w/snapshots", { w: world })).snapshots.length).toBe(1))
      await it.done(page)
    })
  })
}
