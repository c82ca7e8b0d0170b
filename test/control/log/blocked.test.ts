import { connect } from "node:net"
import { Hono } from "hono"
import { afterEach, describe, expect, test, vi } from "vitest"
import { type App, type AppOptions, createApp } from "../../../emulator/app.ts"
import { createControl } from "../../../emulator/client/index.ts"
import { startServer } from "../../../emulator/node/index.ts"
import { requireWorlds, resetWorld } from "../../../emulator/worlds/index.ts"
import { createWorld } from "../../../src/index.ts"
import { DESK } from "../desk.ts"

const TOKEN = "ada-fixed-token-1"
const MINUTE_MS = 60_000

const serveDesk = async (options: Partial<AppOptions> = {}) => {
  const app = createApp({ world: await createWorld({ fixture: DESK }), ...options })
  return { app, control: createControl({ app }) }
}

const ask = (
  app: { fetch: App["fetch"] },
  path: string,
  headers: Record<string, string>,
  method = "GET",
  from = "127.0.0.1",
) =>
  app.fetch(new Request(`http://hexarium${path}`, { method, headers: { host: "localhost", ...headers } }), {
    incoming: { socket: { remoteAddress: from } },
  })

const EVIL_HEADERS = { host: "evil.example" }

afterEach(() => void vi.useRealTimers())

describe("blocked requests in the log (control.md section 3, request-log)", () => {
  test("a request with a foreign host, to any path, is in the log of main with the reason", async () => {
    const { app, control } = await serveDesk()
    await control.forkWorld({ name: "mine" })
    const { hash } = await control.getWorld({})
    for (const path of ["/", "/api/v0/userinfo?x=1", "/w/mine/graphql", "/_hexarium/worlds", "/metrics"])
      expect((await ask(app, path, EVIL_HEADERS, "POST")).status).toBe(403)
    const { requests } = await control.listRequests({})
    expect(requests.map(({ path }) => path)).toEqual([
      "/",
      "/api/v0/userinfo?x=1",
      "/w/mine/graphql",
      "/_hexarium/worlds",
      "/metrics",
    ])
    for (const request of requests)
      expect(request).toMatchObject({
        method: "POST",
        operation: null,
        user: null,
        status: 403,
        error: 'this server does not accept the host "evil.example"; allow the host with --allow-host',
      })
    expect((await control.listRequests({ world: "mine" })).requests).toEqual([])
    expect((await control.getWorld({})).hash).toBe(hash)
    await resetWorld(requireWorlds(app.worlds).main)
    expect((await control.listRequests({})).requests).toEqual([])
  })

  test("a request by a foreign page or another machine to the control plane is in the log of main", async () => {
    const { app, control } = await serveDesk({ controlToken: "the-control-token" })
    await ask(app, "/_hexarium/worlds", { origin: "https://evil.example" })
    await ask(app, "/_hexarium/worlds", {}, "GET", "192.0.2.7")
    await ask(app, "/_hexarium/worlds/main/reset", {}, "POST")
    await ask(app, "/metrics", { "sec-fetch-site": "cross-site" })
    await ask(app, "/sse?channel=logs_a_b", { origin: "https://evil.example" })
    expect((await control.listRequests({})).requests.map(({ path, error }) => [path, error])).toEqual([
      ["/_hexarium/worlds", expect.stringContaining("pages of https://evil.example may not use the control plane")],
      ["/_hexarium/worlds", expect.stringContaining("requires the bearer token of --control-token")],
      ["/_hexarium/worlds/main/reset", expect.stringContaining("X-Hexarium: 1")],
      ["/metrics", expect.stringContaining("pages of other sites")],
      ["/sse?channel=logs_a_b", expect.stringContaining("https://evil.example")],
    ])
  })

  test("have no secrets", async () => {
    const { app, control } = await serveDesk()
    const secret = "0123456789abcdef-secret"
    const paths = [
      `/hub?token=${secret}`,
      `/w/main/api/v0/users/registration/confirm?id=${secret}`,
      `/api/v0/users/confirmations/${secret}`,
      `/app/reset_password/${secret}`,
      `/w/main/app/confirm_email/${secret}?lang=ja`,
    ]
    const mounted = new Hono().route("/fake", app)
    for (const path of paths) {
      await ask(app, path, { ...EVIL_HEADERS, authorization: `Bearer ${secret}` })
      await ask({ fetch: mounted.fetch as App["fetch"] }, `/fake${path}`, EVIL_HEADERS)
    }
    const { requests } = await control.listRequests({})
    expect(requests.length).toBe(2 * paths.length)
    expect(JSON.stringify(requests)).not.toContain(secret)
    expect(requests.every(({ path }) => path.includes("***"))).toBe(true)
  })

  test("over a socket: another host, two hosts, another host in the target, an upgrade, but no probe", async () => {
    const server = await startServer({ world: await createWorld({ fixture: DESK }), port: 0 })
    const { port } = new URL(server.url)
    const send = (...lines: readonly string[]) =>
      new Promise<string>((resolve, reject) => {
        let heard = ""
        const socket = connect({ port: Number(port), host: "127.0.0.1" })
        socket.setEncoding("utf8").on("data", (text: string) => {
          heard += text
        })
        socket.on("close", () => resolve(heard.slice(9, 12))).on("error", reject)
        socket.write(`${[...lines, "connection: close"].join("\r\n")}\r\n\r\n`)
      })
    const asked = [
      await send("GET /api/v0/userinfo HTTP/1.1", "host: evil.example", `authorization: Bearer ${TOKEN}`),
      await send("GET /one HTTP/1.1", "host: localhost", "host: evil.example"),
      await send("GET http://name:password@evil.example/two?x=1 HTTP/1.1", "host: localhost"),
      await send("GET /three HTTP/1.0"),
      await send("GET /_hexarium/health HTTP/1.1", "host: evil.example"),
    ]
    expect(asked).toEqual(["403", "403", "403", "403", "200"])
    const upgrade = await new Promise<string>((resolve) => {
      const socket = connect({ port: Number(port), host: "127.0.0.1" })
      socket.once("data", (data) => resolve(String(data).slice(9, 12)))
      socket.write(
        "GET /hub?token=x HTTP/1.1\r\nhost: evil.example\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
      )
    })
    expect(upgrade).toBe("403")
    const { requests } = await createControl({ url: server.url }).listRequests({})
    await server.close({ graceMs: 0 })
    expect(requests.map(({ path, status }) => `${status} ${path}`)).toEqual([
      "403 /api/v0/userinfo",
      "403 /one",
      "403 /two?x=1",
      "403 /three",
      "403 /hub?token=***",
    ])
    expect(JSON.stringify(requests)).not.toMatch(/password@|ada-fixed-token-1/)
  })
})

