import { readFile } from "node:fs/promises"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { type Browser, chromium, type Page } from "@playwright/test"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { hasWholeChromium, WHOLE_CHROMIUM } from "../dashboard/chromium.ts"
import { type Attacked, startAttacked } from "./target.ts"

/** A hostile site, and a hostile name that resolves to this machine. */
const EVIL_HOST = "evil.example"
const REBOUND_HOST = "rebound.example"

interface Route {
  readonly method: string
  readonly path: string
}

let target: Attacked
let site: Server
let browser: Browser
let page: Page
let routes: readonly Route[]

beforeAll(async () => {
  if (!hasWholeChromium) return
  target = await startAttacked()
  site = createServer((_, response) => response.setHeader("content-type", "text/html").end("<!doctype html><p>Hi</p>"))
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve))
  browser = await chromium.launch({
    executablePath: WHOLE_CHROMIUM,
    args: ["--no-sandbox", `--host-resolver-rules=MAP ${EVIL_HOST} 127.0.0.1, MAP ${REBOUND_HOST} 127.0.0.1`],
  })
  page = await evilPage()
  const { paths } = (await (await fetch(`${target.url}/_hexarium/openapi.json`)).json()) as {
    paths: Record<string, Record<string, unknown>>
  }
  routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({
      method: method.toUpperCase(),
      path: `/_hexarium${path.replace(/\{([^}]+)\}/g, (_, name: string) => (name === "w" ? "main" : "x"))}`,
    })),
  )
})
afterAll(async () => {
  await browser?.close()
  site?.close()
  await target?.stop()
})

async function evilPage(): Promise<Page> {
  const page = await browser.newPage()
  await page.goto(`http://${EVIL_HOST}:${(site.address() as AddressInfo).port}/`)
  return page
}

/** Responses that a page could read in all attempts on one route. */
async function attackRoute(from: Page, url: string, { method, path }: Route): Promise<string[]> {
  await from.evaluate(await readFile(new URL("attack-page.js", import.meta.url), "utf8"))
  return from.evaluate<string[]>(
    `attackFrom(${JSON.stringify(url)}, ${JSON.stringify(method)}, ${JSON.stringify(path)})`,
  )
}

describe.skipIf(!hasWholeChromium)("in a browser (control.md section 4)", () => {
  test("a page of another site changes nothing and reads nothing, by no route", async () => {
    const before = await target.state()
    expect(routes).toContainEqual({ method: "POST", path: "/_hexarium/worlds/main/reset" })
    const read: string[] = []
    const waiting = [...routes]
    const pages = [page, ...(await Promise.all([1, 2, 3].map(() => evilPage())))]
    await Promise.all(
      pages.map(async (one) => {
        for (let route = waiting.shift(); route !== undefined; route = waiting.shift())
          for (const what of await attackRoute(one, target.url, route))
            read.push(`${route.method} ${route.path}: ${what}`)
      }),
    )
    expect(read).toEqual([])
    expect(await target.state()).toBe(before)
  })

  test("a stream of events is not opened for another site", async () => {
    const address = JSON.stringify(`${target.url}/_hexarium/worlds/main/events?since=0`)
    const told = await page.evaluate<string>(`new Promise((resolve) => {
      const source = new EventSource(${address})
      source.onopen = () => resolve("opened")
      source.onerror = () => resolve("refused")
    })`)
    expect(told).toBe("refused")
  })

  test("a name of somebody else's that leads here is refused, whatever it asks for", async () => {
    const before = await target.state()
    const url = target.url.replace(/127\.0\.0\.1|localhost/, REBOUND_HOST)
    const rebound = await browser.newPage()
    for (const path of ["/", "/docs", "/_hexarium/worlds", "/api/v0/userinfo"])
      expect((await rebound.goto(url + path))?.status()).toBe(403)
    const read = await attackRoute(rebound, url, { method: "POST", path: "/_hexarium/worlds" })
    // The page may read the refusal itself.
    expect(read.filter((what) => !what.includes("NO_PRIVILEGES"))).toEqual([])
    expect(await target.state()).toBe(before)
  })
})
