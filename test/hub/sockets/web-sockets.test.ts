import { request } from "node:http"
import { connect as connectSocket } from "node:net"
import { describe, expect, test } from "vitest"
import { createWorld } from "../../../src/world/index.ts"
import { smallFixture } from "../../sample-worlds/small.ts"
import { until } from "../../until.ts"
import { connect, GREETING, greet, hubOf, start } from "./rig.ts"

const STORE = "/api/v0/applications/CRM/datastores/Customers/items"
const CREATE = { item: { Name: "Umbrella" }, access_key_updates: { groups_to_publish: ["ACME"] } }

const ask = (url: string, path: string, token: string, body: object, method = "POST") =>
  fetch(url + path, {
    method,
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })

describe("an upgrade (hub.md section 1)", () => {
  test.each([
    ["token in the query", "/hub?token=bob-token", {}],
    ["access_token in the query", "/hub?id=1&access_token=bob-token", {}],
    ["Authorization header", "/hub", { headers: { authorization: "Bearer bob-token" } }],
    ["any Origin", "/hub?token=bob-token", { headers: { origin: "https://elsewhere.example" } }],
    ["a world by path", "/w/main/hub?token=bob-token", {}],
    ["a world by header", "/hub?token=bob-token", { headers: { "x-hexarium-world": "main" } }],
    ["escapes", "/hub?token=bob%2Dtoken", {}],
  ])("is accepted: %s", async (_, path, options) => {
    const server = await start()
    const client = await connect(hubOf(server, path), options)
    client.send(GREETING)
    await until(() => expect(client.heard).toEqual([{}]))
  })

  test("takes a token that contains + and % as it was sent", async () => {
    const token = "a+b%41/c=="
    const users = smallFixture.users.map((user) => (user.token === "bob-token" ? { ...user, token } : user))
    const server = await start({ world: await createWorld({ fixture: { ...smallFixture, users } }) })
    await greet(hubOf(server, `/hub?token=${token}`))
    await expect(connect(hubOf(server, "/hub?token=a%20b%41/c=="))).rejects.toThrow("status 401")
  })

  test.each([
    ["no token", "/hub", 401, {}],
    ["an unknown token", "/hub?token=undefined", 401, {}],
    ["an empty token", "/hub?token=", 401, {}],
    ["a bad token beside a good header", "/hub?token=bad", 401, { headers: { authorization: "Bearer bob-token" } }],
    ["an unknown world", "/w/nowhere/hub?token=bob-token", 404, {}],
    ["a strange host", "/hub?token=bob-token", 403, { headers: { host: "evil.example" } }],
    ["another path", "/hubs?token=bob-token", 404, {}],
  ] as const)("is refused: %s", async (_, path, status, options) => {
    const server = await start()
    await expect(connect(hubOf(server, path), options)).rejects.toThrow(`status ${status}`)
    await until(async () => expect((await fetch(`${server.url}/_hexarium/health`)).status).toBe(200))
  })

  test("a fork has connections of its own", async () => {
    const server = await start()
    await ask(server.url, "/_hexarium/worlds", "", {}, "POST").catch(() => {})
    server.app.worlds.fork({ name: "twin" })
    const [here, there] = [await greet(hubOf(server)), await greet(hubOf(server, "/w/twin/hub?token=bob-token"))]
    await ask(server.url, `/w/twin${STORE}/new`, "ada-token", CREATE)
    await until(() => expect(there.heard).toHaveLength(1))
    expect(here.heard).toEqual([])
  })

  test("GET without an upgrade says what to do", async () => {
    const server = await start()
    const answer = await fetch(`${server.url}/hub?token=bob-token`)
    expect(answer.status).toBe(426)
    expect(await answer.json()).toMatchObject({ error: expect.stringContaining("WebSocket") })
  })

  test("negotiation offers WebSockets to whoever has a token", async () => {
    const server = await start()
    const negotiate = (query: string) => fetch(`${server.url}/hub/negotiate${query}`, { method: "POST" })
    expect((await negotiate("?negotiateVersion=1")).status).toBe(401)
    expect(await (await negotiate("?negotiateVersion=1&token=bob-token")).json()).toEqual({
      negotiateVersion: 0,
      connectionId: expect.stringMatching(/./),
      availableTransports: [{ transport: "WebSockets", transferFormats: ["Text"] }],
    })
  })
})

describe("requests for other protocols are answered over HTTP", () => {
  const h2c = { connection: "Upgrade, HTTP2-Settings", upgrade: "h2c", "http2-settings": "AAMAAABkAAQCAAAAAAIAAAAA" }

  test("the server returns their body, and keeps the connection", async () => {
    const server = await start()
    const { port } = new URL(server.url)
    const status = await new Promise((resolve, reject) => {
      const sent = request(
        {
          port,
          method: "POST",
          path: `${STORE}/new`,
          headers: { ...h2c, authorization: "Bearer ada-token", "content-type": "application/json" },
        },
        (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        },
      )
      sent.on("error", reject).end(JSON.stringify(CREATE))
    })
    expect(status).toBe(200)
    const plain = "GET /_hexarium/health HTTP/1.1\r\nHost: localhost\r\n"
    const answer = await new Promise<string>((resolve, reject) => {
      let heard = ""
      const socket = connectSocket(Number(port), "127.0.0.1", () =>
        socket.write(`${plain}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`),
      )
      socket.on("data", (chunk) => {
        const isFirst = heard === ""
        heard += chunk
        if (isFirst) socket.write(`${plain}Connection: close\r\n\r\n`)
      })
      socket.on("end", () => resolve(heard)).on("error", reject)
    })
    expect(answer.match(/HTTP\/1\.1 200/g)).toHaveLength(2)
  })

  test("behind an open response they end the connection", async () => {
    const server = await start()
    const { port } = new URL(server.url)
    const heard = await new Promise<string>((resolve, reject) => {
      let all = ""
      const slow = "GET /_hexarium/worlds/main/mails?wait_ms=20000&kind=email HTTP/1.1\r\nHost: localhost\r\n\r\n"
      const hub =
        "GET /hub?token=bob-token HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
      const socket = connectSocket(Number(port), "127.0.0.1", () => socket.write(slow + hub))
      socket.on("data", (chunk) => {
        all += chunk
      })
      socket.on("close", () => resolve(all)).on("error", reject)
    })
    expect(heard).toBe("")
  })
})
