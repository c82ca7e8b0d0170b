import { describe, expect, test } from "vitest"
import { DEALS, READ_ONLY, serveDeals } from "./serve-deals.ts"

const LIST = [`${DEALS}/items/search`, { page: 1, per_page: 0 }] as const
const titlesIn = ({ body }: { readonly body: { readonly items: readonly { readonly Title: string }[] } }) =>
  body.items.map(({ Title }) => Title).sort()

describe("reading a version over HTTP", () => {
  test("answers by path and by header as the world answered then", async () => {
    const { world, api, past, create, fetch } = await serveDeals()
    const before = await api("POST", ...LIST)
    const { version } = world
    await create("Third deal")
    const then = await past(version, "POST", ...LIST)
    expect(then.status).toBe(200)
    expect(then.text).toBe(before.text)
    expect(then.headers.get("x-hexarium-version")).toBe(String(version))
    const byHeader = await api("POST", ...LIST, { "x-hexarium-world": `main@${version}` })
    expect(byHeader.text).toBe(before.text)
    expect(titlesIn(await past("-1", "POST", ...LIST))).toEqual(titlesIn(before))
    expect((await fetch("POST", `/w/main%40${version}/api/v0${LIST[0]}`, LIST[1])).text).toBe(before.text)
    expect((await api("POST", ...LIST)).headers.get("x-hexarium-version")).toBe(String(version + 1))
  })

  test("accepts the versions around a request", async () => {
    const { app, past, create, api } = await serveDeals()
    await create("Third deal")
    const id = app.worlds.main.log.entries().at(-1)?.id
    await api("GET", "/userinfo")
    expect(titlesIn(await past(`before:${id}`, "POST", ...LIST))).not.toContain("Third deal")
    expect(titlesIn(await past(`after:${id}`, "POST", ...LIST))).toContain("Third deal")
  })

  test("runs GraphQL queries, and refuses its mutations", async () => {
    const { world, fetch, create } = await serveDeals()
    const { version } = world
    await create("Third deal")
    const query = await fetch("POST", `/w/main@${version}/graphql`, { query: "{ userInfo { email } }" })
    expect(query.status).toBe(200)
    expect(JSON.stringify(query.body)).not.toContain("UNAUTHORIZED")
    const hash = world.hash()
    const mutation = await fetch("POST", `/w/main@${version}/graphql`, {
      query: "mutation { logout { success } }",
    })
    expect(JSON.stringify(mutation.body)).toContain("error")
    expect(world.hash()).toBe(hash)
  })

  test("refuses writes, changes nothing, and leaves no trace in the log", async () => {
    const { world, app, past, create } = await serveDeals()
    const itemId = await create("Third deal")
    const { version } = world
    const [hash, logged] = [world.hash(), app.worlds.main.log.allEntries().length]
    const writes = [
      ["POST", `${DEALS}/items/new`, { item: { Title: "X" } }],
      ["POST", `${DEALS}/items/edit/${itemId}`, { item: { Title: "X" }, is_force_update: true }],
      ["DELETE", `${DEALS}/items/delete/${itemId}`, {}],
      ["POST", "/login", { email: "ada@acme.test", password: "ada-pass" }],
      ["POST", "/users/password/forgot", { email: "ada@acme.test" }],
    ] as const
    for (const [method, path, body] of writes) {
      const { status, body: answer } = await past(version, method, path, body)
      expect({ path, status, error: answer?.error, code: answer?.error_code }).toEqual({
        path,
        status: 403,
        error: READ_ONLY,
        code: "NO_PRIVILEGES",
      })
    }
    expect(world.hash()).toBe(hash)
    expect(app.worlds.main.log.allEntries()).toHaveLength(logged)
  })

  test("refuses the hub and pages", async () => {
    const { world, fetch } = await serveDeals()
    expect((await fetch("GET", `/w/main@${world.version}/hub`)).status).toBe(403)
    expect((await fetch("POST", `/w/main@${world.version}/hub/negotiate`)).status).toBe(403)
    expect((await fetch("GET", `/w/main@${world.version}/app/reset`)).status).toBe(404)
    expect((await fetch("GET", `/w/main@${world.version}/sse`)).status).toBe(404)
  })

  test.each(["0x1", "", "-0", "99", "before:77", "latest", "1@2"])(
    "answers 404 with the range for main@%s",
    async (name) => {
      const { past, world } = await serveDeals()
      const { status, body } = await past(encodeURIComponent(name), "GET", "/userinfo")
      expect(status).toBe(404)
      expect(JSON.stringify(body)).toContain(`it keeps the versions 0 to ${world.version}`)
    },
  )

  test("answers 404 for an unknown world, and without a history", async () => {
    const { fetch } = await serveDeals()
    expect((await fetch("GET", "/w/other@1/api/v0/userinfo")).status).toBe(404)
    const off = await serveDeals({ history: 0 })
    const answer = await off.past(0, "GET", "/userinfo")
    expect(answer.status).toBe(404)
    expect(answer.text).toContain("it keeps no versions")
    expect((await off.api("GET", "/userinfo")).headers.get("x-hexarium-version")).toBe(null)
  })
})

