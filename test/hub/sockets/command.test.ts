import { readFileSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { connect as connectSocket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { Built } from "../../cli/built.ts"
import { greet } from "./rig.ts"

let builtCommand: Built
beforeAll(async () => {
  builtCommand = new Built(await mkdtemp(join(tmpdir(), "hexarium-hub-")))
})
afterAll(async () => {
  builtCommand.end()
  await rm(builtCommand.folder, { recursive: true, force: true })
})

const dist = (path: string) => readFileSync(fileURLToPath(new URL(`../../../dist/${path}`, import.meta.url)), "utf8")

/** A server of the demo world, and the address of its hub for one of the demo's users. */
async function demo() {
  const server = await builtCommand.start()
  const headers = { "x-hexarium": "1", "content-type": "application/json" }
  const users = await fetch(`${server.url}/_hexarium/worlds/main/export`).then(
    async (answer) => (await answer.json()) as { readonly users: readonly { readonly email: string }[] },
  )
  const body = JSON.stringify({ user: users.users[0]?.email })
  const issued = await fetch(`${server.url}/_hexarium/worlds/main/tokens`, { method: "POST", headers, body })
  const { token } = (await issued.json()) as { readonly token: string }
  return { ...server, token, hub: `${server.url.replace("http", "ws")}/hub?token=${token}` }
}

describe("the built command", () => {
  test("serves the hub, and says goodbye at SIGTERM", async () => {
    const { child, ended, hub } = await demo()
    const client = await greet(hub)
    child.kill("SIGTERM")
    expect(await client.closed).toBe(1000)
    expect(client.heard).toEqual([{ type: 7, allowReconnect: true }])
    expect((await ended).code).toBe(0)
  })

  test("ends at SIGTERM, also if a client neither reads nor closes", async () => {
    const { child, ended, url, token } = await demo()
    const key = "dGhlIHNhbXBsZSBub25jZQ=="
    const head = [
      `GET /hub?token=${token} HTTP/1.1`,
      "Host: localhost",
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
      `Sec-WebSocket-Key: ${key}`,
      "",
      "",
    ]
    const answer = await new Promise<string>((resolve) => {
      const socket = connectSocket(Number(new URL(url).port), "127.0.0.1", () => socket.write(head.join("\r\n")))
      socket.on("error", () => {})
      socket.once("data", (chunk) => {
        socket.pause()
        resolve(String(chunk))
      })
    })
    expect(answer).toMatch(/^HTTP\/1\.1 101 /)
    child.kill("SIGTERM")
    expect((await ended).code).toBe(0)
  })

  test("has the WebSocket library in a file of its own", () => {
    expect(dist("chunks/ws.js")).toContain("permessage-deflate")
    expect(dist("cli/command.cjs")).not.toContain("permessage-deflate")
  })
})
