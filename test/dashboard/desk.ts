import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core"
import { expect } from "vitest"
import type { ControlRoutes } from "../../emulator/control/control-table.ts"
import { CHROMIUM } from "./chromium.ts"

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url))
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** What a page said that it should not have: errors, and what its policy stopped. A refused request is none. */
const REFUSED = /^Failed to load resource: the server responded with a status of 4\d\d/

type GetRoute = Extract<keyof ControlRoutes, `GET ${string}`>

/** A server of the demo world and a browser: one of each for all tests. */
export class Desk {
  readonly url: string
  #process: ChildProcess
  readonly #browser: Browser
  readonly #contexts = new Map<string, BrowserContext>()
  #worlds = 0
  readonly #said: string[] = []

  private constructor(url: string, process: ChildProcess, browser: Browser) {
    this.url = url
    this.#process = process
    this.#browser = browser
  }

  static async start(fixture?: string, port = 0): Promise<Desk> {
    const [server, browser] = await Promise.all([
      startServer(fixture, port),
      chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] }),
    ])
    return new Desk(server.url, server.process, browser)
  }

  async stop(): Promise<void> {
    await this.#browser.close()
    this.#process.kill("SIGTERM")
    await once(this.#process, "exit")
  }

  /** The server goes away with all its worlds; `startAgain` makes another one in its place. */
  async stopServer(): Promise<void> {
    this.#process.kill("SIGKILL")
    await once(this.#process, "exit")
  }

  async startAgain(): Promise<void> {
    this.#process = (await startServer(undefined, Number(new URL(this.url).port))).process
  }

  /** A world of its own for a test, forked from main unless it is told from which. */
  async world(name = "t", from = "main"): Promise<string> {
    this.#worlds += 1
    const made = await this.send("POST", "/worlds", { from, name: `${name}${this.#worlds}` })
    return made.name
  }

  /** A page at a view: `#/WORLD/VIEW…`. It lives for one test. */
  async open(address: string, options: { width?: number; locale?: string } = {}): Promise<Page> {
    const page = await this.blank(options)
    await page.goto(`${this.url}/${address}`)
    await this.settled(page)
    return page
  }

  /** A page that shows nothing yet. */
  async blank({ width = 1280, locale = "en" }: { width?: number; locale?: string } = {}): Promise<Page> {
    const context = this.#contexts.get(locale) ?? (await this.#browser.newContext({ locale, reducedMotion: "reduce" }))
    this.#contexts.set(locale, context)
    const page = await context.newPage()
    await page.setViewportSize({ width, height: 800 })
    page.setDefaultTimeout(8000)
    page.on("console", (message) => {
      if (message.type() === "error" && !REFUSED.test(message.text())) this.#said.push(message.text())
    })
    page.on("pageerror", (error) => this.#said.push(String(error)))
    return page
  }

  /** The view is there, and nothing in it is still being read. */
  async settled(page: Page): Promise<void> {
    await page.locator("main h1").first().waitFor()
    await expect.poll(() => page.locator("main .loading").count(), { timeout: 8000 }).toBe(0)
  }

  /** Closes what a test that failed left open. */
  async tidy(): Promise<void> {
    this.#said.length = 0
    await Promise.all([...this.#contexts.values()].flatMap((context) => context.pages().map((page) => page.close())))
  }

  /** Closes the page, and fails for what it said. */
  async done(page: Page): Promise<void> {
    await page.close()
    expect(this.#said.splice(0)).toEqual([])
  }

  /** What a route of the control plane answers. */
  async ask<R extends GetRoute>(
    route: R,
    params: Readonly<Record<string, string>>,
    query = "",
  ): Promise<ControlRoutes[R]["answer"]> {
    const path = route
      .replace("GET ", "")
      .replaceAll(/:([\w-]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))
    const response = await fetch(`${this.url}/_hexarium${path}${query}`)
    expect(response.status, `${route} ${JSON.stringify(params)}`).toBe(200)
    return (await response.json()) as ControlRoutes[R]["answer"]
  }

  async send(
    method: string,
    path: string,
    body: unknown = {},
  ): Promise<{ name: string; token: string; version: number; hash: string }> {
    const response = await fetch(`${this.url}/_hexarium${path}`, {
      method,
      headers: { "x-hexarium": "1", "content-type": "application/json" },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as { name: string; token: string; version: number; hash: string }
    expect(response.ok, `${method} ${path}: ${JSON.stringify(answer)}`).toBe(true)
    return answer
  }

  /** A request to the API of a world as a user. */
  async api(world: string, user: string | null, method: string, path: string, body?: unknown) {
    const token = user === null ? undefined : await this.#tokenOf(world, user)
    const response = await fetch(`${this.url}/w/${world}/api/v0${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    return { status: response.status, body: await response.text() }
  }

  /** The demo world's own token of a user, so that asking changes nothing; of users of other worlds a new one. */
  async #tokenOf(world: string, user: string): Promise<string> {
    if (/@(?:hikari|nord)\.example$/.test(user)) return `demo-${user.split("@")[0]}`
    return (await this.send("POST", `/worlds/${world}/tokens`, { user })).token
  }

  /** What axe finds in the page as it is. */
  async violations(page: Page): Promise<string[]> {
    await page.evaluate(AXE)
    return page.evaluate<string[]>(`axe
      .run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })
      .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ": " + node.target + " " + node.failureSummary)))`)
  }
}

async function startServer(fixture: string | undefined, port: number): Promise<{ url: string; process: ChildProcess }> {
  const process = spawn(
    globalThis.process.execPath,
    [
      CLI,
      "start",
      ...(fixture === undefined ? [] : [fixture]),
      "--port",
      String(port),
      "--clock",
      "frozen",
      "--log",
      "json",
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  )
  for await (const line of createInterface({ input: process.stdout })) {
    const { event, url }: { event?: string; url?: string } = JSON.parse(line)
    if (event === "ready" && url !== undefined) {
      process.stdout.resume()
      return { url, process }
    }
  }
  throw new Error("the server did not start")
}
