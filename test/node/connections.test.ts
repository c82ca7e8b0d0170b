import { connect, type Socket } from "node:net"
import { afterEach, describe, expect, test } from "vitest"
import { type RunningServer, startServer } from "../../emulator/node/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { DESK } from "../control/desk.ts"

/** Longer than a test may take: what does not end on its own fails. */
const graceMs = 60_000
const servers: RunningServer[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close({ graceMs: 0 }))))

async function start(): Promise<RunningServer> {
  const server = await startServer({ world: await createWorld({ fixture: DESK }), port: 0 })
  servers.push(server)
  return server
}

const get = (target: string) =>
  `GET ${target} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ada-fixed-token-1\r\n\r\n`

/** A connection, what came over it so far, and when it ended. */
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

/** Has the next request of an operation wait; answers once it does. */
async function slowed(server: RunningServer, operation: string): Promise<void> {
  const fault = { operation, delay_ms: 300 }
  await fetch(`${server.url}/_hexarium/worlds/main/faults`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-hexarium": "1" },
    body: JSON.stringify(fault),
  })
}

const isTaken = async (server: RunningServer): Promise<boolean> => {
  const { faults } = (await (await fetch(`${server.url}/_hexarium/worlds/main/faults`)).json()) as { faults: unknown[] }
  return faults.length === 0 || (faults[0] as { left: number }).left === 0
}

async function untilTaken(server: RunningServer): Promise<void> {
  while (!(await isTaken(server))) await new Promise((resolve) => setTimeout(resolve, 5))
}

describe("a server that closes", () => {
  test("lets a running request finish, and says that its connection ends", async () => {
    const server = await start()
    await slowed(server, "GetWorkspaces")
    const { socket, ended } = await open(server)
    socket.write(get("/api/v0/workspaces"))
    await untilTaken(server)
    await server.close({ graceMs })
    const answer = await ended
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(answer).toMatch(/^connection: close\r$/im)
    expect(answer).toContain("workspaces")
  })

  test("says so to the later of two on one connection, too", async () => {
    const server = await start()
    await slowed(server, "GetWorkspaces")
    const { socket, ended, hears } = await open(server)
    socket.write(get("/api/v0/userinfo") + get("/api/v0/workspaces"))
    await hears(/u_id/)
    await untilTaken(server)
    await server.close({ graceMs })
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
    const { socket, ended, hears } = await open(server)
    socket.write(get("/_hexarium/worlds/main/events"))
    await hears(/text\/event-stream/)
    const closed = server.close({ graceMs })
    // Left alone it would be kept for the five seconds that node keeps idle connections.
    const kept = new Promise((resolve) => void setTimeout(resolve, 4_000, "kept").unref())
    expect(await Promise.race([ended, kept])).toMatch(/^HTTP\/1\.1 200 /)
    await closed
  })
})

describe("requests that are sent before the answers are read", () => {
  const entries = (server: RunningServer) => server.app.worlds.main.log.entries()

  test("begin one after the other, each when the answer before it is written", async () => {
    const server = await start()
    await slowed(server, "GetUserInfo")
    const { socket, hears } = await open(server)
    socket.write(get("/api/v0/userinfo") + get("/api/v0/nowhere") + get("/api/v0/userinfo"))
    while (!(await isTaken(server))) {}
    expect(entries(server)).toEqual([])
    await hears(/(?:HTTP\/1\.1.*){3}/s)
    expect(entries(server).map(({ status }) => status)).toEqual([200, 404, 200])
    socket.destroy()
  })

  test("are not begun while nobody reads, and neither answers nor requests pile up", async () => {
    const server = await start()
    const { socket, ended } = await open(server)
    socket.pause()
    // Some answers of this size fill every buffer between the two.
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
    await slowed(server, "GetUserInfo")
    const { socket, ended } = await open(server)
    socket.on("error", () => {})
    socket.write(get("/api/v0/userinfo").repeat(1500))
    // The log remembers a thousand at most, so what was answered is counted.
    expect((await ended).match(/HTTP\/1.1 200/g)?.length ?? 0).toBeLessThan(1500)
  })
})
