import { mkdtemp, readFile, rm } from "node:fs/promises"
import { createServer, type RequestListener, type Server } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { networkInterfaces, tmpdir } from "node:os"
import { join } from "node:path"
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib"
import type { Entry, Har } from "har-format"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { type RunningServer, startServer } from "../../emulator/node/index.ts"
import { startRecording } from "../../emulator/upstream/index.ts"
import type { RecordingProxy, RecordOptions } from "../../emulator/upstream/record/recording-proxy.ts"
import { demoWorld } from "../contract/examples/demo.ts"
import { STRANGE_HOSTS } from "../safety/hosts.ts"
import { until } from "../until.ts"

/** The recorder's rules for hosts, targets, sizes, errors and secrets (control.md section 4). */

let folder: string
let output: string
let proxy: RecordingProxy
const closeCallbacks: (() => unknown)[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "hexarium-"))
  output = join(folder, "traffic.har")
})
afterEach(async () => {
  for (const close of closeCallbacks.splice(0).reverse()) await close()
  await rm(folder, { recursive: true, force: true })
})

async function upstreamOf(listener: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  closeCallbacks.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

async function record(upstream: string, options: Partial<RecordOptions> = {}): Promise<RecordingProxy> {
  proxy = await startRecording({ upstream, port: 0, output, ...options })
  closeCallbacks.push(() => proxy.close())
  return proxy
}

const entries = async (): Promise<Entry[]> => (JSON.parse(await readFile(output, "utf8")) as Har).log.entries

/** Waits until the file has this number of entries. */
async function recordEntries(count: number): Promise<Entry[]> {
  await until(() => expect(proxy.recorded).toBeGreaterThanOrEqual(count))
  return entries()
}

/** Sends raw bytes and returns everything that comes back until the connection ends. */
function exchange(url: string, bytes: string, host = "127.0.0.1"): Promise<string> {
  const socket = connect({ port: Number(new URL(url).port), host })
  socket.on("error", () => {})
  socket.write(bytes)
  let heard = ""
  socket.on("data", (chunk) => {
    heard += String(chunk)
  })
  return new Promise((resolve) => socket.on("close", () => resolve(heard)))
}

const head = (...lines: string[]) => `${lines.join("\r\n")}\r\n\r\n`

async function startDemo(): Promise<RunningServer> {
  const server = await startServer({ world: await demoWorld(), port: 0 })
  closeCallbacks.push(() => server.close({ graceMs: 0 }))
  return server
}

const echo: RequestListener = (request, response) => {
  response.setHeader("content-type", "application/json")
  response.end(JSON.stringify({ url: request.url, headers: request.headers }))
}

describe("hosts and targets", () => {
  test("a strange host is refused and reaches no server, also in a target and in an upgrade", async () => {
    let reached = 0
    const { url } = await upstreamOf((_, response) => {
      reached += 1
      response.end()
    })
    await record(url)
    const strange = STRANGE_HOSTS.filter((host) => /^[\x20-\x7e]*$/.test(host) && host.trim() === host)
    for (const host of strange) {
      const answer = await exchange(proxy.url, head("GET / HTTP/1.1", `Host: ${host}`, "Connection: close"))
      expect([host, answer.slice(0, 12)]).toEqual([host, "HTTP/1.1 403"])
    }
    const close = ["Host: localhost", "Connection: close"]
    expect(await exchange(proxy.url, head("GET http://evil.example/x HTTP/1.1", ...close))).toMatch(/^HTTP\/1.1 403/)
    const upgrade = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"]
    expect(await exchange(proxy.url, head("GET /hub HTTP/1.1", "Host: evil.example", ...upgrade))).toMatch(
      /^HTTP\/1.1 403/,
    )
    expect(await exchange(proxy.url, head("GET / HTTP/1.0"))).toMatch(/^HTTP\/1.1 403/)
    expect([reached, await entries()]).toEqual([0, []])
  })

  test("a host of --allow-host is accepted", async () => {
    const { url } = await upstreamOf(echo)
    await record(url, { allowedHosts: ["recorder.test"] })
    const answer = await exchange(proxy.url, head("GET /x HTTP/1.1", "Host: recorder.test:1", "Connection: close"))
    expect(answer).toMatch(/^HTTP\/1.1 200/)
  })

  test("odd targets, floods of headers and CONNECT are refused, and the recorder goes on", async () => {
    const { url } = await upstreamOf(echo)
    await record(url)
    const close = ["Host: localhost", "Connection: close"]
    for (const [line, status] of [
      ["OPTIONS * HTTP/1.1", "400"],
      ["GET * HTTP/1.1", "400"],
      ["GET localhost:80 HTTP/1.1", "400"],
      ["GET ftp://localhost/ HTTP/1.1", "400"],
      ["GET http://localhost/absolute?x=1 HTTP/1.1", "200"],
      ["GET http://localhost HTTP/1.1", "200"],
      ["GET //[/%zz HTTP/1.1", "200"],
      ["GET /a\\b/../c HTTP/1.1", "200"],
    ] as const) {
      expect([line, (await exchange(proxy.url, head(line, ...close))).slice(9, 12)]).toEqual([line, status])
    }
    expect(await exchange(proxy.url, head("CONNECT evil.example:443 HTTP/1.1", "Host: evil.example:443"))).toBe("")
    const flood = Array.from({ length: 3000 }, (_, at) => `X-${at}: ${"x".repeat(20)}`)
    expect(await exchange(proxy.url, head("GET / HTTP/1.1", ...close, ...flood))).toMatch(/^HTTP\/1.1 431/)
    expect(await (await fetch(`${proxy.url}/still?here`)).json()).toMatchObject({ url: "/still?here" })
    expect((await recordEntries(5)).map((entry) => entry.request.url.slice(url.length))).toEqual([
      "/absolute?x=1",
      "/",
      "//[/%zz",
      "/a\\b/../c",
      "/still?here",
    ])
  })

  test("a request for another protocol is answered over HTTP", async () => {
    const { url } = await upstreamOf(echo)
    await record(url)
    const answer = await exchange(
      proxy.url,
      head(
        "GET /h2 HTTP/1.1",
        "Host: localhost",
        "Connection: Upgrade, HTTP2-Settings, close",
        "Upgrade: h2c",
        "HTTP2-Settings: AA",
      ),
    )
    expect(answer).toMatch(/^HTTP\/1.1 200[\s\S]*"\/h2"/)
  })

  test("pipelined requests are answered in order", async () => {
    const { url } = await upstreamOf((request, response) => {
      if (request.url === "/slow") setImmediate(() => setImmediate(() => response.end("slow")))
      else response.end("fast")
    })
    await record(url)
    const bytes =
      head("GET /slow HTTP/1.1", "Host: localhost") + head("GET / HTTP/1.1", "Host: localhost", "Connection: close")
    expect(await exchange(proxy.url, bytes)).toMatch(/slow[\s\S]*fast/)
  })
})

describe("loops and clients", () => {
  test("a request that comes back is refused with 508, whatever the number of recorders", async () => {
    const passed: string[] = []
    const target = { url: "" }
    const { url } = await upstreamOf((request, response) => {
      passed.push(request.url ?? "")
      void fetch(target.url + request.url, {
        headers: { "x-hexarium-record": String(request.headers["x-hexarium-record"]) },
      }).then(async (answer) => response.writeHead(answer.status).end(await answer.text()))
    })
    await record(url)
    target.url = proxy.url
    const answer = await fetch(`${proxy.url}/round`)
    expect([answer.status, passed]).toEqual([508, ["/round"]])
    expect(await answer.json()).toEqual({ error: expect.stringContaining("--upstream"), error_code: "SYSTEM_ERROR" })
  })

  test("a recorder may record another recorder", async () => {
    const { url } = await upstreamOf(echo)
    const inner = await record(url)
    const outer = await startRecording({ upstream: inner.url, port: 0, output: join(folder, "outer.har") })
    closeCallbacks.push(() => outer.close())
    expect((await fetch(`${outer.url}/x`)).status).toBe(200)
  })

  test("the recording does not contain the recorder's own headers, and a local client is not named", async () => {
    const { url } = await upstreamOf(echo)
    await record(url)
    const { headers } = (await (await fetch(`${proxy.url}/x`)).json()) as { headers: Record<string, string> }
    expect([headers["x-forwarded-for"], headers["x-hexarium-record"]]).toEqual([undefined, expect.any(String)])
    const [entry] = await recordEntries(1)
    expect(JSON.stringify(entry?.request.headers)).not.toContain("x-hexarium-record")
  })
})

const outside = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .find(({ internal, family }) => !internal && family === "IPv4")?.address

test.skipIf(outside === undefined)(
  "the upstream server learns the address of a client on another machine",
  async () => {
    const { url } = await upstreamOf(echo)
    await record(url, { host: "0.0.0.0" })
    const close = ["Host: 0.0.0.0", "Connection: close"]
    const answer = await exchange(proxy.url, head("GET /x HTTP/1.1", "X-Forwarded-For: 127.0.0.1", ...close), outside)
    expect(answer).toContain(`"x-forwarded-for":"127.0.0.1, ${outside}"`)
  },
)

describe("bodies", () => {
  const json = JSON.stringify({ token: "packed-secret-token", list: "x".repeat(100) })
  test.each([
    ["gzip", gzipSync(json)],
    ["x-gzip", gzipSync(json)],
    ["deflate", deflateSync(json)],
    ["deflate", deflateRawSync(json)],
    ["br", brotliCompressSync(json)],
    ["br, gzip", gzipSync(brotliCompressSync(json))],
  ])("a response in %s is recorded unpacked and without secrets", async (encoding, packed) => {
    const { url } = await upstreamOf((_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": encoding }).end(packed)
    })
    await record(url)
    await exchange(proxy.url, head("GET / HTTP/1.1", "Host: localhost", "Connection: close"))
    const [entry] = await recordEntries(1)
    expect(JSON.parse(entry?.response.content.text ?? "")).toEqual({ token: "Redacted-token-1", list: "x".repeat(100) })
  })

  test.each([
    ["gzip", gzipSync(json).subarray(0, -12), "not valid gzip"],
    ["br", Buffer.from(json), "not valid br"],
    ["deflate", Buffer.from("nonsense"), "not valid deflate"],
    ["compress", Buffer.from(json), '"compress" can\'t be read'],
    ["gzip, gzip, gzip", gzipSync(gzipSync(gzipSync(json))), "more than two"],
    ["gzip", gzipSync(Buffer.alloc(512 * 1_048_576, "[")), "too large"],
    ["br", brotliCompressSync(Buffer.alloc(64 * 1_048_576)), "too large"],
    ["gzip, br", brotliCompressSync(gzipSync(Buffer.alloc(512 * 1_048_576))), "too large"],
  ])(
    "a broken, unknown or huge body in %s passes unchanged and is not recorded (%#)",
    async (encoding, packed, why) => {
      const { url } = await upstreamOf((_, response) => {
        response.writeHead(200, { "content-encoding": encoding, "content-length": packed.length }).end(packed)
      })
      await record(url)
      const answer = await exchange(proxy.url, head("GET / HTTP/1.1", "Host: localhost", "Connection: close"))
      expect(answer).toMatch(/^HTTP\/1.1 200/)
      const [entry] = await recordEntries(1)
      expect(entry?.response.content).toEqual({ size: -1, mimeType: "", comment: expect.stringContaining(why) })
      expect(await readFile(output, "utf8")).not.toContain("packed-secret")
    },
  )

  test("a packed request is recorded unpacked, and a broken one is not", async () => {
    const { url } = await upstreamOf((request, response) => request.resume().on("end", () => response.end()))
    await record(url)
    const headers = { "content-encoding": "gzip", "content-type": "application/json" }
    const body = gzipSync('{"password":"packed-secret-word"}')
    await fetch(`${proxy.url}/api/v0/login`, { method: "POST", headers, body })
    await fetch(`${proxy.url}/api/v0/login`, { method: "POST", headers, body: body.subarray(0, -9) })
    const [whole, broken] = await recordEntries(2)
    expect(whole?.request.postData?.text).toBe('{"password":"Redacted-password-1"}')
    expect(broken?.request.postData).toMatchObject({ text: "", comment: expect.stringContaining("not valid gzip") })
  })
})

describe("secrets that are too many for the recorder", () => {
  const get = (path: string, token?: string) =>
    fetch(`${proxy.url}${path}`, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } })

  test.each([
    ["by their number", { secrets: 2, characters: 1000 }],
    ["by their characters", { secrets: 100, characters: 25 }],
  ])(
    "%s: further requests are passed on and reported, but not recorded, and no secret is in the file",
    async (_, room) => {
      const { url } = await upstreamOf((request, response) => response.end(`you sent ${request.headers.authorization}`))
      const missed: unknown[] = []
      await record(url, { room, onMissed: (call) => missed.push(call) })
      const tokens = ["first-token", "second-token", "third-token", "fourth-token"]
      for (const token of tokens) expect(await (await get("/a", token)).text()).toBe(`you sent Bearer ${token}`)
      await get("/b?password=my-password")
      await get("/c", "first-token")
      await get("/d")
      await until(() => expect([proxy.recorded, missed.length]).toEqual([4, 3]))
      expect(missed).toEqual([
        { method: "GET", url: `${url}/a`, why: "its secrets are too many" },
        { method: "GET", url: `${url}/a`, why: "its secrets are too many" },
        { method: "GET", url: `${url}/b?password=Redacted-password-0`, why: "its secrets are too many" },
      ])
      const written = await entries()
      expect(written.map(({ request }) => request.url.slice(url.length))).toEqual(["/a", "/a", "/c", "/d"])
      expect(
        written.map(({ request: { headers } }) => headers.find(({ name }) => /^authorization$/i.test(name))?.value),
      ).toEqual(["Bearer Redacted-token-1", "Bearer Redacted-token-2", "Bearer Redacted-token-1", undefined])
      expect(await readFile(output, "utf8")).not.toMatch(/-token\b(?!-\d)|my-password/)
    },
  )
})