describe("a response", () => {
  test("has the number of the version after it, of the version that it reads, or of the version before a dry run", async () => {
    const { world, api, past } = await serveDeals()
    const { version } = world
    const numberOf = ({ headers }: { readonly headers: Headers }) => Number(headers.get("x-hexarium-version"))
    const item = { item: { Title: "Third deal" } }
    const path = `${DEALS}/items/new`
    expect(numberOf(await api("POST", path, item, { "x-hexarium-dry-run": "1" }))).toBe(version)
    expect(numberOf(await api("POST", path, item))).toBe(version + 1)
    expect(numberOf(await past(version, "GET", "/userinfo"))).toBe(version)
    expect(numberOf(await api("GET", "/nothing"))).toBe(version + 1)
    const none = await serveDeals({ history: 0 })
    expect((await none.api("GET", "/userinfo")).headers.get("x-hexarium-version")).toBe(null)
  })

  test("has no version in its URLs, and the version of its path is decoded once", async () => {
    const { world, api, past, fetch } = await serveDeals()
    const { version } = world
    const settings = await api("GET", "/userinfo")
    const then = await past(version, "GET", "/userinfo")
    expect(then.text).toBe(settings.text)
    expect(then.text).not.toContain("main@")
    expect((await fetch("GET", `/w/main%40${version}/api/v0/userinfo`)).status).toBe(200)
    expect((await fetch("GET", `/w/main%2540${version}/api/v0/userinfo`)).status).toBe(404)
  })
})

describe("the token at a version", () => {
  test("is that of the present: a token that was logged out is refused", async () => {
    const { world, api, past } = await serveDeals()
    const { token } = (await api("POST", "/login", { email: "bob@acme.test", password: "bob-pass" })).body
    const { version } = world
    const asBob = { authorization: `Bearer ${token}` }
    expect((await past(version, "GET", "/userinfo", undefined, asBob)).body.email).toBe("bob@acme.test")
    await api("POST", "/users/logout", {}, asBob)
    expect((await past(version, "GET", "/userinfo", undefined, asBob)).status).toBe(401)
  })

  test("works at a version before it was issued, and not before its user existed", async () => {
    const { world, api, past, control } = await serveDeals()
    const { version } = world
    const { token } = (await api("POST", "/login", { email: "bob@acme.test", password: "bob-pass" })).body
    const asBob = { authorization: `Bearer ${token}` }
    expect((await past(version, "GET", "/userinfo", undefined, asBob)).status).toBe(200)
    await world.commit("Test", null, (tx) => {
      const bob = tx.all("users").find(({ email }) => email === "bob@acme.test")
      tx.put("users", { ...bob, uId: "f".repeat(24), email: "new@acme.test", userCode: null } as never)
    })
    const made = await control("POST", "/worlds/main/tokens", { user: "f".repeat(24) })
    expect(made.status).toBeLessThan(300)
    const asNew = { authorization: `Bearer ${made.body.token}` }
    expect((await past(version, "GET", "/userinfo", undefined, asNew)).status).toBe(401)
  })
})

