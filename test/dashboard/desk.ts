import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { type Browser, type BrowserContext, chromium, type Locator, type Page, type Request } from "playwright-core"
import { expect } from "vitest"
import type { ControlRoutes } from "../../emulator/control/index.ts"
import { PATIENCE_MS, until } from "../until.ts"
import { CHROMIUM } from "./chromium.ts"

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url))
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** Chromium's message for a refused request. Any other error of a page makes the test fail. */
const REFUSAL = /^Failed to load resource: the server responded with a status of 4\d\d/

/** The server may close a kept connection while the machine is busy, so each request uses its own. */
const CLOSE_HEADERS = { connection: "close" }

type GetRoute = Extract<keyof ControlRoutes, `GET ${string}`>

interface Wish {
  readonly width?: number
  readonly locale?: string
  /** Opens the page as another tab of this page's browser. */
  readonly beside?: Page
}

/** State of an open page. */
interface Opened {
  readonly locale: string
  /** Whether the page is a second tab beside another page. */
  readonly isBeside: boolean
  readonly said: string[]
  readonly waiting: Set<Request>
}

/** Requests that stay open as long as the page. */
const isEndless = (request: Request): boolean => /\/events\b|wait_ms=/.test(request.url())

/** Position in an element at which files are dropped. */
const PLACE = { x: 10, y: 5 }

/** Time limit of a drop. Elements that grow above the target may move it out of the window, where no dragover and no drop arrive. */
const DRAG_MS = 5000

/**
 * `takes`: the page's listeners accepted a dragover. `given`: a drop arrived. It is false if Chromium cancelled the drop, which the page
 * sees as a dragleave.
 */
const SEE_DRAG = `{
  const leaves = new Promise((done) =>
    addEventListener("dragleave", (event) => event.relatedTarget === null && done(false), { capture: true }))
  globalThis.takes = new Promise((done) => {
    addEventListener("dragover", (event) => done(event.defaultPrevented), { once: true })
    setTimeout(done, ${DRAG_MS}, false)
  })
  globalThis.given = Promise.race([
    new Promise((done) => addEventListener("drop", () => done(true), { capture: true, once: true })),
    leaves,
    new Promise((done) => setTimeout(done, ${DRAG_MS}, false)),
  ])
  undefined
}`

/** A server of the demo world and a browser. All tests of a file share them and run in parallel in their own worlds. */
export class Desk {
  readonly url: string
  #process: ChildProcess
  readonly #browser: Browser
  /**
   * Empty pages with a warm cache and process, each in its own context. They show the dashboard in half of the processor time of a new page.
   * A browser has six connections per server and context, and a stream occupies one.
   */
  readonly #idle = new Map<string, Page[]>()
  readonly #opened = new Map<Page, Opened>()
  readonly #folders: string[] = []
  #worlds = 0

  private constructor(url: string, process: ChildProcess, browser: Browser) {
    this.url = url
    this.#process = process
    this.#browser = browser
  }