describe("an upstream server that fails", () => {
  test.each<[string, RequestListener]>([
    ["closes before it responds", (request) => request.socket.destroy()],
    [
      "closes in the middle of the body",
      (request, response) => {
        response.writeHead(200, { "content-length": 1000 })
        response.write("half")
        setImmediate(() => request.socket.destroy())
      },
    ],
    [
      "sends half a chunked body",
      (request, response) => {
        response.write("half")
        setImmediate(() => request.socket.destroy())
      },
    ],
    ["sends no HTTP", (request) => request.socket.end("SSH-2.0-x\r\n")],
    [
      "sends a header that can't be passed on",
      (request) => request.socket.end("HTTP/1.1 200 OK\r\nX: a\u0001b\r\n\r\n"),
    ],
    [
      "switches protocols unasked",
      (request) => request.socket.write(head("HTTP/1.1 101 Switching Protocols", "Connection: Upgrade", "Upgrade: x")),
    ],
  ])("that %s ends that request only, and the request is reported", async (_, listener) => {
    const { url } = await upstreamOf((request, response) =>
      request.url === "/well" ? response.end("well") : listener(request, response),
    )
    const missed: string[] = []
    await record(url, { onMissed: ({ url: where }) => missed.push(where) })
    const answer = await exchange(
      proxy.url,
      head("GET /ill?token=my-secret HTTP/1.1", "Host: localhost", "Connection: close"),
    )
    expect(answer).not.toMatch(/^HTTP\/1.1 [34]/)
    expect(await (await fetch(`${proxy.url}/well`)).text()).toBe("well")
    expect(missed).toEqual([`${url}/ill?token=Redacted-token-1`])
    expect((await recordEntries(1)).map(({ request }) => request.url)).toEqual([`${url}/well`])
  })

  test("does not keep the recorder from ending if it never responds", async () => {
    const { url } = await upstreamOf(() => {})
    await record(url)
    const waiting = exchange(proxy.url, head("GET / HTTP/1.1", "Host: localhost"))
    await new Promise((resolve) => setTimeout(resolve, 100))
    await proxy.close()
    expect(await waiting).toBe("")
  })

  test("responds before it has read the whole request", async () => {
    const { url } = await upstreamOf((_, response) => response.writeHead(413).end("enough"))
    await record(url)
    const answer = await fetch(`${proxy.url}/`, { method: "POST", body: "x".repeat(5_000_000) }).catch(() => undefined)
    expect(answer === undefined || answer.status === 413).toBe(true)
    expect((await fetch(`${proxy.url}/`)).status).toBe(413)
  })
})

