import { subscribe, unsubscribe } from "node:diagnostics_channel"
import type { Server } from "node:http"
import { connect, type Socket } from "node:net"
import { afterEach, describe, expect, test, vi } from "vitest"
import { type RunningServer, startServer } from "../../emulator/node/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { DESK } from "../control/desk.ts"

/** Longer than a test's time limit. A connection that does not end by itself makes the test fail. */
const graceMs = 600_000
const servers: RunningServer[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(servers.splice(0).map((server) => server.close({ graceMs: 0 })))
})

async function start(): Promise<RunningServer> {
  const server = await startServer({ world: await createWorld({ fixture: DESK }), port: 0 })
  servers.push(server)
  return server
}

const get = (target: string) =>
  `GET ${target} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ada-fixed-token-1\r\n\r\n`

/** A connection with the received data and its end time. */
async function open(server: RunningServer) {
  const socket: Socket = connect(Number(new URL(server.url).port), "127.0.0.1")
  let heard = ""
  socket.on("data", (chunk) => {
    heard += chunk
  })
  const ended = new Promise<string>((resolve) => void socket.once("close", () => resolve(heard)))
  await new Promise((resolve) => void socket.once("connect", resolve))
  const hears = async (pattern: RegExp) => {
    while (!pattern.test(heard)) await new Promise((resolve) => void socket.once("data", resolve))
  }
  return { socket, ended, hears }
}

/** The delay by which the test recognises a planned fault's timer. */
const DELAY_MS = 54_321

/** Delays the operation's next request. `begun` resolves when the request waits, and `end` lets it continue. */
async function delayOperation(server: RunningServer, operation: string) {
  const { setTimeout: usual } = globalThis
  let end = () => {}
  const begun = new Promise<void>((resolve) => {
    vi.spyOn(globalThis, "setTimeout").mockImplementation(((callback: () => void, ms?: number) => {
      if (ms !== DELAY_MS) return usual(callback, ms)
      end = callback
      resolve()
      return undefined
    }) as typeof setTimeout)
  })
  const fault = { operation, delay_ms: DELAY_MS }
  const planned = await fetch(`${server.url}/_hexarium/worlds/main/faults`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-hexarium": "1" },
    body: JSON.stringify(fault),
  })
  expect(planned.status).toBe(200)
  return { begun, end: () => end() }
}

describe("a server that closes", () => {
  test("lets a running request finish, and says that its connection ends", async () => {
    const server = await start()
    const { begun, end } = await delayOperation(server, "GetWorkspaces")
    const { socket, ended } = await open(server)
    socket.write(get("/api/v0/workspaces"))
    await begun
    const closed = server.close({ graceMs })
    end()
    await closed
    const answer = await ended
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(answer).toMatch(/^connection: close\r$/im)
    expect(answer).toContain("workspaces")
  })

  test("says so to the later of two on one connection, too", async () => {
    const server = await start()
    const { begun, end } = await delayOperation(server, "GetWorkspaces")
    const { socket, ended, hears } = await open(server)
    socket.write(get("/api/v0/userinfo") + get("/api/v0/workspaces"))
    await hears(/u_id/)
    await begun
    const closed = server.close({ graceMs })
    end()
    await closed
    const answers = (await ended).split(/(?=HTTP\/1\.1 )/)
    expect(answers.map((answer) => answer.slice(9, 12))).toEqual(["200", "200"])
    expect(answers[0]).not.toMatch(/^connection: close\r$/im)
    expect(answers[1]).toMatch(/^connection: close\r$/im)
  })

  test("cuts connections that were never used, and those between two requests", async () => {
    const server = await start()
    const [unused, used] = [await open(server), await open(server)]
    used.socket.write(get("/api/v0/workspaces"))
    await used.hears(/workspaces/)
    await server.close({ graceMs })
    expect(await unused.ended).toBe("")
    expect(await used.ended).toMatch(/^HTTP\/1\.1 200 /)
  })

  test("cuts the connection of an event stream as it ends", async () => {
    const server = await start()
    // Node closes idle connections after five seconds. Here, it keeps them for longer than a test may take.
    const keep = (message: unknown) => {
      ;(message as { readonly server: Server }).server.keepAliveTimeout = graceMs
    }
    subscribe("http.server.request.start", keep)
    const { socket, ended, hears } = await open(server)
    socket.write(get("/_hexarium/worlds/main/events"))
    await hears(/text\/event-stream/)
    unsubscribe("http.server.request.start", keep)
    const closed = server.close({ graceMs })
    expect(await ended).toMatch(/^HTTP\/1\.1 200 /)
    await closed
  })
})

describe("requests that are sent before the answers are read", () => {
  const entries = (server: RunningServer) => server.app.worlds.main.log.entries()

  test("requests begin one after the other, each when the response before it is written", async () => {
    const server = await start()
    const { begun, end } = await delayOperation(server, "GetUserInfo")
    const { socket, hears } = await open(server)
    socket.write(get("/api/v0/userinfo") + get("/api/v0/nowhere") + get("/api/v0/userinfo"))
    await begun
    expect((await fetch(`${server.url}/_hexarium/health`)).status).toBe(200)
    expect(entries(server)).toEqual([])
    end()
    await hears(/(?:HTTP\/1\.1.*){3}/s)
    expect(entries(server).map(({ status }) => status)).toEqual([200, 404, 200])
    socket.destroy()
  })

  test("requests do not begin while nobody reads, and neither responses nor requests accumulate", async () => {
    const server = await start()
    const { socket, ended } = await open(server)
    socket.pause()
    // Several responses of this size fill every buffer between client and server.
    const waiting = get("/openapi.json").repeat(60) + get("/api/v0/nowhere")
    socket.write(waiting)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect(entries(server)).toEqual([])
    expect((await fetch(`${server.url}/_hexarium/health`)).status).toBe(200)
    socket.write(get("/api/v0/nowhere").repeat(200))
    socket.resume()
    expect(entries(server).length).toBeLessThan(200)
    socket.destroy()
    await ended
  })

  test("more than a thousand of them end the connection", async () => {
    const server = await start()
    const { end } = await delayOperation(server, "GetUserInfo")
    const { socket, ended } = await open(server)
    socket.on("error", () => {})
    socket.write(get("/api/v0/userinfo").repeat(1500))
    expect(await ended).toBe("")
    end()
  })
})