describe("strangers", () => {
  test("displace no other entries and no events; metrics count all of their requests", async () => {
    vi.useFakeTimers({ toFake: ["performance"] })
    const { app, control } = await serveDesk()
    const headers = { authorization: `Bearer ${TOKEN}` }
    const listed = async () => (await control.listRequests({})).requests
    const eventsNow = () => app.worlds.main.events.sequence
    for (let at = 0; at < 10; at += 1) await ask(app, `/api/v0/userinfo?n=${at}`, headers)
    const before = eventsNow()
    for (let at = 0; at < 3000; at += 1) await ask(app, `/evil/${at}`, EVIL_HEADERS)
    expect(eventsNow() - before).toBe(50)
    await ask(app, "/api/v0/userinfo?n=last", headers)
    expect((await listed()).map(({ path }) => path)).toEqual([
      ...Array.from({ length: 10 }, (_, at) => `/api/v0/userinfo?n=${at}`),
      ...Array.from({ length: 50 }, (_, at) => `/evil/${at}`),
      "/api/v0/userinfo?n=last",
    ])
    vi.advanceTimersByTime(MINUTE_MS)
    for (let at = 0; at < 60; at += 1) await ask(app, `/later/${at}`, EVIL_HEADERS)
    const later = await listed()
    expect(later.length).toBe(61)
    expect(later.filter(({ path }) => path.startsWith("/later/")).length).toBe(50)
    expect(app.worlds.requestCounts.statuses.get(403)).toBe(3060)
  })

  test("get no more entries than the log has", async () => {
    const { app, control } = await serveDesk({ requestLogSize: 3 })
    for (let at = 0; at < 20; at += 1) await ask(app, `/evil/${at}`, EVIL_HEADERS)
    expect((await control.listRequests({})).requests.map(({ path }) => path)).toEqual([
      "/evil/17",
      "/evil/18",
      "/evil/19",
    ])
  })
})