describe("secrets", () => {
  async function sent(path: string, init: RequestInit, responding: RequestListener = echo): Promise<string> {
    const { url } = await upstreamOf(responding)
    await record(url)
    await fetch(`${proxy.url}${path}`, init)
    await recordEntries(1)
    return readFile(output, "utf8")
  }
  const graphql = (query: string, variables: object = {}): RequestInit => ({
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query, variables }),
  })
  const responds =
    (data: object): RequestListener =>
    (_, response) => {
      response.setHeader("content-type", "application/json")
      response.end(JSON.stringify({ data }))
    }

  test.each<[string, RequestInit, object]>([
    ["a literal", graphql('mutation { login(loginInput: {email: "a@b.test", password: "S3cretWord"}) { token } }'), {}],
    ["a block string", graphql('mutation { login(loginInput: {password: """S3cretWord"""}) { token } }'), {}],
    ["an alias", graphql("query { t: token }"), { t: "S3cretWord" }],
    [
      "an alias in a fragment",
      graphql("query { ...F } fragment F on Query { a { b: access_token } }"),
      { a: { b: "S3cretWord" } },
    ],
    [
      "a variable of another name",
      graphql("mutation ($p: String!) { login(password: $p) { token } }", { p: "S3cretWord" }),
      {},
    ],
    [
      "a default value",
      graphql('mutation ($password: String = "S3cretWord") { login(password: $password) { token } }'),
      {},
    ],
    [
      "a variable",
      graphql("mutation ($i: LoginInput!) { login(loginInput: $i) { token } }", { i: { password: "S3cretWord" } }),
      {},
    ],
    [
      "a variable named key",
      graphql("mutation ($key: String) { login(password: $key) { token } }", { key: "S3cretWord" }),
      {},
    ],
    ["a document that can't be parsed", graphql('mutation { login(password: "S3cretWord"'), {}],
    [
      "a batch",
      { ...graphql(""), body: JSON.stringify([{ query: 'mutation { login(password: "S3cretWord") { token } }' }]) },
      {},
    ],
    [
      "a text body",
      {
        method: "POST",
        headers: { "content-type": "application/graphql" },
        body: 'mutation { a(password: "S3cretWord") }',
      },
      {},
    ],
    ["the response", graphql("mutation { login { token } }"), { login: { token: "S3cretWord" } }],
  ])("of GraphQL are not recorded: %s", async (_, init, data) => {
    const text = await sent("/w/main/graphql", init, responds(data))
    expect(text).toContain("/w/main/graphql")
    expect(text).not.toContain("S3cretWord")
  })

  test("a GraphQL request without secrets is recorded", async () => {
    const text = await sent(
      "/graphql",
      graphql("query Names { workspaces { workspace_name } }"),
      responds({ here: "yes" }),
    )
    expect(text).toContain("query Names")
    expect(text).toContain('\\"here\\":\\"yes\\"')
  })

  test("a GraphQL request in the URL is not recorded", async () => {
    const text = await sent(`/graphql?query=${encodeURIComponent('mutation { login(password: "S3cretWord") }')}`, {})
    expect(text).not.toContain("S3cretWord")
  })

  test.each<[string, string, RequestInit]>([
    ["a bare token", "/api/v0/userinfo", { headers: { authorization: "S3cretWord" } }],
    ["another scheme", "/api/v0/userinfo", { headers: { authorization: "Token S3cretWord" } }],
    ["a header of its own", "/x", { headers: { "x-api-key": "S3cretWord" } }],
    ["a referrer", "/x", { headers: { "x-y": "1", referer: "http://app.test/?token=S3cretWord" } }],
    ["a parameter", "/hub?token=S3cretWord", {}],
    ["an escaped parameter name", "/x?%74oken=S3cretWord", {}],
    ["a number", "/x", { method: "POST", body: '{"password": 73556731}' }],
    ["a list", "/x", { method: "POST", body: '{"tokens": ["S3cretWord", {"a": "S3cretWord"}]}' }],
    ["an escaped name", "/x", { method: "POST", body: '{"pass\\u0077ord": "S3cretWord"}' }],
    ["a URL-encoded form", "/x", { method: "POST", body: new URLSearchParams({ a: "1", password: "S3cretWord" }) }],
    [
      "a Latin-1 body",
      "/x",
      { method: "POST", body: Buffer.from('{"name":"\xe9","password":"S3cretWord"}', "latin1") },
    ],
  ])("in %s are not recorded", async (_, path, init) => {
    const text = await sent(path, init, (_request, response) => response.end("ok"))
    expect(text).not.toMatch(/S3cretWord|73556731/)
    expect(text).not.toContain(Buffer.from("S3cretWord").toString("base64").slice(4, 12))
  })

  test("are not recorded in a multipart form", async () => {
    const form = new FormData()
    form.append("password", "S3cretWord")
    expect(await sent("/x", { method: "POST", body: form }, (_, response) => response.end("ok"))).not.toContain(
      "S3cretWord",
    )
  })
})