describe("guards of versions", () => {
  const remote = { incoming: { socket: { remoteAddress: "10.0.0.9" } } }

  test("refuse other machines and forwarded requests, except with allowRemoteControl", async () => {
    const { fetch } = await serveDeals({ controlToken: "secret" })
    const path = "/w/main@0/api/v0/userinfo"
    expect((await fetch("GET", path, undefined, {}, remote)).status).toBe(403)
    expect((await fetch("GET", path, undefined, { "x-forwarded-for": "10.0.0.9" })).status).toBe(403)
    expect((await fetch("GET", path, undefined, { authorization: "Bearer secret" }, remote)).status).toBe(403)
    expect((await fetch("GET", "/api/v0/userinfo", undefined, { "x-hexarium-world": "main@0" }, remote)).status).toBe(
      403,
    )
    const open = await serveDeals({ allowRemoteControl: true })
    expect((await open.fetch("GET", path, undefined, {}, remote)).status).toBe(200)
  })

  test("refuse pages of other origins, except of controlOrigins", async () => {
    const { past } = await serveDeals()
    const page = { origin: "https://evil.example" }
    expect((await past(0, "GET", "/userinfo", undefined, page)).status).toBe(403)
    const open = await serveDeals({ controlOrigins: ["https://evil.example"] })
    expect((await open.past(0, "GET", "/userinfo", undefined, page)).status).toBe(200)
  })
})

