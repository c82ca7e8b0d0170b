import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { type RunningServer, startServer } from "../../emulator/node/index.ts"
import { bareWorld } from "../bare-world.ts"

type Send = (encoding: string | undefined, body: Uint8Array, path?: string, type?: string) => Promise<Response>

const MIB = 1_048_576
const ENCODERS = { gzip: gzipSync, "x-gzip": gzipSync, deflate: deflateSync, br: brotliCompressSync } as const
const textOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
const WRONG_LOGIN = textOf({ email: "nobody@acme.test", password: "wrong-horse" })

const app = createApp({ world: bareWorld() })
let server: RunningServer

beforeAll(async () => {
  server = await startServer({ world: bareWorld(), port: 0 })
})
afterAll(async () => {
  app.close()
  await server.close()
})

const initOf = (encoding: string | undefined, body: Uint8Array, type = "application/json"): RequestInit => ({
  method: "POST",
  headers: {
    "content-type": type,
    "x-hexarium": "1",
    ...(encoding === undefined ? {} : { "content-encoding": encoding }),
  },
  body: new Uint8Array(body),
})

const doors: readonly (readonly [string, Send])[] = [
  [
    "a server",
    (encoding, body, path = "/api/v0/login", type?: string) => fetch(server.url + path, initOf(encoding, body, type)),
  ],
  [
    "an app without a server",
    async (encoding, body, path = "/api/v0/login", type?: string) =>
      app.fetch(new Request(`http://localhost${path}`, initOf(encoding, body, type))),
  ],
]

describe.each(doors)("a packed body, sent to %s (api.md section 0)", (door, send) => {
  const hasBrotli = door === "a server"

  test.each(Object.entries(ENCODERS))("is decoded from %s", async (encoding, encode) => {
    const plain = await send(undefined, WRONG_LOGIN)
    const answer = await send(encoding.toUpperCase(), encode(WRONG_LOGIN))
    if (encoding === "br" && !hasBrotli) {
      expect([401, 415]).toContain(answer.status)
      return
    }
    expect([answer.status, await answer.json()]).toEqual([401, await plain.json()])
  })

  test("is decoded from two encodings, and identity is ignored", async () => {
    const twice = gzipSync(deflateSync(WRONG_LOGIN))
    expect((await send("deflate, identity, gzip", twice)).status).toBe(401)
    expect((await send("identity", WRONG_LOGIN)).status).toBe(401)
  })

  test.each([
    ["zstd", /zstd/],
    ["gzip, compress", /compress/],
    ["gzip, gzip, gzip", /at most 2 encodings/],
  ])("is refused with the name of an encoding that is not supported: %s", async (encoding, text) => {
    const answer = await send(encoding, WRONG_LOGIN)
    const body = (await answer.json()) as { error: string }
    expect([answer.status, body]).toMatchObject([415, { error_code: "INVALID_PARAMS" }])
    expect(body.error).toMatch(text)
  })

  test.each([
    ["cut", gzipSync(WRONG_LOGIN).subarray(0, -6)],
    ["plain", WRONG_LOGIN],
    ["of another encoding", deflateSync(WRONG_LOGIN)],
  ])("is refused if the stream is %s", async (_, bytes) => {
    const answer = await send("gzip", bytes)
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { error: "the body is not valid gzip", error_code: "INVALID_PARAMS" },
    ])
  })

  test.each([
    ["once", "gzip", gzipSync(new Uint8Array(17 * MIB))],
    ["twice", "gzip, gzip", gzipSync(gzipSync(new Uint8Array(17 * MIB)))],
    ["with an inner stream that is too long", "deflate, gzip", gzipSync(new Uint8Array(17 * MIB))],
  ])("is refused if it is too large when unpacked %s", async (_, encoding, bytes) => {
    const answer = await send(encoding, bytes)
    // The inner decoder may refuse the zeros before their number is known.
    expect(encoding === "deflate, gzip" ? [400, 413] : [413]).toContain(answer.status)
  })

  test("may be empty", async () => {
    expect((await send("gzip", new Uint8Array())).status).toBe((await send(undefined, new Uint8Array())).status)
  })

  test("is refused after the token and the place", async () => {
    expect((await send("zstd", WRONG_LOGIN, "/api/v0/applications")).status).toBe(401)
  })

  test("is decoded for the control plane and GraphQL too", async () => {
    const world = gzipSync(textOf({ name: "packed" }))
    expect((await send("gzip", world, "/_hexarium/worlds")).status).toBe(201)
    expect((await send("zstd", world, "/_hexarium/worlds")).status).toBe(415)
    expect((await send("gzip", gzipSync(textOf({ query: "{ __typename }" })), "/graphql")).status).toBe(
      (await send(undefined, textOf({ query: "{ __typename }" }), "/graphql")).status,
    )
  })

  test("may be a form, whose file has the same bytes and limits", async () => {
    const form = new FormData()
    form.set("operation", "uploadFileDetached")
    form.set("as", "ada@acme.test")
    form.set("file", new File(["a,b\n".repeat(1000)], "x.csv", { type: "text/csv" }))
    const plain = new Response(form)
    const type = plain.headers.get("content-type") ?? ""
    const bytes = new Uint8Array(await plain.arrayBuffer())
    const sendForm = (encoding: string | undefined, body: Uint8Array) =>
      send(encoding, body, "/_hexarium/worlds/main/call", type)
    const [first, second] = [await sendForm(undefined, bytes), await sendForm("gzip", gzipSync(bytes))]
    expect([second.status, Object.keys((await second.json()) as object)]).toEqual([
      first.status,
      Object.keys((await first.json()) as object),
    ])
    expect((await sendForm("gzip", gzipSync(new Uint8Array(102 * MIB)))).status).toBe(413)
  })

  test("is read like the plain body, whatever the bytes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), async (bytes) => {
        const [plain, packed] = [await send(undefined, bytes), await send("gzip", gzipSync(bytes))]
        expect([packed.status, await packed.json()]).toEqual([plain.status, await plain.json()])
      }),
      { seed: 48, numRuns: 25 },
    )
  })
})