describe("WebSockets", () => {
  test("pass in both directions for the hub, and the recording has their request", async () => {
    const server = await startDemo()
    await record(server.url)
    const { WebSocket } = await import("ws")
    const socket = new WebSocket(`${proxy.url.replace("http", "ws")}/hub?token=demo-ben`)
    const heard: string[] = []
    socket.on("message", (data) => heard.push(String(data)))
    await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject))
    socket.send('{"protocol":"json","version":1}\x1e')
    await until(() => expect(heard).not.toEqual([]))
    expect(heard[0]).toBe("{}\x1e")
    const ended = new Promise((resolve) => socket.once("close", resolve))
    const [entry] = await recordEntries(1)
    expect([entry?.response.status, entry?.request.url]).toEqual([101, `${server.url}/hub?token=Redacted-token-1`])
    await proxy.close()
    await ended
  })

  test("are refused with the upstream server's response", async () => {
    const server = await startDemo()
    await record(server.url)
    const { WebSocket } = await import("ws")
    const socket = new WebSocket(`${proxy.url.replace("http", "ws")}/hub?token=unknown`)
    const status = await new Promise((resolve) => {
      socket.on("unexpected-response", (_, response) => resolve(response.statusCode))
      socket.on("error", () => {})
    })
    expect(status).toBe(401)
    expect((await recordEntries(1))[0]?.response.status).toBe(401)
  })

  test("are refused with 502 if there is no upstream server", async () => {
    await record("http://127.0.0.1:1")
    const ask = (...more: string[]) =>
      exchange(
        proxy.url,
        head(
          "GET /hub HTTP/1.1",
          "Host: localhost",
          "Connection: Upgrade",
          "Upgrade: websocket",
          "Sec-WebSocket-Version: 13",
          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
          ...more,
        ),
      )
    expect(await ask()).toMatch(/^HTTP\/1.1 502/)
    expect((await fetch(proxy.url)).status).toBe(502)
  })
})
