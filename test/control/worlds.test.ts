import { describe, expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { engineOf, type World } from "../../src/world/index.ts"
import { bareWorld } from "../bare-world.ts"

const control = () => {
  const world = bareWorld()
  const app = createApp({ world })
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await app.fetch(
      new Request(`http://hexarium/_hexarium${path}`, {
        method,
        headers: { "x-hexarium": "1", "content-type": "application/json", ...headers },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      }),
    )
    return { status: answer.status, headers: answer.headers, body: await answer.json() }
  }
  return { world, app, call }
}

const MAIN_WORLD = {
  name: "main",
  url: "http://hexarium",
  parent: null,
  created_at: "2026-01-05T09:00:00.000Z",
  version: 0,
  hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  now: "2026-01-05T09:00:00.000Z",
  items: 0,
}

const changeSomething = (world: World) =>
  engineOf(world).commit("Test", null, (tx) => tx.setScalars({ nextOrdinal: tx.scalars.nextOrdinal + 1 }))

describe("worlds (control.md section 3)", () => {
  test("health and the list", async () => {
    const { call } = control()
    expect((await call("GET", "/health")).body).toEqual({ status: "ok", version: "0.1.0", worlds: 1 })
    expect((await call("GET", "/worlds")).body).toEqual({ worlds: [MAIN_WORLD] })
  })

  test("a fork has its own address and goes its own way", async () => {
    const { app, world, call } = control()
    await changeSomething(world)
    const { status, body } = await call("POST", "/worlds", { name: "twin" })
    expect([status, body]).toEqual([
      201,
      { ...MAIN_WORLD, name: "twin", url: "http://hexarium/w/twin", parent: "main", version: 1, hash: world.hash() },
    ])
    await changeSomething(app.worlds.require("twin").world)
    expect(app.worlds.require("twin").world.hash()).not.toBe(world.hash())
    const grandchild = await call("POST", "/worlds", { from: "twin" })
    expect(grandchild.body).toMatchObject({ parent: "twin", hash: app.worlds.require("twin").world.hash() })
  })

  test("a world without a name gets a new name that is not taken", async () => {
    const { call } = control()
    await call("POST", "/worlds", { name: "w1" })
    const first = (await call("POST", "/worlds")).body as { name: string }
    const second = (await call("POST", "/worlds", {})).body as { name: string }
    expect(new Set(["w1", first.name, second.name]).size).toBe(3)
  })

  test.each([
    [{ name: "main" }, 409, "INVALID_PARAMS"],
    [{ name: "twin" }, 409, "INVALID_PARAMS"],
    [{ name: "" }, 400, "INVALID_PARAMS"],
    [{ name: "a/b" }, 400, "INVALID_PARAMS"],
    [{ name: "../x" }, 400, "INVALID_PARAMS"],
    [{ name: "a".repeat(65) }, 400, "INVALID_PARAMS"],
    [{ name: "ä" }, 400, "INVALID_PARAMS"],
    [{ name: 1 }, 400, "INVALID_PARAMS"],
    [{ nmae: "x" }, 400, "INVALID_PARAMS"],
    [{ from: "nowhere" }, 404, "NOT_FOUND"],
    [{ snapshot: "never" }, 404, "NOT_FOUND"],
    ["[]", 400, "INVALID_PARAMS"],
    ["{", 400, "INVALID_PARAMS"],
  ])("POST /worlds %j is refused", async (body, status, code) => {
    const { app, call } = control()
    app.worlds.fork({ name: "twin" })
    const answer = await call("POST", "/worlds", body)
    expect([answer.status, answer.body]).toEqual([status, { error: expect.any(String), error_code: code }])
    expect(app.worlds.size).toBe(2)
  })

  test("deletes a world", async () => {
    const { app, call } = control()
    app.worlds.fork({ name: "twin" })
    expect(await call("DELETE", "/worlds/twin")).toMatchObject({ status: 200, body: null })
    expect((await call("GET", "/worlds/twin")).status).toBe(404)
    expect(await call("DELETE", "/worlds/main")).toMatchObject({ status: 400, body: { error_code: "INVALID_PARAMS" } })
    expect(app.worlds.size).toBe(1)
  })

  test("reset leads back to the fork point", async () => {
    const { app, world, call } = control()
    await changeSomething(world)
    const twin = app.worlds.fork({ name: "twin" }).world
    const origin = twin.hash()
    await changeSomething(twin)
    expect((await call("POST", "/worlds/twin/reset", {})).body).toMatchObject({
      name: "twin",
      hash: origin,
      version: 3,
    })
    expect(twin.hash()).toBe(origin)
  })

  test("snapshots are taken, listed, taken again, forked from, restored and deleted", async () => {
    const { app, world, call } = control()
    const first = world.hash()
    expect((await call("PUT", "/worlds/main/snapshots/s")).body).toEqual({
      name: "s",
      at: "2026-01-05T09:00:00.000Z",
      version: 0,
      hash: first,
    })
    await changeSomething(world)
    expect((await call("POST", "/worlds", { name: "old", snapshot: "s" })).body).toMatchObject({ hash: first })
    expect((await call("POST", "/worlds/main/snapshots/s/restore")).body).toMatchObject({ hash: first, version: 2 })
    await changeSomething(world)
    await call("PUT", "/worlds/main/snapshots/s", {})
    expect((await call("GET", "/worlds/main/snapshots")).body).toEqual({
      snapshots: [{ name: "s", at: "2026-01-05T09:00:00.000Z", version: 3, hash: world.hash() }],
    })
    expect((await call("GET", "/worlds/old/snapshots")).body).toEqual({ snapshots: [] })
    expect(await call("DELETE", "/worlds/main/snapshots/s")).toMatchObject({ status: 200, body: null })
    for (const [method, path] of [
      ["POST", "/worlds/main/snapshots/s/restore"],
      ["DELETE", "/worlds/main/snapshots/s"],
      ["POST", "/worlds/nowhere/snapshots/s/restore"],
    ] as const) {
      expect((await call(method, path)).status).toBe(404)
    }
    expect((await call("PUT", "/worlds/main/snapshots/..%2F..%2Fetc")).status).toBe(400)
    expect(app.worlds.main.snapshots.size).toBe(0)
  })

  test("copies a snapshot with its moment, also over another snapshot, and refuses a copy of an unknown one", async () => {
    const { app, world, call } = control()
    await call("PUT", "/worlds/main/snapshots/first")
    const first = { name: "first", at: "2026-01-05T09:00:00.000Z", version: 0, hash: world.hash() }
    await changeSomething(world)
    expect(await call("PUT", "/worlds/main/snapshots/copy", { from: "first" })).toMatchObject({
      status: 200,
      body: { ...first, name: "copy" },
    })
    await call("PUT", "/worlds/main/snapshots/first")
    await call("PUT", "/worlds/main/snapshots/first", { from: "copy" })
    await call("DELETE", "/worlds/main/snapshots/copy")
    expect((await call("GET", "/worlds/main/snapshots")).body).toEqual({ snapshots: [first] })
    expect((await call("POST", "/worlds/main/snapshots/first/restore")).body).toMatchObject({ hash: first.hash })
    expect((await call("PUT", "/worlds/main/snapshots/other", { from: "copy" })).status).toBe(404)
    expect((await call("PUT", "/worlds/main/snapshots/other", { form: "first" })).status).toBe(400)
    expect([...app.worlds.main.snapshots.keys()]).toEqual(["first"])
  })
})

