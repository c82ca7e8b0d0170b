/** `npm run pictures` takes a picture of each view of the dashboard, of the demo world, into docs/pictures. It needs Chromium. */

import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { chromium } from "playwright-core"

const root = fileURLToPath(new URL("..", import.meta.url))
const executablePath = process.env.HEXARIUM_CHROMIUM ?? "/usr/bin/chromium"

const VIEWS = {
  overview: "overview",
  requests: "requests/2",
  data: "data/ORDERS/Orders",
  schema: "schema",
  people: "people/jonas%40hikari.example%23HC-014",
  mails: "mails",
  time: "time",
  worlds: "worlds",
  faults: "faults",
  console: "console/createItem",
}

const server = spawn(
  process.execPath,
  [`${root}dist/cli.js`, "start", "--port", "0", "--clock", "frozen", "--log", "json"],
  { stdio: ["ignore", "pipe", "inherit"] },
)
const [first] = await once(createInterface({ input: server.stdout }), "line")
const { url } = JSON.parse(first)
const ask = (method, path, body) =>
  fetch(`${url}/api/v0${path}`, {
    method,
    headers: { authorization: "Bearer demo-mina", "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  })
await ask("GET", "/userinfo")
await ask("POST", "/applications/ORDERS/datastores/Customers/items/new", { item: { Name: "Nordlicht Kaffee" } })
await ask("POST", "/applications/ORDERS/datastores/Customers/items/new", { item: {} })
await ask("POST", "/users/password/forgot", { email: "mina@hikari.example" })

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] })
const page = await browser.newPage({ viewport: { width: 1120, height: 700 }, reducedMotion: "reduce" })
for (const [name, place] of Object.entries(VIEWS)) {
  await page.goto(`${url}/#/main/${place}`)
  await page.locator("main h1").first().waitFor()
  await page.locator("main .loading").first().waitFor({ state: "detached" })
  await page.screenshot({ path: `${root}docs/pictures/${name}.png` })
}
await browser.close()
server.kill("SIGTERM")
await once(server, "exit")
