/** Measures the dashboard in Chromium: how soon its views appear, and how long the page is busy at a time. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { chromium } from "playwright-core"
import { type Line, report } from "../measure.ts"

const ITEMS = 100_000
const DATASTORES = 60
const REQUESTS = 5000
const MORE_REQUESTS = 1500
const A_SECOND = 300

const lines: Line[] = []
const within = (what: string, ms: number, most: number): void => {
  lines.push({ what, measured: `${Math.round(ms)} ms`, target: `≤ ${most} ms`, isMet: ms <= most })
}

const server = spawn(process.execPath, ["dist/cli.js", "start", "--port", "0", "--clock", "frozen", "--log", "json"], {
  stdio: ["ignore", "pipe", "inherit"],
})
const [first] = (await once(createInterface({ input: server.stdout }), "line")) as [string]
const { url } = JSON.parse(first) as { url: string }

async function control(path: string, body: unknown): Promise<void> {
  const response = await fetch(`${url}/_hexarium${path}`, {
    method: "POST",
    headers: { "x-hexarium": "1", "content-type": "application/json" },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
}

const fixtureOf = (datastores: readonly unknown[]) => ({
  version: 1,
  users: [{ email: "ada@acme.test", username: "Ada", password: "secret-1", token: "bench-ada" }],
  workspaces: [
    {
      name: "Acme",
      admins: ["ada@acme.test"],
      group: { group_id: "TOP", name: "Acme", members: ["ada@acme.test"] },
      applications: [
        {
          application_id: "APP",
          name: "App",
          roles: [{ role_id: "ADMIN", name: "admin", users: ["ada@acme.test"] }],
          datastores,
        },
      ],
    },
  ],
})

const field = { dataType: "text", as_title: true, title_order: 1 }
const items = Array.from({ length: ITEMS }, (_, at) => ({ values: { Name: `Thing ${at}`, Note: `Note of ${at}` } }))
await control("/worlds", { name: "large" })
await control(
  "/worlds/large/import",
  fixtureOf([{ datastore_id: "Things", name: "Things", fields: { Name: field, Note: { dataType: "text" } }, items }]),
)
await control("/worlds", { name: "wide" })
await control(
  "/worlds/wide/import",
  fixtureOf(
    Array.from({ length: DATASTORES }, (_, at) => ({
      datastore_id: `D${at}`,
      name: `Datastore ${at}`,
      fields: {
        Name: field,
        ...(at === 0 ? {} : { Up: { dataType: "dslookup", dslookup: { datastore: `D${at >> 1}`, field: "Name" } } }),
      },
    })),
  ),
)

const browser = await chromium.launch({
  executablePath: process.env.HEXARIUM_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
})
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
await page.addInitScript(`
  window.longest = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration)
  }).observe({ type: "longtask", buffered: true })
`)
const longest = async () =>
  page.evaluate<number>("(() => { const it = window.longest; window.longest = 0; return it })()")

/**
 * Measures the time from opening an address to the first frame that shows the expected element. (Playwright's own waiting polls at growing
 * intervals, which would be too coarse.)
 */
async function millisecondsUntilShown(address: string, what: string, text = ""): Promise<number> {
  const began = performance.now()
  await page.goto(`${url}/${address}`)
  await page.evaluate(`new Promise((done) => {
    const look = () =>
      [...document.querySelectorAll("${what}")].some((it) => RegExp("${text}", "u").test(it.textContent)) ? done() : requestAnimationFrame(look)
    look()
  })`)
  return performance.now() - began
}

await page.goto(`${url}/docs/start.js`)
within("first view: time until content is shown", await millisecondsUntilShown("#/main", ".figure b", "[0-9]"), 600)
await page.goto(`${url}/#/large`)
await page.locator(".figure b").first().waitFor()
within(
  "Data view with 100,000 items: time until items are shown",
  await millisecondsUntilShown("#/large/data/APP/Things", ".grid-body .cell a"),
  500,
)
await longest()
await page.evaluate("document.querySelector('.grid').scrollTop = 1e9")
await page.getByRole("row").filter({ hasText: "Thing" }).last().waitFor()
for (let at = 1; at <= 20; at += 1) {
  await page.evaluate(`document.querySelector('.grid').scrollTop = ${(at * ITEMS * 36) / 20}`)
  await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
}
within("Data view: longest task while scrolling to the end", await longest(), 50)
// Requests of the steps above are answered before the next timing starts.
await page.locator(".grid .unread").first().waitFor({ state: "detached" })
await fetch(`${url}/_hexarium/worlds`).then((answer) => answer.arrayBuffer())
await page.goto(`${url}/#/wide`)
await page.locator(".figure b").first().waitFor()
within("Schema view: graph of 60 datastores", await millisecondsUntilShown("#/wide/schema", ".graph .node"), 500)

await page.goto(`${url}/#/main/requests`)
await page.locator("main h1").first().waitFor()
await longest()
const session = await page.context().newCDPSession(page)
await session.send("Performance.enable")
const metric = async (wanted: string): Promise<number> => {
  const { metrics } = await session.send("Performance.getMetrics")
  return metrics.find(({ name }) => name === wanted)?.value ?? 0
}
/** Measures the memory once the page shows all requests. Otherwise, a busy page would still have old rows, or not yet all lines. */
async function usedMegabytes(): Promise<number> {
  await fetch(`${url}/api/v0/userinfo`, { headers: { authorization: "Bearer demo-mina" } })
  await page.getByRole("row").nth(1).filter({ hasText: "GetUserInfo" }).waitFor({ timeout: 60_000 })
  for (let time = 0; time < 2; time += 1) {
    await page.evaluate("new Promise((done) => requestIdleCallback(done))")
    await session.send("HeapProfiler.collectGarbage")
  }
  return (await metric("JSHeapUsedSize")) / 2 ** 20
}
async function ask(requests: number): Promise<void> {
  for (let sent = 0; sent < requests; sent += A_SECOND / 10) {
    const next = performance.now() + 100
    await Promise.all(
      Array.from({ length: A_SECOND / 10 }, () =>
        fetch(`${url}/api/v0/workspaces`, { headers: { authorization: "Bearer demo-mina" } }).then((it) => it.text()),
      ),
    )
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())))
  }
}
await ask(REQUESTS)
within("Requests view: longest task during 5,000 requests at 300 per second", await longest(), 100)
const full = await usedMegabytes()
await ask(MORE_REQUESTS)
const later = await usedMegabytes()
lines.push({
  what: `page memory after ${REQUESTS.toLocaleString("en")} requests, against after ${MORE_REQUESTS.toLocaleString("en")} more requests`,
  measured: `${later.toFixed(1)} MiB`,
  baseline: `${full.toFixed(1)} MiB`,
  target: "≤ 1.1 ×",
  ratio: later / full,
  isMet: later <= full * 1.1,
})

await page.goto(`${url}/#/large`)
await page.locator(".figure b").first().waitFor()
await new Promise((resolve) => setTimeout(resolve, 2000))
const before = await metric("TaskDuration")
await new Promise((resolve) => setTimeout(resolve, 5000))
const share = ((await metric("TaskDuration")) - before) / 5
lines.push({
  what: "processor time of an idle tab",
  measured: `${(share * 100).toFixed(2)} % of a core`,
  target: "< 1 %",
  isMet: share < 0.01,
})

await browser.close()
server.kill("SIGTERM")
await once(server, "exit")
report(lines)
