import { connect } from "node:net"
import { afterEach, expect, test, vi } from "vitest"
import { type RunningServer, startServer } from "../../emulator/node/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { DESK } from "../control/desk.ts"

const FIVE_MINUTES = 300_000
/** Factor by which time passes faster than real time. */
const TIME_FACTOR = 1000
/** The other limit is off, because a busy machine may need more than 20 ms to read headers that arrive at once. */
let hasty: "requests" | "headers" = "requests"

// Node's five-minute limits take effect after 0.3 seconds here, and the server's limits are shortened by the same factor.
vi.mock("node:http", async (load) => {
  const http = await load<typeof import("node:http")>()
  return {
    ...http,
    createServer: (options: import("node:http").ServerOptions, listener: import("node:http").RequestListener) =>
      http.createServer(
        {
          ...options,
          requestTimeout: hasty === "requests" ? (options.requestTimeout ?? FIVE_MINUTES) / TIME_FACTOR : 0,
          headersTimeout: hasty === "headers" ? (options.headersTimeout ?? FIVE_MINUTES) / TIME_FACTOR : 0,
          connectionsCheckingInterval: 10,
        },
        listener,
      ),
  }
})

let server: RunningServer | undefined
afterEach(() => server?.close({ graceMs: 0 }))

/** Sends a request in pieces, 100 ms apart. Returns the response until the connection ends. */
async function exchange(...pieces: readonly string[]): Promise<string> {
  server = await startServer({ world: await createWorld({ fixture: DESK }), port: 0 })
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1")
  let heard = ""
  socket.on("data", (chunk) => {
    heard += chunk
  })
  const ended = new Promise<void>((resolve) => void socket.once("close", () => resolve()))
  socket.on("error", () => {})
  for (const piece of pieces) {
    if (socket.destroyed) break
    socket.write(piece)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await ended
  return heard
}

const head = (length: number) =>
  [
    "POST /api/v0/applications/DESK/datastores/TICKETS/items/new HTTP/1.1",
    "Host: localhost",
    "Authorization: Bearer ada-fixed-token-1",
    "Content-Type: application/json",
    `Content-Length: ${length}`,
    "Connection: close",
    "",
    "",
  ].join("\r\n")

test("an upload may take longer than five minutes", async () => {
  hasty = "requests"
  const body = JSON.stringify({ item: { Subject: "slow" } })
  const pieces = body.match(/.{1,4}/g) ?? []
  expect(pieces.length * 100).toBeGreaterThan(FIVE_MINUTES / TIME_FACTOR)
  expect(await exchange(head(body.length), ...pieces)).toMatch(/^HTTP\/1\.1 200 /)
})

test("a client that dawdles over its headers is cut off", async () => {
  hasty = "headers"
  const slow = head(0).match(/[\s\S]{1,10}/g) ?? []
  expect(await exchange(...slow)).toMatch(/^HTTP\/1\.1 408 /)
})
