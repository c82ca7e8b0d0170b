import { readdir, readFile, writeFile } from "node:fs/promises"
import { request } from "node:http"
import { join } from "node:path"
import { build, createServer, type HMRPayload, preview, type ViteDevServer } from "vite"
import { expect, test, vi } from "vitest"
import WebSocket from "ws"
import { hexarium } from "../../emulator/vite/index.ts"
import { until } from "../until.ts"
import { ADA, SHOP, urlOf, useViteProject } from "./vite-project.ts"

/** docs/how-to/vite.md. */

const project = useViteProject()
const inRoot = (file: string): string => join(project.root, file)

async function titles(url: string): Promise<string[]> {
  const response = await fetch(`${url}/_hexarium/worlds/main/export`)
  return [...JSON.stringify(await response.json()).matchAll(/"Title":"([^"]+)"/g)].map(([, title = ""]) => title)
}

test("the dev server answers the API, the control plane and the dashboard, and the app's own pages", async () => {
  const { url } = await project.open({ fixture: "shop.yaml" })
  expect((await fetch(`${url}/api/v0/userinfo`, { headers: ADA })).status).toBe(200)
  expect((await fetch(`${url}/w/main/api/v0/userinfo`)).status).toBe(401)
  expect(await (await fetch(`${url}/_hexarium/health`)).json()).toMatchObject({ status: "ok" })
  expect(await (await fetch(url)).text()).toContain("<title>App</title>")
  expect((await fetch(`${url}/graphql`, { method: "POST" })).status).toBe(415)
  const page = await (await fetch(`${url}/__hexarium`)).text()
  const script = /src="([^"]+main\.js)"/.exec(page)?.[1] ?? ""
  expect(script).toBe("/__hexarium/ui/main.js")
  expect((await fetch(url + script)).headers.get("content-type")).toContain("javascript")
  expect((await fetch(`${url}/__hexarium/docs`)).status).toBe(200)
})

test("the dev server opens WebSockets of the hub", async () => {
  const { url } = await project.open({ fixture: "shop.yaml" })
  const socket = new WebSocket(`${url.replace("http", "ws")}/hub?access_token=ada-token`)
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject))
  socket.terminate()
})

test("the plugin opens no port of its own", async () => {
  const { server, url } = await project.open({ fixture: "shop.yaml" })
  const listen = vi.spyOn((await import("node:net")).Server.prototype, "listen")
  await fetch(`${url}/api/v0/userinfo`)
  expect(listen).not.toHaveBeenCalled()
  listen.mockRestore()
  expect(server.httpServer?.listening).toBe(true)
})

test("worlds survive a restart of the dev server", async () => {
  const { server, url } = await project.open({ fixture: "shop.yaml" })
  const workspaces = await fetch(`${url}/_hexarium/worlds`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-hexarium": "1" },
    body: JSON.stringify({ name: "mine" }),
  })
  expect(workspaces.status).toBe(201)
  await server.restart()
  expect((await fetch(`${urlOf(server)}/_hexarium/worlds/mine`)).status).toBe(200)
})

test("a changed fixture is reloaded, and the pages with it", async () => {
  const { server, url } = await project.open({ fixture: "shop.yaml" })
  expect(await titles(url)).toEqual(["First"])
  const sent = payloadsOf(server)
  await writeFile(inRoot("shop.yaml"), SHOP.replace("Title: First", "Title: Second"))
  await until(async () => expect(await titles(url)).toEqual(["Second"]))
  await until(() => expect(sent).toContainEqual({ type: "full-reload" }))
})

function payloadsOf(server: ViteDevServer): HMRPayload[] {
  const sent: HMRPayload[] = []
  vi.spyOn(server.ws, "send").mockImplementation(((payload: HMRPayload) => void sent.push(payload)) as never)
  return sent
}

test("a faulty fixture shows its place in Vite's overlay, and the dev server goes on", async () => {
  await writeFile(inRoot("shop.yaml"), SHOP.replace("dataType: text", "dataType: txet"))
  const server = await createServer(project.configOf({ fixture: "shop.yaml" }))
  project.closing.push(() => server.close())
  const sent = payloadsOf(server)
  await server.listen()
  await until(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    type: "error",
    err: {
      plugin: "hexarium",
      id: inRoot("shop.yaml"),
      loc: { line: 15, column: expect.any(Number) },
      message: expect.stringMatching(/shop\.yaml:15:\d+: .*dataType.*did you mean text\?/s),
    },
  })
  const url = urlOf(server)
  expect(await (await fetch(url)).text()).toContain("<title>App</title>")
  const refused = await fetch(`${url}/api/v0/userinfo`, { headers: ADA })
  expect([refused.status, await refused.json()]).toMatchObject([
    503,
    { error: expect.stringContaining("did you mean text?") },
  ])

  await writeFile(inRoot("shop.yaml"), SHOP)
  await until(async () => expect((await fetch(`${url}/api/v0/userinfo`, { headers: ADA })).status).toBe(200))
})

