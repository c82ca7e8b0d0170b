import { connect } from "node:net"
import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { type RunningServer, startServer } from "../../emulator/node/index.ts"
import { createWorld, type World } from "../../src/world/index.ts"
import { DESK } from "../control/desk.ts"
import { PATIENCE_MS } from "../until.ts"

const AUTHORIZATION = "Bearer ada-fixed-token-1"

let world: World
let server: RunningServer
beforeAll(async () => {
  world = await createWorld({ fixture: DESK })
  server = await startServer({ world, port: 0 })
})
afterAll(() => server.close({ graceMs: 0 }))

interface Sent {
  readonly method?: string
  readonly target: string
  readonly headers?: readonly string[]
  readonly body?: string
}

/** Sends requests one after the other on one connection. Returns statuses and bodies. */
async function exchange(...requests: readonly Sent[]): Promise<{ readonly status: number; readonly body: string }[]> {
  const socket = connect({ port: Number(new URL(server.url).port), host: "127.0.0.1" })
  const answers: { readonly status: number; readonly body: string }[] = []
  let heard = Buffer.alloc(0)
  const whole = () => {
    const end = heard.indexOf("\r\n\r\n")
    if (end < 0) return undefined
    const length = Number(/content-length: (\d+)/i.exec(heard.subarray(0, end).toString())?.[1] ?? 0)
    if (heard.length < end + 4 + length) return undefined
    const status = Number(heard.subarray(9, 12).toString())
    return { status, body: heard.subarray(end + 4, end + 4 + length).toString() }
  }
  for (const { method = "GET", target, headers = [], body = "" } of requests) {
    heard = Buffer.alloc(0)
    const lines = [`${method} ${target} HTTP/1.1`, "Host: localhost", `Authorization: ${AUTHORIZATION}`, ...headers]
    if (body !== "") lines.push(`Content-Length: ${Buffer.byteLength(body)}`)
    socket.write(`${lines.join("\r\n")}\r\n\r\n${body}`)
    answers.push(
      await new Promise((resolve, reject) => {
        const look = (chunk: Buffer) => {
          heard = Buffer.concat([heard, chunk])
          const answer = whole()
          if (answer === undefined) return
          socket.off("data", look).off("close", reject)
          resolve(answer)
        }
        socket.on("data", look).once("close", reject)
      }),
    )
  }
  socket.destroy()
  return answers
}

const inProcess = async (path: string) => {
  const headers = { authorization: AUTHORIZATION }
  const answer = await server.app.fetch(new Request(`http://localhost${path}`, { headers }))
  return { status: answer.status, body: await answer.text() }
}

describe("a request on a socket", () => {
  test("is answered as the same one in process, however its target is written", async () => {
    const piece = fc.constantFrom(
      ...[
        "api",
        "_hexarium",
        "health",
        "worlds",
        "v0",
        "applications",
        "DESK",
        "datastores",
        "TICKETS",
        "items",
        "details",
        "w",
        "main",
        "workspaces",
      ],
      ...[
        "",
        ".",
        "..",
        "%2e",
        "%2E%2e",
        ".hidden",
        "%44ESK",
        "%zz",
        "a%20b",
        "a+b",
        "'",
        "(x)",
        "@",
        ":",
        ";",
        "=",
        "|",
        "^",
        "{",
      ],
    )
    const path = fc.oneof(
      fc.array(piece, { maxLength: 10 }).map((pieces) => `/${pieces.join("/")}`),
      fc.array(piece, { maxLength: 3 }).map((pieces) => `/api/v0/${pieces.join("/")}`),
      fc.array(piece, { maxLength: 3 }).map((pieces) => `/w/main/api/v0/workspaces/${pieces.join("/")}`),
      fc.array(piece, { maxLength: 3 }).map((pieces) => `/_hexarium/worlds/${pieces.join("/")}`),
      fc.constantFrom(
        "/_hexarium/health",
        "/_hexarium",
        "/_hexarium/worlds/main/mails",
        "/_hexarium/worlds/main/clock",
      ),
      fc.constantFrom("/api/v0/workspaces", "/w/main/api/v0/workspaces", "/api/v0/applications/DESK/datastores"),
    )
    const query = fc.constantFrom("", "?", "?a", "?format=map", "?a=%20&a=2&b=+", "?x='", "?x=[1]", "?a?b", "?a=%zz")
    await fc.assert(
      fc.asyncProperty(path, query, async (target, search) => {
        // A URL parser reads two leading slashes as the start of a host.
        fc.pre(!target.startsWith("//"))
        const [answer] = await exchange({ target: target + search })
        expect(answer).toEqual(await inProcess(target + search))
      }),
      { numRuns: 300, seed: 7 },
    )
  })

  test("keeps its connection after a refusal that came before the body was read", async () => {
    const before = world.hash()
    const body = JSON.stringify({ item: { TITLE: "x".repeat(300_000) } })
    const headers = ["Content-Type: application/json"]
    const [refused, next] = await exchange(
      { method: "POST", target: "/api/v0/applications/NONE/datastores/NONE/items/new", headers, body },
      { target: "/api/v0/workspaces" },
    )
    expect(refused?.status).toBe(400)
    expect(next?.status).toBe(200)
    expect(world.hash()).toBe(before)
  })

  test("is answered in order when several wait on one connection", async () => {
    const socket = connect({ port: Number(new URL(server.url).port), host: "127.0.0.1" })
    const paths = ["/api/v0/none", "/api/v0/workspaces", "/api/v0/none", "/api/v0/workspaces"]
    const head = (path: string, more = "") =>
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${AUTHORIZATION}\r\n${more}\r\n`
    socket.write(paths.map((path, at) => head(path, at === paths.length - 1 ? "Connection: close\r\n" : "")).join(""))
    let heard = ""
    for await (const chunk of socket) heard += chunk
    expect([...heard.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(["404", "200", "404", "200"])
  })

  test("is carried out also when its client hangs up right after sending it", async () => {
    const itemsOf = () => exchange({ target: "/_hexarium/worlds/main/requests" }).then(([log]) => log?.body ?? "")
    const body = JSON.stringify({ item: { TITLE: "sent and gone" } })
    const socket = connect({ port: Number(new URL(server.url).port), host: "127.0.0.1" })
    const closed = new Promise((resolve) => void socket.once("close", resolve))
    socket.end(
      `POST /api/v0/applications/DESK/datastores/TICKETS/items/new HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${AUTHORIZATION}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    socket.resume()
    await closed
    expect(await itemsOf()).toContain("sent and gone")
  })

  test("learns that its client disconnected before it had a response, and not earlier", async () => {
    const wait = vi.spyOn(world.mail, "waitFor")
    const socket = connect({ port: Number(new URL(server.url).port), host: "127.0.0.1" })
    socket.write("GET /_hexarium/worlds/main/mails?wait_ms=30000 HTTP/1.1\r\nHost: localhost\r\n\r\n")
    const signal = await vi.waitUntil(() => wait.mock.lastCall?.[1]?.signal, { timeout: PATIENCE_MS })
    expect(signal.aborted).toBe(false)
    const gone = new Promise<void>((resolve) => void signal.addEventListener("abort", () => resolve()))
    socket.destroy()
    await gone
  })
})
