import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { atDesk } from "./at-desk.ts"

const DOCS = fileURLToPath(new URL("../../docs/", import.meta.url))
const isAsked = process.env.HEXARIUM_PICTURES !== undefined

/** Views with the part that is in the picture. */
const PICTURED_VIEWS = {
  overview: "overview",
  // A refused request.
  requests: "requests/3",
  data: "data/ORDERS/Orders",
  schema: "schema",
  people: "people/jonas%40hikari.example%23HC-014",
  mails: "mails",
  time: "time",
  worlds: "worlds",
  faults: "faults",
  coverage: "coverage",
  console: "console/createItem",
}

/** Pages with pictures, as paths in docs/. */
const pages = readdirSync(DOCS, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".md"))

test("every picture that a page of docs/ names is there, and each view has one in docs/dashboard.md", () => {
  const named = pages.flatMap((page) =>
    [...readFileSync(DOCS + page, "utf8").matchAll(/\]\((?:\.\.\/)*pictures\/([\w-]+\.webp)\)/g)].map(
      ([, name = ""]) => ({
        page,
        name,
      }),
    ),
  )
  expect(named.filter(({ name }) => !existsSync(`${DOCS}pictures/${name}`))).toEqual([])
  const ofDashboard = named.filter(({ page }) => page === "dashboard.md").map(({ name }) => name)
  expect(ofDashboard.sort()).toEqual(
    Object.keys(PICTURED_VIEWS)
      .map((view) => `${view}.webp`)
      .sort(),
  )
})

if (isAsked) {
  atDesk("pictures for the docs", (desk) => {
    test("there is a picture of each view of the demo world", async () => {
      const it = desk()
      const customers = "/applications/ORDERS/datastores/Customers/items/new"
      await it.api("main", "mina@hikari.example", "GET", "/userinfo")
      await it.api("main", "mina@hikari.example", "POST", customers, { item: { Name: "Nordlicht Kaffee" } })
      await it.api("main", "mina@hikari.example", "POST", customers, { item: {} })
      await it.api("main", null, "POST", "/users/password/forgot", { email: "mina@hikari.example" })
      const page = await it.blank({ width: 1120 })
      const browser = await page.context().newCDPSession(page)
      for (const [view, place] of Object.entries(PICTURED_VIEWS)) {
        await page.goto(`${it.url}/#/main/${place}`)
        await it.settled(page)
        // Playwright's own screenshots are PNG or JPEG. WebP files are small enough for the package.
        const { data } = await browser.send("Page.captureScreenshot", { format: "webp", quality: 80 })
        writeFileSync(`${DOCS}pictures/${view}.webp`, Buffer.from(data, "base64"))
      }
      await it.done(page)
    })
  })
}
