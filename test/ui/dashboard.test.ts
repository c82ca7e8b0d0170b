import { readdirSync, readFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import { describe, expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { readPageFile } from "../../emulator/node/index.ts"
import { bareWorld } from "../bare-world.ts"

const BUILT_FOLDER = new URL("../../dist/ui/", import.meta.url)
const SOURCES = new URL("../../dashboard/", import.meta.url)
const builtFiles = readdirSync(BUILT_FOLDER)
const textOf = (file: string): string => String(readPageFile(`ui/${file}`))
const sources = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((file) =>
  /\.(?:tsx?|css)$/.test(file),
)
const sourceOf = (file: string) => readFileSync(new URL(file, SOURCES), "utf8")

const get = (path: string, init: RequestInit = {}) =>
  createApp({ world: bareWorld(), pageFile: readPageFile }).fetch(new Request(`http://hexarium${path}`, init))

/** Files that a file loads before it runs, including itself. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const [, name = ""] of textOf(file).matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) loadedWith(name, seen)
  return seen
}

/**
 * The namespace of SVG, the default URL of the typed client, and the reference, which opens in a tab of its own when somebody follows a
 * link to a rule.
 */
const NAMED_HOSTS = ["http://www.w3.org", "http://127.0.0.1", "https://github.com"]

const zippedBytes = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(textOf(file)).length, 0)

describe("the dashboard", () => {
  test("is served at /, and runs and styles nothing but what this server sends", async () => {
    const answer = await get("/")
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
    const policy = answer.headers.get("content-security-policy") ?? ""
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "frame-ancestors 'none'",
    ]) {
      expect(policy.split("; ")).toContain(rule)
    }
    expect(policy).not.toContain("unsafe")
    expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([])
    expect(await answer.text()).toContain('<script type="module" src="/ui/main.js">')
  })

  test("every file that the build lists is served with its type, and nothing else", async () => {
    const types: Record<string, string> = { js: "text/javascript", css: "text/css", svg: "image/svg+xml" }
    const listed = builtFiles.filter((name) => !/\.html$|^files\.json$/.test(name))
    for (const file of listed) {
      const answer = await get(`/ui/${file}`)
      expect([file, answer.status, answer.headers.get("content-type")]).toEqual([
        file,
        200,
        `${types[file.split(".").at(-1) ?? ""]}; charset=utf-8`,
      ])
      expect(await answer.text()).toBe(textOf(file))
    }
    for (const path of [
      "/ui/",
      "/ui/none.js",
      "/ui/files.json",
      "/ui/..%2f..%2fpackage.json",
      "/ui/../../package.json",
      "/ui/__proto__",
    ]) {
      expect((await get(path)).status).toBe(404)
    }
  })

  test("takes GET and HEAD only, and guards its host", async () => {
    const refused = await get("/", { method: "POST" })
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD"])
    const head = await get("/", { method: "HEAD" })
    expect([head.status, await head.text()]).toEqual([200, ""])
    expect((await get("/", { headers: { host: "evil.example" } })).status).toBe(403)
  })

  test("works without internet: no file names another server", () => {
    for (const file of builtFiles) {
      const addresses = (textOf(file).match(/(?:https?:|["'(])\/\/[\w-]+\.[\w.-]+/g) ?? []).filter(
        (address) => !NAMED_HOSTS.includes(address),
      )
      expect([file, addresses]).toEqual([file, []])
    }
  })

  test("never reads a text as HTML or as a script", () => {
    for (const file of sources) {
      const found = sourceOf(file).match(
        /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|srcdoc|allow-scripts/i,
      )
      expect([file, found]).toEqual([file, null])
    }
    // Links may open tabs, which are outside of the sandbox. Scripts, forms and the origin stay blocked.
    expect(sourceOf("views/mails/letter.tsx")).toMatch(/sandbox="allow-popups allow-popups-to-escape-sandbox"/)
  })

  test("loads at most 80 KB for its first view, and other views when they are opened", () => {
    const first = loadedWith("main.js")
    const overview = builtFiles.find((name) => /^overview-/.test(name)) ?? ""
    expect(zippedBytes(loadedWith(overview, first))).toBeLessThanOrEqual(80 * 1024)
    for (const view of ["requests", "data", "mails", "time", "worlds", "faults", "palette"]) {
      expect([view, [...first].some((name) => name.startsWith(`${view}-`))]).toEqual([view, false])
    }
  })
})
