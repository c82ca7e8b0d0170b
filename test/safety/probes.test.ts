import { connect } from "node:net"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { type RunningServer, startServer } from "../../emulator/node/index.ts"
import { VERSION } from "../../emulator/version.ts"
import { createWorld, type World } from "../../src/world/index.ts"
import { DESK } from "../control/desk.ts"
import { STRANGE_HOSTS } from "./hosts.ts"

const TOKEN = "a-token.of~some_length"
const PROBES = ["/health", "/ready"]
const WHOLE_HEALTH: Readonly<Record<string, unknown>> = {
  "/health": { status: "ok", version: VERSION, worlds: 1 },
  "/ready": { ready: true },
}
const STATUS = { status: "ok" }

let world: World
let server: RunningServer
beforeAll(async () => {
  world = await createWorld({ fixture: DESK })
  server = await startServer({ world, port: 0 })
})
afterAll(() => server.close({ graceMs: 0 }))

interface Asked {
  readonly headers?: Record<string, string>
  readonly from?: string
  readonly method?: string
}

/** Sends a request to an in-process app as from a client address. */
async function openProbes(options: Omit<Parameters<typeof createApp>[0], "world"> = {}) {
  const app = createApp({ world: await createWorld({ fixture: DESK }), ...options })
  return async (path: string, { headers = {}, from = "127.0.0.1", method = "GET" }: Asked = {}) => {
    const request = new Request(`http://hexarium/_hexarium${path}`, { method, headers })
    const answer = await app.fetch(request, { incoming: { socket: { remoteAddress: from } } })
    return { status: answer.status, headers: answer.headers, body: JSON.parse((await answer.text()) || "null") }
  }
}

/** Sends lines over a socket. Returns the response's status and body. */
function overSocket(...lines: readonly string[]): Promise<{ readonly status: number; readonly body: unknown }> {
  return new Promise((resolve, reject) => {
    let heard = ""
    const socket = connect({ port: Number(new URL(server.url).port), host: "127.0.0.1" })
    socket.setEncoding("utf8").on("data", (text: string) => {
      heard += text
    })
    socket.on("close", () => {
      const [head = "", body = ""] = heard.split("\r\n\r\n")
      resolve({ status: Number(head.slice(9, 12)), body: JSON.parse(/\{.*\}/.exec(body)?.[0] ?? "null") })
    })
    socket.on("error", reject)
    socket.write(`${lines.join("\r\n")}\r\n\r\n`)
  })
}

