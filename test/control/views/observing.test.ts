import { describe, expect, test } from "vitest"
import { openControl } from "../ask.ts"
import { DESK } from "../desk.ts"

const ADA = "ada-fixed-token-1"
const TICKETS = "/applications/DESK/datastores/TICKETS/items"
const LOOK_HEADERS = { "x-hexarium": "1", "x-hexarium-observe": "1", origin: "http://localhost:7575" }

/** A desk with an item by Ada that Bob has not read yet. */
async function desk() {
  const made = await openControl(DESK)
  const { api, app, control } = made
  const { body } = await api(ADA, "POST", `${TICKETS}/new`, { item: { Subject: "Hello" } })
  const { token: bob } = (await control("POST", "/worlds/main/tokens", { user: "bob@acme.test" })).body
  app.worlds.main.log.clear()
  const count = async () => (await control("GET", "/worlds/main/requests")).body.requests.length
  return { ...made, bob: bob as string, count, histories: `${TICKETS}/histories/${body.item_id}?from_index=0` }
}

describe("observing leaves no trace (control.md section 3, observing)", () => {
  test("a read of a page of one's own is in no log and marks no history read", async () => {
    const { api, bob, count, histories, world } = await desk()
    const before = world.hash()
    const { origin: _, ...withoutOrigin } = LOOK_HEADERS
    for (const headers of [LOOK_HEADERS, { ...withoutOrigin, "sec-fetch-site": "same-origin" }]) {
      expect((await api(bob, "GET", histories, undefined, headers)).status).toBe(200)
      expect((await api(bob, "POST", `${TICKETS}/search`, {}, headers)).status).toBe(200)
      expect((await api(bob, "GET", "/nowhere", undefined, headers)).status).toBe(404)
      expect([world.hash(), await count()]).toEqual([before, 0])
    }
    expect((await api(bob, "GET", histories)).status).toBe(200)
    expect([world.hash() === before, await count()]).toEqual([false, 1])
  })

  test.each([
    ["without X-Hexarium", { ...LOOK_HEADERS, "x-hexarium": "0" }],
    ["from a foreign page", { ...LOOK_HEADERS, origin: "https://evil.example" }],
    ["without an origin", { "x-hexarium": "1", "x-hexarium-observe": "1" }],
    ["with another value", { ...LOOK_HEADERS, "x-hexarium-observe": "yes" }],
  ])("%s it is a request like any other", async (_, headers) => {
    const { api, bob, count, histories, world } = await desk()
    const before = world.hash()
    await api(bob, "GET", histories, undefined, headers)
    expect([world.hash() === before, await count()]).toEqual([false, 1])
  })

  test("a write is a request like any other, marked as the dashboard's", async () => {
    const { api, control, count, world } = await desk()
    const before = world.hash()
    const made = await api(ADA, "POST", `${TICKETS}/new`, { item: { Subject: "x" } }, LOOK_HEADERS)
    expect([made.status, world.hash() === before, await count()]).toEqual([200, false, 1])
    const [entry] = (await control("GET", "/worlds/main/requests")).body.requests
    expect(entry).toMatchObject({ operation: "CreateItem", via: "dashboard", user: "ada@acme.test" })
    await api(ADA, "POST", `${TICKETS}/new`, { item: { Subject: "x" } })
    const [, plain] = (await control("GET", "/worlds/main/requests")).body.requests
    expect(plain.via).toBe(undefined)
  })

  test("a planned fault is not used up by looking", async () => {
    const { api, control } = await desk()
    await control("POST", "/worlds/main/faults", { operation: "*", status: 503 })
    expect((await api(ADA, "GET", "/userinfo", undefined, LOOK_HEADERS)).status).toBe(200)
    expect((await control("GET", "/worlds/main/faults")).body.faults).toMatchObject([{ left: 1 }])
  })
})

