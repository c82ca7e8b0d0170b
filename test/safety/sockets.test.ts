import { connect, type Socket } from "node:net"
import { hostname, networkInterfaces } from "node:os"
import { afterEach, describe, expect, test } from "vitest"
import { type RunningServer, startServer } from "../../emulator/node/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { DESK } from "../control/desk.ts"
import { OUR_HOSTS, STRANGE_HOSTS } from "./hosts.ts"

const servers: RunningServer[] = []
const sockets: Socket[] = []
const bugs: unknown[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await Promise.all(servers.splice(0).map((server) => server.close({ graceMs: 0 })))
  expect(bugs.splice(0)).toEqual([])
})

async function start() {
  const world = await createWorld({ fixture: DESK })
  const server = await startServer({
    world,
    port: 0,
    allowedHosts: ["example.test", "[fe80::1]"],
    onBug: (error) => bugs.push(error),
  })
  servers.push(server)
  return { world, server }
}

/** A connection on which the test writes raw bytes. */
function open(server: RunningServer, options: { readonly allowHalfOpen?: boolean } = {}) {
  const socket = connect({ port: Number(new URL(server.url).port), host: "127.0.0.1", ...options })
  sockets.push(socket)
  let answer = ""
  socket.on("error", () => {})
  const ended = new Promise<string>((resolve) =>
    socket.on("close", () => resolve(answer)).on("end", () => resolve(answer)),
  )
  const heard = (text: string) =>
    new Promise<string>((resolve) => {
      const look = () => {
        if (answer.includes(text)) resolve(answer)
      }
      socket.on("data", look)
      void ended.then(resolve)
      look()
    })
  socket.on("data", (chunk) => {
    answer += chunk.toString("latin1")
  })
  return { socket, ended, heard }
}

const exchange = (server: RunningServer, bytes: string | Buffer): Promise<string> => {
  const { socket, ended } = open(server)
  socket.write(bytes)
  return ended
}

const JSON_TYPE = "Content-Type: application/json"
const AS_ADA = "Authorization: Bearer ada-fixed-token-1"
const CREATE = "POST /api/v0/applications/DESK/datastores/TICKETS/items/new HTTP/1.1"
const LOG_OUT = "POST /api/v0/users/logout HTTP/1.1"

const head = (...lines: string[]) => `${lines.join("\r\n")}\r\n\r\n`

describe("Host, as it stands on the wire", () => {
  // Only texts that a header can contain. Others never reach the guard.
  const sendable = (host: string) => /^[\x20-\x7e]*$/.test(host) && host.trim() === host

  test("our spellings are answered, on both planes", async () => {
    const { server } = await start()
    for (const host of OUR_HOSTS) {
      const api = await exchange(
        server,
        head("GET /api/v0/workspaces HTTP/1.1", `Host: ${host}`, AS_ADA, "Connection: close"),
      )
      const control = await exchange(
        server,
        head("GET /_hexarium/health HTTP/1.1", `Host: ${host}`, "Connection: close"),
      )
      expect([host, api.slice(0, 12), control.slice(0, 12)]).toEqual([host, "HTTP/1.1 200", "HTTP/1.1 200"])
    }
  })

  test("strange ones are refused on both planes, and nothing happens", async () => {
    const { server, world } = await start()
    const before = world.hash()
    const strange = STRANGE_HOSTS.filter(sendable)
    expect(strange.length).toBeGreaterThanOrEqual(50)
    for (const host of strange) {
      const logout = await exchange(
        server,
        head(LOG_OUT, `Host: ${host}`, AS_ADA, "Content-Length: 0", "Connection: close"),
      )
      const reset = await exchange(
        server,
        head(
          "POST /_hexarium/worlds HTTP/1.1",
          `Host: ${host}`,
          "X-Hexarium: 1",
          "Content-Length: 0",
          "Connection: close",
        ),
      )
      expect([host, logout.slice(0, 12), reset.slice(0, 12)]).toEqual([host, "HTTP/1.1 403", "HTTP/1.1 403"])
      expect(logout).toContain('"error_code":"NO_PRIVILEGES"')
      expect(logout).not.toMatch(/access-control/i)
    }
    const entries = server.app.worlds.main.log.entries()
    expect(entries.filter(({ input }) => input.isBlocked !== true)).toEqual([])
    expect([world.hash(), server.app.worlds.size]).toEqual([before, 1])
  })

  test("bytes beyond ASCII are no host", async () => {
    const { server, world } = await start()
    const before = world.hash()
    for (const host of [Buffer.from("locаlhost"), Buffer.from([0x6c, 0xff]), Buffer.from("local\0host")]) {
      const lines = [
        Buffer.from(`${LOG_OUT}\r\nHost: `),
        host,
        Buffer.from(head("", AS_ADA, "Content-Length: 0", "Connection: close")),
      ]
      expect(await exchange(server, Buffer.concat(lines))).toMatch(/^HTTP\/1\.1 40[03]/)
    }
    expect(world.hash()).toBe(before)
  })
})