  static async start(): Promise<Desk> {
    const [server, browser] = await Promise.all([
      startServer(0),
      chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] }),
    ])
    return new Desk(server.url, server.process, browser)
  }

  /** Opens the same browser at another server, for a test that stops the server. */
  async elsewhere(): Promise<Desk> {
    const server = await startServer(0)
    return new Desk(server.url, server.process, this.#browser)
  }

  async stop(): Promise<void> {
    await this.#browser.close()
    this.#process.kill("SIGTERM")
    await once(this.#process, "exit")
    for (const folder of this.#folders) await rm(folder, { recursive: true })
  }

  /** Stops the server with all its worlds. `startAgain` starts a new server at the same address. */
  async stopServer(): Promise<void> {
    this.#process.kill("SIGKILL")
    await once(this.#process, "exit")
  }

  async startAgain(): Promise<void> {
    this.#process = (await startServer(Number(new URL(this.url).port))).process
  }

  /** Creates a world for a test, forked from `from`. */
  async world(name = "t", from = "main"): Promise<string> {
    this.#worlds += 1
    const made = await this.send("POST", "/worlds", { from, name: `${name}${this.#worlds}` })
    return made.name
  }

  /** Opens a page at a view, `#/WORLD/VIEW…`, for one test. */
  async open(address: string, wish: Wish = {}): Promise<Page> {
    const page = await this.blank(wish)
    await page.goto(`${this.url}/${address}`)
    await this.settled(page)
    return page
  }

  /** Opens an empty page. */
  async blank({ width = 1280, locale = "en", beside }: Wish = {}): Promise<Page> {
    const idle = beside === undefined ? this.#idle.get(locale)?.pop() : undefined
    const page = idle ?? (await this.#newPage(beside?.context() ?? (await this.#newContext(locale))))
    this.#opened.set(page, { locale, isBeside: beside !== undefined, said: [], waiting: new Set() })
    await page.setViewportSize({ width, height: 800 })
    return page
  }

  #newContext(locale: string): Promise<BrowserContext> {
    return this.#browser.newContext({ locale, reducedMotion: "reduce" })
  }

  async #newPage(context: BrowserContext): Promise<Page> {
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    const opened = () => this.#opened.get(page)
    page.on("console", (message) => {
      if (message.type() === "error" && !REFUSAL.test(message.text())) opened()?.said.push(message.text())
    })
    page.on("pageerror", (error) => opened()?.said.push(String(error)))
    page.on("request", (request) => isEndless(request) || opened()?.waiting.add(request))
    page.on("requestfinished", (request) => opened()?.waiting.delete(request))
    page.on("requestfailed", (request) => opened()?.waiting.delete(request))
    return page
  }

  /** Resolves when the view is shown and all its data is loaded. */
  async settled(page: Page): Promise<void> {
    await page.locator("main h1").first().waitFor()
    const isIdle = async () => {
      const waiting = [...(this.#opened.get(page)?.waiting ?? [])].map((request) => request.url())
      expect(waiting, "requests that are not answered yet").toEqual([])
      expect(await page.locator("main .loading").count(), "what is being read").toBe(0)
    }
    await until(async () => {
      await isIdle()
      await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
      await isIdle()
    })
  }

  /** Ends the use of a page, and fails if it reported errors. Keeps the page for another test, unless a test changed its context. */
  async done(page: Page, { keeps = true }: { readonly keeps?: boolean } = {}): Promise<void> {
    const opened = this.#opened.get(page)
    this.#opened.delete(page)
    if (!keeps) await page.context().close()
    else if (opened?.isBeside) await page.close()
    else await this.#empty(page)
    expect(opened?.said).toEqual([])
    if (opened === undefined || opened.isBeside || !keeps) return
    this.#idle.set(opened.locale, [...(this.#idle.get(opened.locale) ?? []), page])
  }

  /** Undoes the changes of a test to a page, and opens an empty page there. */
  async #empty(page: Page): Promise<void> {
    await page.unrouteAll({ behavior: "ignoreErrors" })
    await page.emulateMedia({ colorScheme: null })
    await page.goto("about:blank")
    await page.mouse.move(0, 0)
  }

  /** Response of a route of the control plane. */
  async ask<R extends GetRoute>(
    route: R,
    params: Readonly<Record<string, string>>,
    query = "",
  ): Promise<ControlRoutes[R]["answer"]> {
    const path = route
      .replace("GET ", "")
      .replaceAll(/:([\w-]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))
    const response = await fetch(`${this.url}/_hexarium${path}${query}`, { headers: CLOSE_HEADERS })
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
      headers: { ...CLOSE_HEADERS, "x-hexarium": "1", "content-type": "application/json" },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as { name: string; token: string; version: number; hash: string }
    expect(response.ok, `${method} ${path}: ${JSON.stringify(answer)}`).toBe(true)
    return answer
  }

  /** Sends a request to a world's API as a user. */
  async api(world: string, user: string | null, method: string, path: string, body?: unknown) {
    const token = user === null ? undefined : await this.#tokenOf(world, user)
    const response = await fetch(`${this.url}/w/${world}/api/v0${path}`, {
      method,
      headers: {
        ...CLOSE_HEADERS,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    return { status: response.status, headers: response.headers, body: await response.text() }
  }

  /** In the demo world, returns the user's existing token, so the world does not change. In other worlds, issues a new token. */
  async #tokenOf(world: string, user: string): Promise<string> {
    if (/@(?:hikari|nord)\.example$/.test(user)) return `demo-${user.split("@")[0]}`
    return (await this.send("POST", `/worlds/${world}/tokens`, { user })).token
  }

  /** Drags files from outside over an element and drops them, as a user with a mouse does. */
  async drop(page: Page, target: Locator, files: readonly (readonly [name: string, text: string])[]): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), "hexarium-drop-"))
    const places = await Promise.all(
      files.map(async ([name, text]) => {
        await writeFile(join(folder, name), text)
        return join(folder, name)
      }),
    )
    this.#folders.push(folder)
    const session = await page.context().newCDPSession(page)
    const drag = async () => {
      // A trial hover scrolls to the target and waits until it is stable and not covered.
      await target.hover({ trial: true, position: PLACE })
      const box = await target.boundingBox()
      expect(box, "what is dropped on").not.toBeNull()
      await page.evaluate(SEE_DRAG)
      const send = (type: "dragEnter" | "dragOver" | "drop") =>
        session.send("Input.dispatchDragEvent", {
          type,
          x: (box?.x ?? 0) + PLACE.x,
          y: (box?.y ?? 0) + PLACE.y,
          data: { items: [], files: places, dragOperationsMask: 1 },
        })
      await send("dragEnter")
      await send("dragOver")
      // Chromium cancels a drop if the page has not responded to its dragover.
      expect(await page.evaluate<boolean>("globalThis.takes"), "the page takes files here").toBe(true)
      await send("drop")
      return page.evaluate<boolean>("globalThis.given")
    }
    await until(async () => expect(await drag(), "the page was given the files").toBe(true))
    await session.detach()
  }

  /** Makes the window as narrow as a phone. Fails if the page then scrolls sideways. */
  async narrow(page: Page): Promise<void> {
    await page.setViewportSize({ width: 400, height: 800 })
    expect(await page.evaluate<number>("document.documentElement.scrollWidth"), "width").toBeLessThanOrEqual(400)
  }

  /**
   * Accessibility violations that axe finds in the page. The rule for the contrast of colours takes most of the time. Its result depends on
   * the theme, and in cards also on the width. The other rules do not depend on the theme.
   */
  async violations(page: Page, rules: "all" | "colours" | "not colours" = "all"): Promise<string[]> {
    if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(AXE)
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    const options = {
      runOnly: rules === "colours" ? ["color-contrast"] : tags,
      resultTypes: ["violations"],
      ...(rules === "not colours" && { rules: { "color-contrast": { enabled: false } } }),
    }
    return page.evaluate<string[]>(`axe
      .run(${JSON.stringify(options)})
      .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ": " + node.target + " " + node.failureSummary)))`)
  }
}

async function startServer(port: number): Promise<{ url: string; process: ChildProcess }> {
  const process = spawn(
    globalThis.process.execPath,
    [CLI, "start", "--port", String(port), "--clock", "frozen", "--log", "json"],
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