describe("health and readiness (control.md section 4, health-checks)", () => {
  test("are answered to everybody, whatever the Host; foreign hosts see the status alone", async () => {
    const ask = await openProbes()
    for (const path of PROBES) {
      expect(await ask(path)).toMatchObject({ status: 200, body: WHOLE_HEALTH[path] })
      for (const host of ["evil.example", "10.0.0.7:7575", "hexarium.default.svc", "localhost.evil.example"]) {
        const { status, body, headers } = await ask(path, { headers: { host } })
        expect([path, host, status, body]).toEqual([path, host, 200, STATUS])
        expect(headers.get("cache-control")).toBe("no-store")
        const head = await ask(path, { headers: { host }, method: "HEAD" })
        expect([head.status, head.body]).toEqual([200, null])
      }
    }
  })

  test("show other machines the status alone, unless the control plane is open to them", async () => {
    const ask = await openProbes({ controlToken: TOKEN })
    for (const path of PROBES) {
      for (const from of ["10.0.0.7", "::ffff:192.168.1.20", "fe80::1"]) {
        expect(await ask(path, { from })).toMatchObject({ status: 200, body: STATUS })
      }
      const proxied = { headers: { "x-forwarded-for": "10.0.0.7" } }
      expect((await ask(path, proxied)).body).toEqual(STATUS)
      const shown = { authorization: `Bearer ${TOKEN}` }
      expect((await ask(path, { from: "10.0.0.7", headers: shown })).body).toEqual(WHOLE_HEALTH[path])
      // A valid token does not make the host valid.
      const strange = { ...shown, host: "evil.example" }
      expect((await ask(path, { from: "10.0.0.7", headers: strange })).body).toEqual(STATUS)
    }
    const open = await openProbes({ allowRemoteControl: true })
    expect((await open("/health", { from: "10.0.0.7" })).body).toEqual(WHOLE_HEALTH["/health"])
  })

  test("no other request and no page of another site comes by this way", async () => {
    const ask = await openProbes()
    const host = "evil.example"
    for (const path of ["/worlds", "/health/", "/healthy", "/ready/x", "/%68ealth", "//health", "/health/../worlds"]) {
      expect([path, (await ask(path, { headers: { host } })).status]).toEqual([path, 403])
      if (path !== "/health/../worlds") continue
      expect((await ask(path, { from: "10.0.0.7" })).status).toBe(403)
    }
    for (const path of PROBES) {
      for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
        expect((await ask(path, { headers: { host, "x-hexarium": "1" }, method })).status).toBe(403)
        expect((await ask(path, { headers: { "x-hexarium": "1" }, method, from: "10.0.0.7" })).status).toBe(403)
      }
      for (const foreign of [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }]) {
        expect((await ask(path, { headers: foreign })).status).toBe(403)
        expect((await ask(path, { headers: { ...foreign, host } })).status).toBe(403)
        expect((await ask(path, { headers: foreign, from: "10.0.0.7" })).status).toBe(403)
      }
    }
  })

  test("the routes respond on a socket with any Host, none, two, or a target that names another", async () => {
    for (const path of PROBES) {
      const line = `GET /_hexarium${path}?probe=1 HTTP/1.1`
      const close = "Connection: close"
      const cases: (readonly string[])[] = [
        [`GET /_hexarium${path} HTTP/1.0`],
        [line, "Host: evil.example", close],
        [line, "Host: localhost", "Host: evil.example", close],
        [`GET http://evil.example/_hexarium${path} HTTP/1.1`, "Host: localhost", close],
      ]
      for (const lines of cases)
        expect([lines, await overSocket(...lines)]).toEqual([lines, { status: 200, body: STATUS }])
      const refused = { status: 403, body: { error: expect.any(String), error_code: "NO_PRIVILEGES" } }
      expect(await overSocket(line, "Host: evil.example", "Origin: http://evil.example", close)).toEqual(refused)
      expect(await overSocket(`POST /_hexarium${path} HTTP/1.1`, "Host: evil.example", close)).toEqual(refused)
      expect(await overSocket("GET /_hexarium/worlds HTTP/1.1", "Host: evil.example", close)).toEqual(refused)
      const known = await overSocket(line, "Host: localhost", close)
      expect(known).toEqual({ status: 200, body: WHOLE_HEALTH[path] })
    }
    for (const host of STRANGE_HOSTS.filter((host) => /^[\x20-\x7e]*$/.test(host))) {
      const { status } = await overSocket("GET /_hexarium/health HTTP/1.1", `Host: ${host}`, "Connection: close")
      expect([host, status]).toEqual([host, host.trim() === "localhost" ? 200 : status])
      expect([200, 400]).toContain(status)
    }
  })

  test("probes report to other machines that the store fails, without the reason", async () => {
    const app = createApp({ world: await createWorld({ fixture: DESK }) })
    Object.defineProperty(app.worlds.main.world, "storeTrouble", { get: () => "the disk is full" })
    const ask = async (path: string) => {
      const answer = await app.fetch(
        new Request(`http://hexarium/_hexarium${path}`, { headers: { host: "evil.example" } }),
      )
      return [answer.status, await answer.json()]
    }
    expect(await ask("/health")).toEqual([200, { status: "degraded" }])
    expect(await ask("/ready")).toEqual([503, { status: "degraded" }])
  })
})