describe("a token to observe (control.md section 3, tokens)", () => {
  const claim = async (user = "bob@acme.test", more: object = {}) => {
    const made = await desk()
    const before = made.world.hash()
    const { status, body } = await made.control("POST", "/worlds/main/tokens", { user, observe: true, ...more })
    expect(made.world.hash()).toBe(before)
    return { ...made, before, status, token: body.token as string }
  }

  test("acts as the user, is in no table, and marks what it writes", async () => {
    const { api, control, before, token, world } = await claim()
    expect((await api(token, "GET", "/userinfo", undefined, LOOK_HEADERS)).body).toMatchObject({
      email: "bob@acme.test",
    })
    expect(world.hash()).toBe(before)
    expect((await api(token, "POST", `${TICKETS}/new`, { item: { Subject: "by Bob" } })).status).toBe(200)
    const { requests } = (await control("GET", "/worlds/main/requests")).body
    expect(requests).toMatchObject([{ operation: "CreateItem", user: "bob@acme.test", via: "dashboard" }])
    expect(JSON.stringify(requests)).not.toContain(token.split(".")[2])
    expect(world.view().table("tokens").size).toBe(2)
  })

  test.each([
    ["another signature", (token: string) => `${token.slice(0, -1)}${token.endsWith("0") ? "1" : "0"}`],
    ["none", (token: string) => token.replace(/\.[^.]*$/, ".")],
    ["other claims", (token: string) => token.replace(/\.5b/, ".5c")],
  ])("with %s it is no token", async (_, change) => {
    const { api, token } = await claim()
    expect((await api(change(token), "GET", "/userinfo")).status).toBe(401)
  })

  test("is of its world alone, ends with its time, and survives a reset", async () => {
    const { api, control, token } = await claim()
    await control("POST", "/worlds", { name: "twin" })
    expect((await api(token, "GET", "/userinfo", undefined, { "x-hexarium-world": "twin" })).status).toBe(401)
    await control("POST", "/worlds/main/clock", { advance: "400d" })
    expect((await api(token, "GET", "/userinfo")).status).toBe(200)
    await control("POST", "/worlds/main/reset")
    expect((await api(token, "GET", "/userinfo")).status).toBe(200)
    const short = await claim("bob@acme.test", { ttl_hours: 1e-9 })
    await new Promise((resolve) => setTimeout(resolve, 2))
    expect((await short.api(short.token, "GET", "/userinfo")).status).toBe(401)
  })

  test("an unknown user is 404", async () => {
    expect((await claim("nobody@acme.test")).status).toBe(404)
  })
})

test("the log marks the dashboard's calls of the control plane as its own (control.md section 3, writes)", async () => {
  const { api, control } = await desk()
  await control("PUT", "/worlds/main/snapshots/undo")
  const writes = async () => (await control("GET", "/worlds/main/snapshots/undo/writes")).body
  await control("POST", "/worlds/main/clock", { advance: "1d" }, LOOK_HEADERS)
  const { total } = await writes()
  expect(total).toBeGreaterThan(0)
  expect(await writes()).toEqual({ total, dashboard: total, others: 0 })
  await control("POST", "/worlds/main/clock", { advance: "1d" })
  await api(ADA, "POST", `${TICKETS}/new`, { item: { Subject: "x" } })
  expect(await writes()).toMatchObject({ dashboard: total, others: total + 1 })
})

test("a snapshot knows whether anybody else has written since (control.md section 3, writes)", async () => {
  const { api, control } = await desk()
  await control("PUT", "/worlds/main/snapshots/undo")
  const writes = async () => (await control("GET", "/worlds/main/snapshots/undo/writes")).body
  expect(await writes()).toEqual({ total: 0, dashboard: 0, others: 0 })
  await api(ADA, "POST", `${TICKETS}/new`, { item: { Subject: "x" } }, LOOK_HEADERS)
  expect(await writes()).toEqual({ total: 1, dashboard: 1, others: 0 })
  await api(ADA, "POST", `${TICKETS}/new`, { item: { Subject: "x" } })
  await control("DELETE", "/worlds/main/mails")
  expect(await writes()).toMatchObject({ dashboard: 1, others: 1 })
  expect((await control("GET", "/worlds/main/snapshots/none/writes")).status).toBe(404)
})
