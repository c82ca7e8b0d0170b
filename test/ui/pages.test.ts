import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { readPageFile } from "../../emulator/node/index.ts"
import { bareWorld } from "../bare-world.ts"

const FOLDER = new URL("../../emulator/ui/", import.meta.url)
const files = readdirSync(FOLDER)
const textOf = (file: string) => readFileSync(new URL(file, FOLDER), "utf8")

/** How the dashboard reads its address, taken out of the page's script, which needs a browser. */
function readAddressOf(script: string) {
  const parts = /(?<plain>function plain\(.*?\n\}).*?(?<read>function readAddress\(.*?\n\})/s.exec(script)?.groups
  const read = new Function("location", "VIEWS", `${parts?.plain}\n${parts?.read}\nreturn readAddress()`)
  return { tabIn: (tab: string): unknown => read({ hash: `#/main/${tab}` }, { requests: [], mails: [] }).tab }
}

const get = (path: string, init: RequestInit = {}) =>
  createApp({ world: bareWorld(), pageFile: readPageFile }).fetch(new Request(`http://hexarium${path}`, init))

describe("the dashboard", () => {
  test("is served at /, and runs nothing but what this server sends", async () => {
    const answer = await get("/")
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
    const policy = answer.headers.get("content-security-policy") ?? ""
    for (const rule of ["default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"]) {
      expect(policy.split("; ")).toContain(rule)
    }
    expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([])
    expect(await answer.text()).toContain('<script type="module" src="/ui/main.js">')
  })

  test("takes no name of a prototype for a view, and no broken address for an error", () => {
    const { tabIn } = readAddressOf(textOf("main.js"))
    for (const tab of ["constructor", "__proto__", "toString", "%", "%ff"])
      expect([tab, tabIn(tab)]).toEqual([tab, "requests"])
    expect(tabIn("mails")).toBe("mails")
  })

  test("every file of it is served with its type, and nothing else of the folder's kind", async () => {
    const types: Record<string, string> = { js: "text/javascript", css: "text/css", svg: "image/svg+xml" }
    for (const file of files.filter((name) => name !== "index.html")) {
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
    for (const file of files) {
      const addresses = (textOf(file).match(/(?:https?:|["'(])\/\/[\w-]+\.[\w.-]+/g) ?? []).filter(
        (address) => address !== "http://www.w3.org",
      )
      expect([file, addresses]).toEqual([file, []])
    }
  })

  test("never reads a text as HTML", () => {
    for (const file of files.filter((name) => name.endsWith(".js"))) {
      expect([
        file,
        textOf(file).match(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function/),
      ]).toEqual([file, null])
    }
    expect(textOf("mails.js")).toMatch(/sandbox: ""/)
  })
})