describe("clients that dawdle, stop or vanish", () => {
  const body = JSON.stringify({ item: { Subject: "half" } })
  const length = `Content-Length: ${Buffer.byteLength(body)}`

  test("an unfinished request holds up nobody and changes nothing", async () => {
    const { server, world } = await start()
    const before = world.hash()
    const slow = [
      "",
      "GET",
      "GET / HTTP/1.1\r\nHost: loc",
      head(CREATE, "Host: localhost", AS_ADA, JSON_TYPE, length) + body.slice(0, 9),
    ].map((bytes) => {
      const connection = open(server)
      connection.socket.write(bytes)
      return connection
    })
    const answer = await fetch(`${server.url}/api/v0/workspaces`, {
      headers: { authorization: "Bearer ada-fixed-token-1" },
    })
    expect(answer.status).toBe(200)
    expect(world.hash()).toBe(before)
    for (const { socket } of slow) socket.destroy()
    expect((await fetch(`${server.url}/_hexarium/health`)).status).toBe(200)
    expect(world.hash()).toBe(before)
  })

  test("a body that ends early is not taken", async () => {
    const { server, world } = await start()
    const before = world.hash()
    for (const bytes of [
      head(CREATE, "Host: localhost", AS_ADA, JSON_TYPE, length) + body.slice(0, -1),
      `${head(CREATE, "Host: localhost", AS_ADA, JSON_TYPE, "Transfer-Encoding: chunked")}${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n`,
    ]) {
      for (const isCut of [true, false]) {
        const { socket, ended } = open(server)
        socket.write(bytes)
        await new Promise<void>((resolve) => void socket.once("connect", resolve))
        if (isCut) socket.destroy()
        else socket.end()
        await ended
      }
    }
    expect((await fetch(`${server.url}/_hexarium/health`)).status).toBe(200)
    expect(world.hash()).toBe(before)
  })

  test("a client that closes its half after a whole request is answered", async () => {
    const { server } = await start()
    const { socket, ended } = open(server, { allowHalfOpen: true })
    socket.end(head(CREATE, "Host: localhost", AS_ADA, JSON_TYPE, length) + body)
    expect(await ended).toMatch(/^HTTP\/1\.1 200[\s\S]*"item_id"/)
  })

  test("a request that comes byte by byte is answered", async () => {
    const { server } = await start()
    const { socket, ended } = open(server)
    socket.setNoDelay(true)
    for (const byte of head(CREATE, "Host: localhost", AS_ADA, JSON_TYPE, length, "Connection: close") + body) {
      await new Promise<void>((resolve) => void socket.write(byte, () => resolve()))
    }
    expect(await ended).toMatch(/^HTTP\/1\.1 200/)
  })

  test.each([
    ["declared", "Content-Length: 1073741824", (text: string) => text],
    ["chunked", "Transfer-Encoding: chunked", (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`],
  ])("a body without end is cut off: %s", async (_, framing, frame) => {
    const { server, world } = await start()
    const before = world.hash()
    const { socket, heard, ended } = open(server)
    socket.write(head(CREATE, "Host: localhost", AS_ADA, JSON_TYPE, framing))
    const chunk = frame(" ".repeat(1_048_576))
    const pump = () => {
      while (!socket.destroyed && socket.write(chunk)) {}
    }
    socket.on("drain", pump)
    pump()
    const answer = await heard("INVALID_PARAMS")
    expect(answer).toMatch(/^HTTP\/1\.1 413/)
    await ended
    expect(world.hash()).toBe(before)
  })

  test("a body that was refused may come in slowly: its client hears the answer and keeps its connection", async () => {
    const { server } = await start()
    const { socket, heard } = open(server)
    socket.write(head(CREATE, "Host: localhost", JSON_TYPE, "Content-Length: 10"))
    expect(await heard("UNAUTHORIZED")).toMatch(/^HTTP\/1\.1 401/)
    for (const part of ["12", "34", "56", "78", "9"]) {
      await new Promise((resolve) => setTimeout(resolve, 300))
      socket.write(part)
    }
    socket.write(`0${head("GET /_hexarium/health", "Host: localhost")}`)
    expect(await heard('"status":"ok"')).toContain("HTTP/1.1 200")
  })

  test("closing waits for nobody who has asked for nothing", async () => {
    const { server } = await start()
    const idle = open(server)
    const begun = open(server)
    await Promise.all([idle, begun].map(({ socket }) => new Promise((resolve) => socket.once("connect", resolve))))
    begun.socket.write("GET / HTTP/1.1\r\nHos")
    await (await fetch(`${server.url}/_hexarium/health`)).text()
    const events = await fetch(`${server.url}/_hexarium/worlds/main/events`)
    const waiting = fetch(`${server.url}/_hexarium/worlds/main/mails?wait_ms=30000`)
    // The server's own grace period would be longer than the test's time limit.
    await server.close({ graceMs: 600_000 })
    expect(await idle.ended).toBe("")
    expect(await begun.ended).toBe("")
    expect(await events.text()).toMatch(/^:/)
    expect(await (await waiting.catch(() => new Response('{"mails":[]}'))).json()).toEqual({ mails: [] })
  })
})

describe("headers can't be injected", () => {
  test("a redirect contains no injected header", async () => {
    const { server } = await start()
    for (const path of [
      "/x\r\nX-Evil: 1",
      "/x\nX-Evil: 1",
      "https://a.test/\r\n\r\n<script>",
      "https://a.test/ä?x=日本",
      "/\u0000",
    ]) {
      const answer = await fetch(`${server.url}/api/v0/users/registration`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: "new@acme.test", registration_path: path }),
      })
      expect(answer.status).toBeLessThan(500)
      if (answer.status !== 200) continue
      const mail = server.app.worlds.main.world.mail.list().at(-1)
      const followed = await fetch(mail?.links[0]?.url ?? "", { redirect: "manual" })
      expect([path, followed.status, followed.headers.get("x-evil")]).toEqual([path, 302, null])
      expect(followed.headers.get("location")).toMatch(/^[!-~]+$/)
    }
  })

  test("the request itself injects no header", async () => {
    const { server } = await start()
    for (const line of [
      "Origin: http://localhost\rX-Evil: 1",
      "X-Hexarium-World: main\rX-Evil: 1",
      "Authorization: Bearer a\rX-Evil: 1",
    ]) {
      const answer = await exchange(
        server,
        head("GET /api/v0/userinfo HTTP/1.1", "Host: localhost", line, "Connection: close"),
      )
      expect(answer).not.toMatch(/^x-evil/im)
      expect(answer).toMatch(/^HTTP\/1\.1 4/)
    }
    const path = await exchange(
      server,
      head("GET /api/v0/%0d%0aX-Evil:%201 HTTP/1.1", "Host: localhost", "Connection: close"),
    )
    expect(path).toMatch(/^HTTP\/1\.1 404/)
    expect(path).not.toMatch(/^x-evil/im)
  })

  test("a smuggled request injects no header", async () => {
    const { server, world } = await start()
    const before = world.hash()
    const inner = head(LOG_OUT, "Host: localhost", AS_ADA, "Content-Length: 0")
    for (const framing of [
      ["Content-Length: 4", "Transfer-Encoding: chunked"],
      ["Content-Length: 4", `Content-Length: ${4 + inner.length}`],
      ["Transfer-Encoding: chunked, identity"],
      ["Transfer-Encoding : chunked"],
    ]) {
      const answer = await exchange(
        server,
        `${head("POST /api/v0/login HTTP/1.1", "Host: localhost", JSON_TYPE, ...framing)}0\r\n\r\n${inner}`,
      )
      expect([framing, answer.slice(0, 10)]).toEqual([framing, "HTTP/1.1 4"])
      expect(world.hash()).toBe(before)
    }
  })
})

test("a hundred connections at once, each with its own request", async () => {
  const { server } = await start()
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, at) => {
      const body = JSON.stringify({ item: { Subject: `number ${at}` }, return_item_result: true })
      return exchange(
        server,
        head(CREATE, "Host: localhost", AS_ADA, JSON_TYPE, `Content-Length: ${body.length}`, "Connection: close") +
          body,
      )
    }),
  )
  const ids = new Set(answers.map((answer) => /"item_id":"([0-9a-f]{24})"/.exec(answer)?.[1]))
  expect([ids.size, ids.has(undefined)]).toEqual([100, false])
  const { items } = (await (await fetch(`${server.url}/_hexarium/worlds/main`)).json()) as { items: number }
  expect(items).toBe(101)
})

describe("the machine's own host name (control.md section 4)", () => {
  const ask = (server: RunningServer, host: string) =>
    exchange(server, head("GET /api/v0/workspaces HTTP/1.1", `Host: ${host}`, AS_ADA, "Connection: close"))

  test("is accepted from a loopback address, in exactly this form", async () => {
    const { server } = await start()
    for (const host of [hostname(), `${hostname().toUpperCase()}:7575`]) {
      expect([host, (await ask(server, host)).slice(0, 12)]).toEqual([host, "HTTP/1.1 200"])
    }
    for (const host of [`a.${hostname()}`, `evil-${hostname()}`, `${hostname()}.evil.example`, `x${hostname()}`]) {
      expect([host, (await ask(server, host)).slice(0, 12)]).toEqual([host, "HTTP/1.1 403"])
    }
  })

  test("is accepted in Origin, and a page whose host only ends in it is refused", async () => {
    const { server } = await start()
    const statusFor = async (origin: string) =>
      (await fetch(`${server.url}/_hexarium/worlds`, { headers: { origin } })).status
    expect(await statusFor(`http://${hostname()}:7575`)).toBe(200)
    expect(await statusFor(`http://evil.${hostname()}:7575`)).toBe(403)
  })

  const outside = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .find(({ internal, family }) => !internal && family === "IPv4")?.address

  test.skipIf(outside === undefined)("is refused from another address", async () => {
    const server = await startServer({ world: await createWorld({ fixture: DESK }), port: 0, host: "0.0.0.0" })
    servers.push(server)
    const socket = connect({ port: Number(new URL(server.url).port), host: outside ?? "" })
    sockets.push(socket)
    socket.write(head("GET /api/v0/workspaces HTTP/1.1", `Host: ${hostname()}`, AS_ADA, "Connection: close"))
    let answer = ""
    for await (const chunk of socket) answer += String(chunk)
    expect(answer).toMatch(/^HTTP\/1\.1 403/)
  })
})