test("a missing fixture is reported, and loaded when it appears", async () => {
  const { server, url } = await project.open({ fixture: "later.yaml" })
  const sent = payloadsOf(server)
  await until(async () => expect((await fetch(`${url}/api/v0/userinfo`)).status).toBe(503))
  expect(await (await fetch(`${url}/api/v0/userinfo`)).text()).toContain("later.yaml")
  await writeFile(inRoot("later.yaml"), SHOP)
  await until(async () => expect((await fetch(`${url}/api/v0/userinfo`, { headers: ADA })).status).toBe(200))
  expect(sent).toContainEqual({ type: "full-reload" })
})

test("the dev server ignores an origin that is no URL", async () => {
  const { url } = await project.open({ fixture: "shop.yaml" }, { server: { origin: "shop.example" } })
  expect((await fetch(`${url}/api/v0/userinfo`, { headers: ADA })).status).toBe(200)
})

test("two plugins in one config are refused", async () => {
  const both = createServer(project.configOf({}, { plugins: [hexarium()] }))
  await expect(both).rejects.toThrow(
    "the Vite config has two hexarium() plugins; one server has one, so keep one of them",
  )
})

/** Sends a request with any headers and returns the status. */
function statusOf(url: string, path: string, headers: Record<string, string>, method = "GET"): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url + path, { method, headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
      .on("error", reject)
      .end()
  })
}

test("Hexarium's guards hold, whatever Vite allows", async () => {
  const { url } = await project.open(
    { fixture: "shop.yaml" },
    { server: { cors: true, allowedHosts: true, host: true } },
  )
  expect(await statusOf(url, "/_hexarium/worlds", {})).toBe(200)
  expect(await statusOf(url, "/_hexarium/worlds", { host: "evil.example" })).toBe(403)
  expect(await statusOf(url, "/api/v0/userinfo", { host: "evil.example" })).toBe(403)
  expect(await statusOf(url, "/_hexarium/worlds", { origin: "https://evil.example" })).toBe(403)
  expect(await statusOf(url, "/_hexarium/worlds", { "x-forwarded-for": "192.0.2.1" })).toBe(403)
  expect(await statusOf(url, "/__hexarium/", { "x-forwarded-for": "192.0.2.1" })).toBe(403)
  expect(await statusOf(url, "/_hexarium/worlds/main/reset", {}, "POST")).toBe(403)
})

test("hosts of the dev server are accepted", async () => {
  const { url } = await project.open({ fixture: "shop.yaml" }, { server: { allowedHosts: ["shop.example"] } })
  expect(await statusOf(url, "/api/v0/userinfo", { host: "shop.example", ...ADA })).toBe(200)
})

test("vite preview answers too, and a build contains nothing of the plugin and its toolbar", async () => {
  const config = project.configOf(
    { fixture: "shop.yaml", toolbar: true },
    { build: { outDir: "out" }, preview: { port: 0, allowedHosts: ["shop.example"] } },
  )
  await build(config)
  const built = await readdir(inRoot("out"), { recursive: true, withFileTypes: true })
  const files = built.filter((entry) => entry.isFile())
  expect(files.length).toBeGreaterThan(1)
  for (const { parentPath, name } of files) {
    expect(await readFile(join(parentPath, name), "utf8")).not.toMatch(/hexarium/i)
  }
  const server = await preview(config)
  project.closing.push(() => server.close())
  const url = urlOf(server as never)
  expect((await fetch(`${url}/api/v0/userinfo`, { headers: ADA })).status).toBe(200)
  expect(await statusOf(url, "/api/v0/userinfo", { host: "shop.example", ...ADA })).toBe(200)
  expect((await fetch(`${url}/__hexarium/`)).status).toBe(200)
  expect(await (await fetch(url)).text()).not.toMatch(/hexarium/i)
})
