import { connect } from "node:net"
import { afterEach, describe, expect, test } from "vitest"
import { type RunningServer, startServer } from "../../emulator/node/index.ts"
import { bareWorld } from "../bare-world.ts"
import { smallWorld } from "../sample-worlds/small.ts"

const servers: RunningServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close({ graceMs: 0 })))
})

async function start(options: Partial<Parameters<typeof startServer>[0]> = {}) {
  const world = bareWorld()
  const server = await startServer({ world, port: 0, ...options })
  servers.push(server)
  return { world, server }
}

/** Sends raw bytes and returns what arrives until the connection ends. */
const raw = (server: RunningServer, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1", () => socket.write(text))
    let answer = ""
    socket.on("data", (chunk) => {
      answer += chunk
    })
    socket.on("end", () => resolve(answer)).on("error", reject)
  })

const get = (lines: string[], target = "/api/v0/nothing", version = "1.1") =>
  `GET ${target} HTTP/${version}\r\n${lines.map((line) => `${line}\r\n`).join("")}Connection: close\r\n\r\n`

describe("the address", () => {
  test("is where links of every world begin, once it is known", async () => {
    const { server, world } = await start()
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(world.baseUrl).toBe(server.url)
    expect(server.app.worlds.fork({ name: "twin" }).world.baseUrl).toBe(`${server.url}/w/twin`)
  })

  test("a public URL takes its place in links, not in `url`, and its host is served", async () => {
    const { server, world } = await start({ publicUrl: "https://hexarium.example:8443/" })
    expect(world.baseUrl).toBe("https://hexarium.example:8443")
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(await raw(server, get(["Host: hexarium.example"]))).toMatch(/^HTTP\/1.1 404/)
  })

  test.each([
    ["0.0.0.0", /^http:\/\/127\.0\.0\.1:\d+$/],
    ["::", /^http:\/\/\[::1\]:\d+$/],
  ])("%s in links and in url is the address at which this machine reaches the server", async (host, url) => {
    const started = await start({ host }).catch((error: NodeJS.ErrnoException) => error.code)
    // A machine may have no IPv6.
    if (typeof started !== "object") return expect([host, started]).toEqual(["::", expect.stringMatching(/^E/)])
    const { server, world } = started
    expect([server.url, world.baseUrl]).toEqual([expect.stringMatching(url), server.url])
    const worlds = await fetch(`${server.url}/_hexarium/worlds`)
    expect([worlds.status, await worlds.text()]).toEqual([200, expect.stringContaining(`"${server.url}"`)])
  })

  test("a taken port rejects", async () => {
    const { server } = await start()
    const port = Number(new URL(server.url).port)
    await expect(startServer({ world: bareWorld(), port })).rejects.toMatchObject({ code: "EADDRINUSE" })
  })
})

describe("the Host guard stands on the raw request", () => {
  test.each([
    ["no Host", []],
    ["an empty one", ["Host:"]],
    ["two of them", ["Host: localhost", "Host: evil.example"]],
    ["two equal ones", ["Host: localhost", "Host: localhost"]],
    ["another host", ["Host: evil.example"]],
    ["a host that is no host", ["Host: local host"]],
    ["a port that is none", ["Host: localhost:99999x"]],
    ["user information", ["Host: localhost@evil.example"]],
  ])("%s: 403", async (_, lines) => {
    const { server } = await start()
    const answer = await raw(server, get(lines))
    expect(answer).toMatch(/^HTTP\/1.1 403 /)
    expect(answer).toContain('"error_code":"NO_PRIVILEGES"')
    expect(server.app.worlds.main.log.entries().map(({ status, changes }) => [status, changes])).toEqual([[403, []]])
  })

  test("HTTP/1.0 without Host, and an absolute target of another host: 403", async () => {
    const { server } = await start()
    expect(await raw(server, get([], "/api/v0/login", "1.0"))).toMatch(/^HTTP\/1.1 403/)
    expect(await raw(server, get(["Host: localhost"], "http://evil.example/api/v0/login"))).toMatch(/^HTTP\/1.1 403/)
    expect(await raw(server, get(["Host: localhost"], "http://127.0.0.1/api/v0/login"))).toMatch(/^HTTP\/1.1 405/)
  })

  test("a request target that is no path is 400 in JSON", async () => {
    const { server } = await start()
    expect(await raw(server, get(["Host: localhost"], "\\evil"))).toMatch(/^HTTP\/1.1 400/)
  })
})

describe("closing", () => {
  test("is quick with idle connections open, and ends", async () => {
    const { server } = await start()
    await (await fetch(`${server.url}/api/v0/nothing`)).text()
    await server.close()
    await expect(fetch(`${server.url}/api/v0/nothing`)).rejects.toThrow()
  })

  test("does not replace the process's own Request and Response", async () => {
    const before = [globalThis.Request, globalThis.Response]
    const { server } = await start()
    await (await fetch(`${server.url}/api/v0/nothing`)).text()
    expect([globalThis.Request, globalThis.Response]).toEqual(before)
  })
})

test("a body without a Content-Length is read up to the limit", async () => {
  const { server, world } = await start()
  const before = world.hash()
  const answer = await fetch(`${server.url}/api/v0/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    duplex: "half",
    body: new ReadableStream({
      start(controller) {
        for (let mib = 0; mib < 17; mib += 1) controller.enqueue(new Uint8Array(1_048_576).fill(32))
        controller.close()
      },
    }),
  } as RequestInit)
  expect([answer.status, await answer.json()]).toEqual([
    413,
    { error: expect.any(String), error_code: "INVALID_PARAMS" },
  ])
  expect(world.hash()).toBe(before)
})

test("two servers in one process share nothing", async () => {
  const [one, other] = [await start(), await start()]
  one.server.app.worlds.fork({ name: "twin" })
  await fetch(`${one.server.url}/api/v0/nothing`)
  expect(other.server.app.worlds.size).toBe(1)
  expect(other.server.app.worlds.main.log.entries()).toEqual([])
})

test("a GET may carry its parameters as a JSON body (api.md section 12, GetUserInfoByAdmin)", async () => {
  const { server } = await start({ world: await smallWorld() })
  const ask = async (body: string, type = "application/json") => {
    const head = [
      "GET /api/v0/users/userinfo HTTP/1.1",
      "Host: localhost",
      "Authorization: Bearer ada-token",
      `Content-Type: ${type}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Connection: close",
    ]
    return raw(server, `${head.join("\r\n")}\r\n\r\n${body}`)
  }
  expect(await ask('{"email":"bob@acme.test"}')).toContain('"username":"Bob"')
  expect(await ask("{")).toContain("400 Bad Request")
  expect(await ask('{"email":"bob@acme.test"}', "text/plain")).toContain("400 Bad Request")
})
