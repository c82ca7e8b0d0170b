import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { networkInterfaces } from "node:os"
import { join } from "node:path"
import { type Browser, chromium, type Page } from "playwright-core"
import { createServer, type ViteDevServer } from "vite"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { createWorldFromFiles, type RunningServer, startServer } from "../../emulator/node/index.ts"
import { CHROMIUM, hasChromium } from "../dashboard/chromium.ts"
import { filesOf, ROOT } from "../docs/blocks.ts"
import { until } from "../until.ts"

const GUIDE = filesOf("docs/how-to/app-pages.md")

/** An address of this machine under which Vite sees the caller as another machine. */
const LAN = Object.values(networkInterfaces())
  .flat()
  .find((address) => address?.family === "IPv4" && !address.internal)?.address

const serveShop = async (controlOrigins: readonly string[] = []): Promise<RunningServer> =>
  startServer({
    world: await createWorldFromFiles([`${ROOT}examples/vitest/shop.yaml`]),
    port: 0,
    controlOrigins,
    allowedHosts: LAN === undefined ? [] : [LAN],
  })

/** Starts Vite with the page's configuration and module. */
async function startVite(folder: string, target: string): Promise<ViteDevServer> {
  for (const [name, text] of GUIDE) await writeFile(join(folder, name), text)
  await writeFile(join(folder, "index.html"), '<!doctype html><script type="module" src="page.ts"></script>')
  vi.stubEnv("HEXARIUM_URL", target)
  const vite = await createServer({
    root: folder,
    configFile: join(folder, "vite.config.ts"),
    logLevel: "error",
    resolve: { alias: [{ find: /^hexarium\/(.*)$/, replacement: `${ROOT}dist/$1.js` }] },
    server: { host: "0.0.0.0", port: 0, fs: { strict: false } },
  })
  return vite.listen()
}

describe.runIf(hasChromium)("the guide to calls from an app's page, with Vite and Chromium", () => {
  let folder: string
  let server: RunningServer
  let vite: ViteDevServer
  let browser: Browser
  let page: Page
  let port: number

  beforeAll(async () => {
    await mkdir(`${ROOT}.cache`, { recursive: true })
    folder = await mkdtemp(`${ROOT}.cache/app-pages-`)
    server = await serveShop()
    vite = await startVite(folder, server.url)
    port = Number(new URL(vite.resolvedUrls?.local[0] ?? "http://none").port)
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] })
    page = await browser.newPage()
    await page.goto(`http://localhost:${port}/`)
  })
  afterAll(async () => {
    await browser?.close()
    await vite?.close()
    await server?.close({ graceMs: 0 })
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true, force: true })
  })

  test("the page calls the API and plans a fault through the proxy", async () => {
    await until(async () => expect(await page.title()).toBe("503 200"))
    const statuses = await page.evaluate(async () => {
      const ask = async (path: string, init?: RequestInit) => (await fetch(path, init)).status
      const query = {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"query":"{__typename}"}',
      }
      const noHeader = { method: "POST" }
      return [
        await ask("/w/main/api/v0/userinfo"),
        await ask("/graphql", query),
        await ask("/_hexarium/worlds/main/reset", noHeader),
      ]
    })
    expect(statuses).toEqual([401, 200, 403])
  })

  test("the proxy passes on the hub's WebSocket", async () => {
    const answer = await page.evaluate(async (host) => {
      const body = JSON.stringify({ email: "bob@shop.test", password: "bob" })
      const login = await fetch("/api/v0/login", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      })
      const { token } = (await login.json()) as { token: string }
      const socket = new WebSocket(`ws://${host}/hub?token=${encodeURIComponent(token)}`)
      return new Promise<string>((resolve) => {
        socket.onopen = () => socket.send('{"protocol":"json","version":1}\u001e')
        socket.onmessage = ({ data }) => resolve(String(data))
        socket.onclose = () => resolve("closed")
      })
    }, `localhost:${port}`)
    expect(answer).toBe("{}\u001e")
  })

  test.skipIf(LAN === undefined)("another machine gets no control plane through the proxy", async () => {
    expect((await fetch(`http://${LAN}:${port}/api/v0/userinfo`)).status).toBe(401)
    const { status } = await fetch(`http://${LAN}:${port}/_hexarium/worlds`)
    expect(status).toBe(403)
  })

  test("a page that has no proxy may call the control plane only with --control-origin", async () => {
    const open = await serveShop([`http://localhost:${port}`])
    const reset = (url: string) =>
      page.evaluate(async (base) => {
        const init = { method: "POST", headers: { "x-hexarium": "1" } }
        return fetch(`${base}/_hexarium/worlds/main/reset`, init).then(({ status }) => status, String)
      }, url)
    expect(await reset(open.url)).toBe(200)
    expect(await reset(server.url)).toMatch(/Failed to fetch/)
    await open.close({ graceMs: 0 })
  })
})
