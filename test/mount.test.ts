import type { AddressInfo } from "node:net"
import { type ServerType, serve } from "@hono/node-server"
import { Hono } from "hono"
import { describe, expect, test } from "vitest"
import { createApp } from "../emulator/index.ts"
import { createWorld } from "../src/world/index.ts"
import { DESK } from "./control/desk.ts"

const ADA = { authorization: "Bearer ada-fixed-token-1" }
const JSON_TYPE = { "content-type": "application/json" }

/** An outside app that mounts the emulator below /fake. */
async function mountEmulator(prefix = "/fake") {
  const world = await createWorld({ fixture: DESK, baseUrl: `http://mine.localhost${prefix}` })
  const fake = createApp({ world })
  const mine = new Hono()
  mine.get("/own", (context) => context.text("mine"))
  mine.route(prefix, fake)
  mine.notFound((context) => context.text("mine: nothing here", 404))
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await mine.request(`http://mine.localhost${path}`, { ...init, headers: { ...ADA, ...init.headers } })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: text.startsWith("{") ? JSON.parse(text) : text }
  }
  return { world, fake, mine, ask }
}

describe('mounted in an app of one\'s own (architecture.md, "Without a server")', () => {
  test("the API responds below the path, in main and in other worlds", async () => {
    const { fake, ask } = await mountEmulator()
    fake.worlds.fork({ name: "twin" })
    const path = "/api/v0/applications/DESK/datastores/TICKETS/items/new"
    const create = { method: "POST", headers: JSON_TYPE, body: JSON.stringify({ item: { Subject: "a b" } }) }
    expect(await ask(`/fake${path}`, create)).toMatchObject({ status: 200, body: { item_id: expect.any(String) } })
    expect((await ask(`/fake/w/twin${path}`, create)).status).toBe(200)
    expect((await ask("/fake/api/v0/userinfo?x=%20y")).body).toMatchObject({ email: "ada@acme.test" })
    for (const [name, paths] of [
      ["main", [path, "/api/v0/userinfo?x=%20y"]],
      ["twin", [path]],
    ] as const) {
      expect(
        fake.worlds
          .require(name)
          .log.entries()
          .map(({ input }) => input.path),
      ).toEqual(paths)
    }
  })

  test("path parameters arrive decoded once", async () => {
    const { ask } = await mountEmulator()
    expect((await ask("/fake/api/v0/groups/a%2520b%2Fc")).body).toMatchObject({ error: "group not found: a%20b/c" })
  })

  test("refuses as it does alone: 404, 405 and HEAD, unknown worlds, strange hosts, preflights", async () => {
    const { ask } = await mountEmulator()
    expect(await ask("/fake/api/v0/nothing")).toMatchObject({ status: 404, body: { error_code: "NOT_FOUND" } })
    const wrong = await ask("/fake/api/v0/login")
    expect([wrong.status, wrong.headers.get("allow"), wrong.body.error_code]).toEqual([405, "POST", "INVALID_PARAMS"])
    expect((await ask("/fake/api/v0/userinfo", { method: "HEAD" })).status).toBe(200)
    expect((await ask("/fake/w/nowhere/api/v0/userinfo")).status).toBe(404)
    expect((await ask("/fake/nothing")).body).toMatchObject({ error_code: "NOT_FOUND" })
    expect((await ask("/fake/api/v0/userinfo", { headers: { host: "evil.example" } })).status).toBe(403)
    expect((await ask("/fake/api/v0/userinfo", { method: "OPTIONS" })).status).toBe(204)
  })

  test("the control plane responds below the path, guarded", async () => {
    const { ask } = await mountEmulator()
    expect((await ask("/fake/_hexarium/health")).body).toMatchObject({ status: "ok", worlds: 1 })
    const fork = { method: "POST", headers: JSON_TYPE, body: JSON.stringify({ name: "twin" }) }
    expect((await ask("/fake/_hexarium/worlds", fork)).status).toBe(403)
    const ours = { ...fork, headers: { ...JSON_TYPE, "x-hexarium": "1" } }
    expect(await ask("/fake/_hexarium/worlds", ours)).toMatchObject({
      status: 201,
      body: { url: "http://mine.localhost/fake/w/twin" },
    })
    const wrong = await ask("/fake/_hexarium/worlds/twin/reset")
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST"])
    expect((await ask("/fake/_hexarium/worlds/none")).body).toMatchObject({ error: 'the world "none" does not exist' })
  })

  test("a planned fault cuts the connection, and nothing runs", async () => {
    const { mine, ask } = await mountEmulator()
    const plan = { method: "POST", headers: { ...JSON_TYPE, "x-hexarium": "1" } }
    const fault = JSON.stringify({ operation: "CreateItem", disconnect: true })
    expect((await ask("/fake/_hexarium/worlds/main/faults", { ...plan, body: fault })).status).toBe(200)
    const server = await new Promise<ServerType>((resolve) => {
      const started = serve({ fetch: mine.fetch, port: 0, hostname: "127.0.0.1" }, () => resolve(started))
    })
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const path = "/fake/api/v0/applications/DESK/datastores/TICKETS/items/new"
      const body = JSON.stringify({ item: { Subject: "cut" } })
      const list = async () => (await ask(path.replace(/new$/, "search"), { ...plan, body: "{}" })).body.totalItems
      const before = await list()
      expect(before).toBeGreaterThanOrEqual(0)
      await expect(fetch(url + path, { method: "POST", headers: { ...ADA, ...JSON_TYPE }, body })).rejects.toThrow()
      expect(await list()).toBe(before)
    } finally {
      server.close()
    }
  })

  test("links of mails lead to where it is mounted", async () => {
    const { world, ask } = await mountEmulator()
    const registration = { method: "POST", headers: JSON_TYPE, body: JSON.stringify({ email: "new@acme.test" }) }
    expect((await ask("/fake/api/v0/users/registration", registration)).status).toBe(200)
    const link = new URL(world.mail.list().at(-1)?.links[0]?.url ?? "")
    expect(link.pathname).toMatch(/^\/fake\/api\/v0\//)
    expect((await ask(link.pathname + link.search)).status).toBe(302)
  })

  test("leaves the rest to its host", async () => {
    const { ask } = await mountEmulator()
    expect((await ask("/own")).body).toBe("mine")
    expect((await ask("/api/v0/login")).body).toBe("mine: nothing here")
  })

  test("may lie below the API's own path", async () => {
    const { ask } = await mountEmulator("/api/v0")
    expect((await ask("/api/v0/api/v0/userinfo")).body).toMatchObject({ email: "ada@acme.test" })
    expect((await ask("/api/v0/api/v0/nothing")).status).toBe(404)
  })
})
