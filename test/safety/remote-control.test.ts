import { networkInterfaces } from "node:os"
import { afterEach, describe, expect, test } from "vitest"
import { exportWorld } from "../../emulator/cli/commands/documents/transfer.ts"
import { serve } from "../../emulator/cli/serve/serve.ts"
import { createApp } from "../../emulator/index.ts"
import { type RunningServer, startServer } from "../../emulator/node/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { DESK } from "../control/desk.ts"

const servers: RunningServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close({ graceMs: 0 })))
})

const OTHER_MACHINES = [
  "10.0.0.7",
  "192.168.1.20",
  "::ffff:10.0.0.7",
  "fe80::1",
  "128.0.0.1",
  "1270.0.0.1",
  "",
  undefined,
]
const THIS_MACHINE = ["127.0.0.1", "127.8.9.10", "::1", "::ffff:127.0.0.1"]
const TOKEN = "a-token.of~some_length"

/** Sends a request to the control plane as from a client address. */
async function openControl(options: Omit<Parameters<typeof createApp>[0], "world"> = {}) {
  const world = await createWorld({ fixture: DESK })
  const app = createApp({ world, ...options })
  return {
    world,
    from: async (
      address: string | undefined,
      headers: Record<string, string> = {},
      method = "GET",
      path = "/worlds",
    ) => {
      const request = new Request(`http://hexarium/_hexarium${path}`, {
        method,
        headers: { "x-hexarium": "1", ...headers },
      })
      const answer = await app.fetch(request, { incoming: { socket: { remoteAddress: address } } })
      return { status: answer.status, body: await answer.json() }
    },
  }
}

const refusal = { status: 403, body: { error: expect.any(String), error_code: "NO_PRIVILEGES" } }

describe("the control plane for other machines (control.md section 4)", () => {
  test("is closed for reads and writes alike, and nothing happens", async () => {
    const { world, from } = await openControl()
    const before = world.hash()
    for (const address of OTHER_MACHINES) {
      expect(await from(address)).toEqual(refusal)
      expect(await from(address, {}, "POST", "/worlds/main/reset")).toEqual(refusal)
      expect(await from(address, {}, "DELETE", "/worlds/main/mails")).toEqual(refusal)
      expect(await from(address, {}, "GET", "/nothing")).toEqual(refusal)
      expect(await from(address, { authorization: "Bearer ada-fixed-token-1" })).toEqual(refusal)
    }
    expect(world.hash()).toBe(before)
    for (const address of THIS_MACHINE) expect((await from(address)).status).toBe(200)
  })

  test("is closed for those whom a proxy on this machine asks for", async () => {
    const { from } = await openControl()
    const proxied = [
      { "x-forwarded-for": "10.0.0.7" },
      { "x-forwarded-for": "127.0.0.1, 10.0.0.7" },
      { "x-forwarded-for": "10.0.0.7, 127.0.0.1" },
      { "x-forwarded-for": "" },
      { "x-real-ip": "10.0.0.7" },
      { forwarded: 'proto=https;for="[2001:db8::1]:4711"' },
      { forwarded: "for=127.0.0.1, for=10.0.0.7" },
      { forwarded: "for=unknown" },
    ]
    for (const headers of proxied) expect([headers, (await from("127.0.0.1", headers)).status]).toEqual([headers, 403])
    expect((await from("127.0.0.1", { "x-forwarded-for": "127.0.0.1, ::1", forwarded: "by=x" })).status).toBe(200)
  })

  test("opens to the token, and to nothing that resembles it", async () => {
    const { from } = await openControl({ controlToken: TOKEN })
    for (const authorization of [`Bearer ${TOKEN}`, `bearer  ${TOKEN}`]) {
      expect((await from("10.0.0.7", { authorization })).status).toBe(200)
      expect((await from("127.0.0.1", { authorization, "x-forwarded-for": "10.0.0.7" })).status).toBe(200)
    }
    const others = [
      "",
      TOKEN,
      "Bearer",
      `Basic ${TOKEN}`,
      `Bearer ${TOKEN}x`,
      `Bearer ${TOKEN.slice(1)}`,
      `Bearer ${TOKEN} x`,
    ]
    for (const authorization of others) expect(await from("10.0.0.7", { authorization })).toEqual(refusal)
    expect((await from("127.0.0.1")).status).toBe(200)
    // With a valid token, a request still needs the other required headers.
    const headers = { authorization: `Bearer ${TOKEN}`, "x-hexarium": "" }
    expect(await from("10.0.0.7", headers, "POST", "/worlds/main/reset")).toEqual(refusal)
  })

  test("opens to everybody when that is asked for", async () => {
    const { from } = await openControl({ allowRemoteControl: true })
    expect((await from("10.0.0.7")).status).toBe(200)
    expect((await from("10.0.0.7", { "x-hexarium": "" }, "POST", "/worlds/main/reset")).status).toBe(403)
  })

  const outside = Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === "IPv4" && !address.internal)?.address

  test.runIf(outside !== undefined)(
    "is closed on a socket of an address that others reach, whose API is not",
    async () => {
      const server = await startServer({ world: await createWorld({ fixture: DESK }), port: 0, host: "0.0.0.0" })
      servers.push(server)
      const { port } = new URL(server.url)
      const status = async (path: string) => {
        const headers = { host: "localhost", authorization: "Bearer ada-fixed-token-1" }
        const { request } = await import("node:http")
        return new Promise((resolve, reject) => {
          const asking = request({ host: outside, port, path, headers }, (answer) =>
            resolve(answer.resume().statusCode),
          )
          asking.on("error", reject).end()
        })
      }
      expect(await status("/_hexarium/worlds")).toBe(403)
      expect(await status("/api/v0/userinfo")).toBe(200)
      expect((await fetch(`http://127.0.0.1:${port}/_hexarium/worlds`)).status).toBe(200)
    },
  )

  test.runIf(outside !== undefined)("lets the command line of another machine in by its token", async () => {
    const world = await createWorld({ fixture: DESK })
    const options = { host: "0.0.0.0", controlToken: TOKEN, allowedHosts: [outside ?? ""] }
    const server = await startServer({ world, port: 0, ...options })
    servers.push(server)
    let out = ""
    const told = (text: string) => {
      out += text
    }
    const io = { out: told, err: told, waiting: () => 0, stopWaiting: () => {}, env: {} }
    const url = `http://${outside}:${new URL(server.url).port}`
    await expect(exportWorld(io, { url })).rejects.toThrow("control plane")
    expect(await exportWorld(io, { url, controlToken: TOKEN })).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ users: [{ email: "ada@acme.test" }, {}] })
  })

  test("is open to a token or to everybody, not to both", async () => {
    const both = serve([], { port: 0, controlToken: TOKEN, allowRemoteControl: true })
    await expect(both).rejects.toMatchObject({ code: 2, message: expect.stringContaining("--control-token") })
  })
})