describe("the guard", () => {
  test.each([
    ["no header", { "x-hexarium": "" }],
    ["another value", { "x-hexarium": "0" }],
    ["a foreign origin", { origin: "https://evil.example" }],
    ["the origin null", { origin: "null" }],
    ["a host that only looks like this machine", { host: "localhost.evil.example" }],
  ])("%s: 403, and nothing happens", async (_, headers) => {
    const { app, world, call } = control()
    app.worlds.fork({ name: "twin" })
    await changeSomething(world)
    const before = world.hash()
    for (const [method, path] of [
      ["POST", "/worlds"],
      ["DELETE", "/worlds/twin"],
      ["POST", "/worlds/main/reset"],
      ["PUT", "/worlds/main/snapshots/s"],
      ["HEAD", "/worlds"],
    ] as const) {
      const { status, body } = await call(method, path, undefined, headers).catch(() => ({ status: 403, body: null }))
      expect(status).toBe(403)
      if (method !== "HEAD") expect(body).toEqual({ error: expect.any(String), error_code: "NO_PRIVILEGES" })
    }
    expect([app.worlds.size, app.worlds.main.snapshots.size, world.hash()]).toEqual([2, 0, before])
  })

  test("a page of this machine is accepted, and no response has CORS headers", async () => {
    const { call } = control()
    const answer = await call("POST", "/worlds", { name: "x" }, { origin: "http://localhost:3000" })
    expect(answer.status).toBe(201)
    expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([])
    expect((await call("OPTIONS", "/worlds", undefined, { "x-hexarium": "" })).status).toBe(403)
  })

  test("paths and methods: 404 and 405", async () => {
    const { call } = control()
    for (const path of ["", "/", "/nothing", "/worlds/main/nothing", "/worlds/"]) {
      expect(await call("GET", path)).toMatchObject({ status: 404, body: { error_code: "NOT_FOUND" } })
    }
    const wrong = await call("PUT", "/worlds")
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, POST"])
  })
})
