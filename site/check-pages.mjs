/**
 * `npm run site:check` opens pages of the built site in Chromium. It checks what axe reports in light and dark mode, that pages load
 * nothing from other hosts, that the search finds an operation, an error code, a flag and a Japanese word, and what a missing page says.
 */

import { createReadStream, existsSync, readFileSync, statSync } from "node:fs"
import { createServer } from "node:http"
import { extname, join, normalize } from "node:path"
import { fileURLToPath } from "node:url"
import { chromium } from "playwright-core"

const dist = fileURLToPath(new URL("dist/", import.meta.url))
const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8")
/** Chromium without windows, which needs less processor time. */
const SHELL = "/usr/bin/chromium-headless-shell"
const executablePath = process.env.HEXARIUM_CHROMIUM ?? (existsSync(SHELL) ? SHELL : "/usr/bin/chromium")

const PAGES = [
  ...["first-ten-minutes.html", "reference/operations/create-item.html", "reference/data-types.html"],
  ...["playground.html", "playground/"],
]
const SEARCHES = {
  CreateItem: "create-item",
  ITEM_REV_CONFLICT: "errors-and-what-to-do",
  "auto number": "auto-numbers",
  "--data": "persistence",
  フィクスチャー: "ja/first-ten-minutes",
}
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
}

const server = createServer(({ url = "/" }, response) => {
  const path = join(dist, normalize(decodeURI(new URL(url, "http://site").pathname)))
  const file = path.endsWith("/") ? `${path}index.html` : path
  const isThere = file.startsWith(dist) && existsSync(file) && statSync(file).isFile()
  if (!isThere) {
    response.writeHead(404, { "content-type": TYPES[".html"] })
    return createReadStream(join(dist, "404.html")).pipe(response)
  }
  response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" })
  return createReadStream(file).pipe(response)
})
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve))
const origin = `http://127.0.0.1:${server.address().port}`

const mistakes = []
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] })
for (const colorScheme of ["light", "dark"]) {
  const context = await browser.newContext({ colorScheme, reducedMotion: "reduce" })
  const page = await context.newPage()
  page.on("request", (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith("data:")) mistakes.push(`asks ${request.url()}`)
  })
  page.on("pageerror", (error) => mistakes.push(`${page.url()}: ${error.message}`))
  for (const path of PAGES) {
    await page.goto(`${origin}/${path}`)
    await page.locator("main h1").first().waitFor()
    await page.evaluate(axe)
    // Only colours depend on the theme.
    const options = colorScheme === "dark" ? { runOnly: ["color-contrast"] } : {}
    const { violations } = await page.evaluate((given) => globalThis.axe.run(given), options)
    for (const { id, nodes } of violations) {
      mistakes.push(
        `${path}, ${colorScheme}: ${id} (${nodes.length}): ${nodes[0].html.slice(0, 160)} ${nodes[0].failureSummary ?? ""}`,
      )
    }
  }
  if (colorScheme === "light") {
    await page.goto(`${origin}/not-there.html`)
    await page.getByRole("link", { name: "To the first page" }).waitFor()
    await page.goto(`${origin}/first-ten-minutes.html`)
    await page.locator(".VPNavBarSearch button").first().click()
    for (const [words, target] of Object.entries(SEARCHES)) {
      await page.locator("#localsearch-input").fill(words)
      const links = page.locator("#localsearch-list a")
      const match = links
        .and(page.locator(`[href*="${target}"]`))
        .first()
        .waitFor({ timeout: 60_000 })
      await match.catch(async () => {
        const found = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")))
        mistakes.push(`the search for ${words} finds ${found.slice(0, 5)}`)
      })
    }
  }
  await context.close()
}
await browser.close()
server.close()
for (const mistake of new Set(mistakes)) process.stderr.write(`${mistake}\n`)
process.exitCode = mistakes.length === 0 ? 0 : 1
