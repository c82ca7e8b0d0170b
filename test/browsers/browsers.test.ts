import { createReadStream, existsSync } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { type Browser, chromium } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { createWorld } from "../../src/index.ts"
import { CHROMIUM, hasChromium } from "../dashboard/chromium.ts"
import { makeCalls } from "./calls.ts"

const ROOT = fileURLToPath(new URL("../../", import.meta.url))

const ENGINE = `
import { createWorld } from "${ROOT}dist/index.js"
import { createApp } from "${ROOT}dist/http.js"
import { makeCalls } from "${ROOT}test/browsers/calls.ts"`

/** Source texts of the scripts, by file name. */
const SOURCES = {
  page: `${ENGINE}
import { serveInTab } from "${ROOT}dist/service-worker.js"
globalThis.inPage = () => makeCalls({ createWorld, createApp })
globalThis.overWorker = (options) => makeCalls({ createWorld, createApp, reach: async (app) => {
  globalThis.app = app
  globalThis.served = await serveInTab(app, options)
  return { url: served.url, send: (request) => fetch(request) }
} })`,
  worker: `${ENGINE}
makeCalls({ createWorld, createApp }).then(postMessage, (error) => postMessage(String(error.stack)))`,
  // Service workers can't import modules later, so one file contains everything.
  inside: `${ENGINE}
addEventListener("fetch", (event) => {
  if (!event.request.url.endsWith("/outcome")) return
  event.respondWith(makeCalls({ createWorld, createApp }).then(
    (told) => Response.json(told), (error) => Response.json(String(error.stack)),
  ))
})
addEventListener("activate", (event) => event.waitUntil(clients.claim()))`,
}

const HTML = `<!doctype html><title>t</title><script type="module" src="page.js"></script>`
const TYPES: Record<string, string> = { js: "text/javascript", html: "text/html" }

describe.runIf(hasChromium)("in a browser, the same calls come to the same IDs and the same hash as in Node", () => {
  let folder: string
  let server: Server
  let browser: Browser
  let url: string
  let expected: readonly unknown[]
  const asked: string[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "hexarium-browsers-"))
    const entries = await Promise.all(
      Object.entries(SOURCES).map(async ([name, source]) => {
        await writeFile(join(folder, `${name}.in.js`), source)
        return { in: join(folder, `${name}.in.js`), out: name }
      }),
    )
    const common = { outdir: folder, bundle: true, format: "esm", platform: "browser", logLevel: "error" } as const
    await Promise.all([
      build({ ...common, entryPoints: entries.filter(({ out }) => out !== "inside"), splitting: true }),
      build({ ...common, entryPoints: entries.filter(({ out }) => out === "inside") }),
      writeFile(join(folder, "index.html"), HTML),
    ])
    server = createServer((request, response) => {
      const [path = "/"] = (request.url ?? "/").split("?")
      asked.push(path)
      const name = path.replace(/^\/(?:below\/)?/, "") || "index.html"
      const file = join(name === "service-worker-script.js" ? `${ROOT}dist` : folder, name)
      if (!existsSync(file)) return response.writeHead(404).end("not in the tab")
      response.writeHead(200, { "content-type": TYPES[name.split(".").at(-1) ?? ""] ?? "text/plain" })
      return createReadStream(file).pipe(response)
    }).listen(0, "127.0.0.1")
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] })
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    expected = await makeCalls({ createWorld, createApp })
  })
  afterAll(async () => {
    await browser?.close()
    server?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const open = async (path = "/") => {
    const page = await (await browser.newContext()).newPage()
    await page.goto(url + path)
    await page.waitForFunction("globalThis.inPage !== undefined")
    return page
  }

  test("Node's are what they should be", () => {
    expect(expected[2]).toMatchObject({ details: { result: expect.stringMatching(/^stopped at 2026-01-05/) } })
    expect(expected.slice(3, 6)).toEqual([1, 1, 2])
  })

  test("a page, and a worker of it", async () => {
    const page = await open()
    expect(await page.evaluate("inPage()")).toEqual(expected)
    const inWorker = `new Promise((resolve) => {
      new Worker("worker.js", { type: "module" }).onmessage = ({ data }) => resolve(data)
    })`
    expect(await page.evaluate(inWorker)).toEqual(expected)
    await page.context().close()
  })

  test("a service worker that holds the engine", async () => {
    const page = await open()
    const outcome = `(async () => {
      const controlled = new Promise((resolve) => { navigator.serviceWorker.oncontrollerchange = resolve })
      await navigator.serviceWorker.register("inside.js", { type: "module" })
      await controlled
      return (await fetch("/outcome")).json()
    })()`
    expect(await page.evaluate(outcome)).toEqual(expected)
    await page.context().close()
  })

  test.each(["/", "/below/"])("a page at %s whose requests a service worker hands to it", async (path) => {
    const page = await open(path)
    asked.length = 0
    expect(await page.evaluate("overWorker()")).toEqual(expected)
    expect(asked.filter((one) => one.includes("/api/") || one.includes("_hexarium"))).toEqual([])
    // Code that knows no sub path can send requests to the root of the site, also to the control plane and its event stream.
    expect(await page.evaluate(`fetch("/_hexarium/health").then((answer) => answer.status)`)).toBe(200)
    const firstEvent = `fetch("/_hexarium/worlds/main/events").then(async ({ body }) => {
      const reader = body.getReader()
      app.request("/api/v0/nowhere")
      const { value } = await reader.read()
      await reader.cancel()
      return new TextDecoder().decode(value).length > 0
    })`
    expect(await page.evaluate(firstEvent)).toBe(true)
    // Paths outside the app belong to the site, and all paths do once the app is stopped.
    expect(await page.evaluate(`fetch("nowhere").then((answer) => answer.text())`)).toBe("not in the tab")
    expect(await page.evaluate(`served.stop(), fetch("/api/v0/userinfo").then((answer) => answer.text())`)).toBe(
      "not in the tab",
    )
    await page.context().close()
  })

  test("a page that has no WebAssembly runs everything but scripts, and a script reports the reason", async () => {
    const page = await open()
    const [created, , stopped, ...rest] = (await page.evaluate("delete globalThis.WebAssembly, inPage()")) as unknown[]
    const missing = expect.stringMatching(/^scripts can't be run here: .*WebAssembly/)
    expect([created, stopped]).toEqual([created, created])
    expect(created).toMatchObject({ error_code: "PROCESS_STOPPED", details: { result: missing } })
    expect(rest.slice(0, 3)).toEqual([0, 0, 1])
    await page.context().close()
  })

  test("a script that can't be read is reported", async () => {
    const page = await open()
    const told = (options: string) => page.evaluate(`overWorker(${options}).then(() => "", (error) => String(error))`)
    expect(await told(`{ script: "missing.js" }`)).toMatch(/missing\.js|script/)
    await page.context().close()
  })
})