describe("the control plane", () => {
  test("lists versions with their requests and effects, filtered", async () => {
    const { app, world, control, create } = await serveDeals()
    await create("Third deal")
    const itemId = await create("Fourth deal")
    await control("POST", "/worlds/main/clock", { advance: "1h" })
    const { body } = await control("GET", "/worlds/main/versions")
    expect(body.versions.map(({ operation }: { operation: string }) => operation)).toEqual([
      "Clock",
      "CreateItem",
      "CreateItem",
    ])
    const [clock, fourth] = body.versions
    expect(clock).not.toHaveProperty("request")
    expect(clock.user).toBe(null)
    expect(fourth).toMatchObject({ user: "ada@acme.test", request: String(app.worlds.main.log.entries()[1]?.id) })
    expect(fourth.effects.join()).toContain("Fourth deal")
    const count = async (query: string) => (await control("GET", `/worlds/main/versions?${query}`)).body.versions.length
    expect(await count("limit=1")).toBe(1)
    expect(await count(`since=${world.version - 1}`)).toBe(1)
    expect(await count("operation=CreateItem")).toBe(2)
    expect(await count("user=ada@acme.test")).toBe(2)
    const ofItem = await control("GET", `/worlds/main/versions?record=${itemId}`)
    expect(ofItem.body.versions).toHaveLength(1)
    expect(ofItem.body.versions[0].before).toBe(null)
    expect(ofItem.body.versions[0].after.values.Title).toBe("Fourth deal")
    expect((await control("GET", "/worlds/main/versions?user=nobody@x.test")).status).toBe(404)
  })

  test("forks a version", async () => {
    const { world, fetch, control, create } = await serveDeals()
    const { version } = world
    const hash = world.hash()
    await create("Third deal")
    const made = await control("POST", "/worlds", { name: "old", version })
    expect(made).toMatchObject({ status: 201, body: { name: "old", version, hash, parent: "main" } })
    const written = await fetch("POST", `/w/old/api/v0${DEALS}/items/new`, { item: { Title: "X" } })
    expect(written.headers.get("x-hexarium-version")).toBe(String(version + 1))
    expect((await control("POST", "/worlds", { version: 77 })).status).toBe(404)
    expect((await control("POST", "/worlds", { version, snapshot: "s" })).status).toBe(400)
  })

  test("rewinds a world as a new version", async () => {
    const { world, control, create } = await serveDeals()
    const hash = world.hash()
    await create("Third deal")
    const { status, body } = await control("POST", "/worlds/main/rewind", { version: "-1" })
    expect({ status, hash: body.hash, version: body.version }).toEqual({ status: 200, hash, version: 2 })
    expect((await control("POST", "/worlds/main/rewind", { version: 77 })).status).toBe(404)
    expect(world.hash()).toBe(hash)
    const { versions } = (await control("GET", "/worlds/main/versions")).body
    expect(versions[0]).toMatchObject({ operation: "Rewind", user: null })
  })

  test("compares two versions without secrets", async () => {
    const { api, control, create } = await serveDeals()
    await create("Third deal")
    await api("POST", "/login", { email: "bob@acme.test", password: "bob-pass" })
    const { body } = await control("GET", "/worlds/main/differences?from=0&to=1&table=items")
    expect(body.differences).toMatchObject([{ what: "added", after: { values: { Title: "Third deal" } } }])
    const all = await control("GET", "/worlds/main/differences?from=0")
    expect(all.text).not.toContain("eyJ")
    expect((await control("GET", "/worlds/main/differences?from=77")).status).toBe(404)
    expect((await control("GET", "/worlds/main/differences?from=0&with=main")).status).toBe(400)
  })

  test.each([
    "",
    "/export",
    "/datastores",
    "/users",
    "/groups",
    "/roles",
    "/schema",
    "/clock",
    "/schedule",
    "/timeline",
    "/mails",
  ])("reads %s at a version", async (path) => {
    const { control, api } = await serveDeals()
    const before = await control("GET", `/worlds/main${path}`)
    await api("POST", "/users/password/forgot", { email: "bob@acme.test" })
    await control("POST", "/worlds/main/clock", { advance: "1h" })
    const then = await control("GET", `/worlds/main@0${path}`)
    expect(then.status).toBe(200)
    expect(then.body).toEqual(before.body)
  })

  test("reads an item's access and the items that link to it at a version", async () => {
    const { world, control, create } = await serveDeals()
    const item = await create("Third deal")
    const { version } = world
    for (const path of [`/items/${item}/access`, `/items/${item}/linked-from`, "/datastores"]) {
      const before = await control("GET", `/worlds/main${path}`)
      const then = await control("GET", `/worlds/main@${version}${path}`)
      expect([then.status, then.body], path).toEqual([200, before.body])
      expect((await control("GET", `/worlds/main@0${path}`)).body, path).not.toEqual(before.body)
    }
  })

  test("accepts the control token at a version, but not the token of a user", async () => {
    const { fetch } = await serveDeals({ controlToken: "control-secret" })
    const remote = { incoming: { socket: { remoteAddress: "10.0.0.9" } } }
    const read = (token: string) =>
      fetch("GET", "/_hexarium/worlds/main@0/users", undefined, { authorization: `Bearer ${token}` }, remote)
    expect([(await read("control-secret")).status, (await read("ada-token")).status]).toEqual([200, 403])
  })

  test("lists 100 versions by default, and a server keeps 1,000 changes", async () => {
    const { world, control } = await serveDeals()
    const { version } = world
    for (let times = 0; times < 1002; times += 1)
      await world.commit("Test", null, (tx) => void tx.setScalars({ nextOrdinal: 9_000 + times }))
    const { body } = await control("GET", "/worlds/main/versions")
    expect([body.versions.length, body.versions[0]?.version]).toEqual([100, version + 1002])
    expect((await control("GET", "/worlds/main/versions?limit=2000")).body.versions).toHaveLength(1000)
    expect((await control("GET", `/worlds/main@${version + 2}/clock`)).status).toBe(404)
    expect((await control("GET", `/worlds/main@${version + 3}/clock`)).status).toBe(200)
  })

  test.each([
    ["GET", "/snapshots"],
    ["GET", "/requests"],
    ["GET", "/versions"],
    ["GET", "/mails?wait_ms=1"],
    ["POST", "/reset"],
    ["POST", "/rewind"],
    ["POST", "/clock"],
    ["DELETE", ""],
    ["POST", "/tokens"],
  ])("refuses %s %s at a version", async (method, path) => {
    const { world, control } = await serveDeals()
    const hash = world.hash()
    expect((await control(method, `/worlds/main@0${path}`, method === "GET" ? undefined : {})).status).toBe(404)
    expect(world.hash()).toBe(hash)
  })
})
