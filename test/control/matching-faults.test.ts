import { describe, expect, test } from "vitest"
import { createApp } from "../../emulator/app.ts"
import { createEngineWorld } from "../../src/world/index.ts"
import { desk } from "./desk.ts"

const FAULTS = "/worlds/main/faults"
const NEW_TICKET = "/applications/DESK/datastores/TICKETS/items/new"

const plan = async (control: Awaited<ReturnType<typeof desk>>["control"], fault: object) => {
  const { status, body } = await control("POST", FAULTS, { operation: "*", status: 503, times: 9, ...fault })
  expect(status, JSON.stringify(body)).toBe(200)
}

const statuses = async (calls: number, call: () => Promise<{ status: number }>) => {
  const all: number[] = []
  for (let at = 0; at < calls; at += 1) all.push((await call()).status)
  return all
}

describe("faults that match (control.md section 3, fault-match)", () => {
  test("a fault matches a user by e-mail address in any case or by u_id, and no other call", async () => {
    const { control, api, world } = await desk()
    await plan(control, { match: { user: "ADA@acme.test" } })
    expect((await api("GET", "/workspaces")).status).toBe(503)
    expect((await api("GET", "/workspaces", undefined, {})).status).toBe(401)
    await control("DELETE", FAULTS)
    const { uId } = world.view().list("users", "usersByEmail", "ada@acme.test")[0] ?? { uId: "none" }
    await plan(control, { match: { user: uId } })
    expect((await api("GET", "/workspaces")).status).toBe(503)
    await control("DELETE", FAULTS)
    await plan(control, { match: { user: "bob@acme.test" } })
    expect((await api("GET", "/workspaces")).status).toBe(200)
  })

  test("a fault matches a path below the world's base URL, with * for any text", async () => {
    const { control, api } = await desk()
    await plan(control, { match: { path: "/api/v0/applications/*/items/new" } })
    expect((await api("GET", "/workspaces")).status).toBe(200)
    expect((await api("POST", NEW_TICKET, { item: {} })).status).toBe(503)
    await control("DELETE", FAULTS)
    for (const path of ["/api/v0/work", "/api/v0/work*x*", "/api/v0/workspaces?x", "*spacesspaces"]) {
      await plan(control, { match: { path } })
    }
    expect((await api("GET", "/workspaces")).status).toBe(200)
    await plan(control, { match: { path: "*/workspaces*" } })
    expect((await api("GET", "/workspaces")).status).toBe(503)
  })

  test("a fault matches query parameters and members of the body at any depth", async () => {
    const { control, api } = await desk()
    await plan(control, { match: { query: { a: "1" } } })
    expect(await statuses(1, () => api("GET", "/workspaces?a=2"))).toEqual([200])
    expect(await statuses(1, () => api("GET", "/workspaces?b=0&a=1"))).toEqual([503])
    await control("DELETE", FAULTS)
    await plan(control, { match: { body: { item: { Subject: "bad" } } } })
    expect((await api("POST", NEW_TICKET, { item: { Subject: "good" } })).status).toBe(200)
    expect((await api("POST", NEW_TICKET, { item: { Subject: "bad" }, comment: "x" })).status).toBe(503)
    expect((await api("POST", NEW_TICKET, { item: { Subject: "good" } })).status).toBe(200)
  })

  test("the nth matching request, as often as times says", async () => {
    const { control, api } = await desk()
    await plan(control, { operation: "GetWorkspaces", nth: 3, times: 2 })
    await api("GET", "/userinfo")
    expect(await statuses(6, () => api("GET", "/workspaces"))).toEqual([200, 200, 503, 503, 200, 200])
  })

  test("a fault applies with a probability that the world's seed decides: 0 never, 1 always", async () => {
    const run = async () => {
      const { control, api } = await desk()
      await plan(control, { probability: 0.5, times: 100 })
      return statuses(40, () => api("GET", "/workspaces"))
    }
    const first = await run()
    expect(await run()).toEqual(first)
    expect(new Set(first)).toEqual(new Set([200, 503]))
    const { control, api } = await desk()
    await plan(control, { probability: 0 })
    expect(await statuses(5, () => api("GET", "/workspaces"))).toEqual([200, 200, 200, 200, 200])
    await plan(control, { probability: 1 })
    expect((await api("GET", "/workspaces")).status).toBe(503)
  })

  test("a fault adds headers to its own response and to the operation's", async () => {
    const { control, api } = await desk()
    await plan(control, { headers: { "Retry-After": "7" } })
    expect((await api("GET", "/workspaces")).headers.get("retry-after")).toBe("7")
    await control("DELETE", FAULTS)
    await control("POST", FAULTS, { operation: "*", headers: { "X-Trace": "t", "Content-Type": "text/plain" } })
    const { status, headers } = await api("GET", "/workspaces")
    expect([status, headers.get("x-trace"), headers.get("content-type")]).toEqual([200, "t", "text/plain"])
  })

  test("a jitter adds at most its milliseconds, decided by the seed", async () => {
    const { world } = await desk()
    const waited: number[] = []
    const timer = {
      ...world.ports.timer,
      after: (ms: number, then: () => void) => {
        waited.push(ms)
        then()
        return undefined as never
      },
    }
    Object.assign(world.ports, { timer })
    await world.faults.plan({ operation: "GetWorkspaces", delayMs: 100, jitterMs: 50, times: 20 })
    for (let at = 0; at < 20; at += 1) await world.as("ada@acme.test").getWorkspaces()
    expect(Math.min(...waited)).toBeGreaterThanOrEqual(100)
    expect(Math.max(...waited)).toBeLessThan(150)
    expect(new Set(waited).size).toBeGreaterThan(5)
  })

  test("a rate limit refuses requests beyond it with 429 and Retry-After, until the interval is over on the world's clock", async () => {
    const { control, api, world } = await desk()
    await control("POST", "/worlds/main/clock", { mode: "frozen" })
    await control("POST", FAULTS, { operation: "GetWorkspaces", rate_limit: { requests: 2, per_ms: 60_000 } })
    expect(await statuses(4, () => api("GET", "/workspaces"))).toEqual([200, 200, 429, 429])
    await world.clock.advance("20s")
    const refused = await api("GET", "/workspaces")
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "40"])
    await world.clock.advance("40s")
    expect(await statuses(3, () => api("GET", "/workspaces"))).toEqual([200, 200, 429])
  })

  test("a rate limit by user counts each user's requests, and forgets those of past intervals", async () => {
    const world = await createEngineWorld({
      fixture: {
        version: 1,
        users: [{ email: "a@x.test" }, { email: "b@x.test" }],
        workspaces: [
          { name: "W", admins: ["a@x.test"], group: { group_id: "g", name: "G", members: ["a@x.test", "b@x.test"] } },
        ],
      } as never,
      clock: { mode: "frozen", now: "2026-01-05T09:00:00Z" },
    })
    await world.faults.plan({ operation: "*", rateLimit: { requests: 1, perMs: 1000, byUser: true } })
    const ask = (user: string) =>
      world
        .as(user)
        .getWorkspaces()
        .then(
          () => 200,
          (error: { status: number }) => error.status,
        )
    expect([await ask("a@x.test"), await ask("b@x.test"), await ask("a@x.test"), await ask("b@x.test")]).toEqual([
      200, 200, 429, 429,
    ])
    await world.clock.advance("1s")
    expect([await ask("a@x.test"), await ask("a@x.test")]).toEqual([200, 429])
    expect(Object.keys(world.faults.list()[0]?.windows ?? {})).toHaveLength(1)
  })

  test("a fault in process matches the user and the input, in the API's spelling or in camel case, and no path", async () => {
    const { world } = await desk()
    const ada = world.as("ada@acme.test")
    const create = (Subject: string) =>
      ada.createItem({ application: "DESK", datastore: "TICKETS", item: { Subject }, returnItemResult: true } as never)
    await world.faults.plan({ operation: "*", status: 500, match: { path: "*" } })
    await world.faults.plan({
      operation: "CreateItem",
      status: 503,
      match: { user: "ada@acme.test", body: { return_item_result: true, item: { Subject: "bad" } } },
    })
    await create("good")
    await expect(create("bad")).rejects.toMatchObject({ status: 503 })
  })

  test("an older fault that matches but does not apply leaves the request to a newer one", async () => {
    const { control, api } = await desk()
    await plan(control, { operation: "GetWorkspaces", nth: 2, status: 501 })
    await plan(control, { operation: "GetWorkspaces", status: 502 })
    expect(await statuses(2, () => api("GET", "/workspaces"))).toEqual([502, 501])
  })

  test("is listed as it was planned, and goes with a fork, its counters too", async () => {
    const { control, api, world } = await desk()
    const fault = {
      operation: "GetWorkspaces",
      match: { user: "ada@acme.test", path: "*" },
      nth: 2,
      probability: 1,
      headers: { "retry-after": "1" },
      jitter_ms: 0,
      rate_limit: { requests: 1, per_ms: 1000, by_user: true },
    }
    const { body } = await control("POST", FAULTS, fault)
    expect(body.faults).toEqual([expect.objectContaining(fault)])
    await api("GET", "/workspaces")
    expect(world.fork().faults.list()).toMatchObject([{ seen: 1 }])
  })

  test.each([
    [{ match: { usr: "x" } }, /match/],
    [{ match: { user: "" } }, /match\.user/],
    [{ nth: 0 }, /nth/],
    [{ probability: 1.5 }, /probability/],
    [{ headers: { "a b": "x" } }, /headers.*header name/],
    [{ headers: { "X-A": "a\r\nb" } }, /headers.*printable ASCII/],
    [{ headers: { "Content-Length": "1" } }, /headers.*sets this header itself/],
    [{ rate_limit: { requests: 0, per_ms: 1 } }, /rate_limit\.requests/],
    [{ rate_limit: { requests: 1 } }, /rate_limit\.per_ms/],
    [{ rate_limit: { per_ms: 1000, by_user: true } }, /rate_limit\.requests/],
    [{ by_user: true }, /by_user/],
    [{ per_ms: 1000 }, /per_ms/],
    [{ jitter_ms: -1 }, /jitter_ms/],
    [{ status: undefined }, /a fault needs at least one of .*headers, jitter_ms and rate_limit/],
    [{ status: undefined, task: "DEAD", nth: 2 }, /task must be the only property/],
  ])("%j is refused with its place, and plans nothing", async (fault, message) => {
    const { control } = await desk()
    const { status, body } = await control("POST", FAULTS, { operation: "*", status: 503, ...fault })
    expect(status).toBe(400)
    expect(body.error).toMatch(message)
    expect((await control("GET", FAULTS)).body.faults).toEqual([])
  })

  test("an unknown user is refused as in POST tokens, also in process; the case of the address does not count", async () => {
    const { control, world } = await desk()
    const mistake = 'match.user: the world has no user "bop@acme.test"; did you mean bob@acme.test?'
    const unknown = { operation: "*", status: 503, match: { user: "bop@acme.test" } }
    const { status, body } = await control("POST", FAULTS, unknown)
    expect([status, body.error_code, body.error]).toEqual([404, "NOT_FOUND", mistake])
    await expect(world.faults.plan(unknown)).rejects.toThrow(mistake)
    expect(world.faults.list()).toEqual([])
    await world.faults.plan({ ...unknown, match: { user: "BOB@acme.test" } })
    expect(world.faults.list()).toHaveLength(1)
  })

  test("a fault of an older store, without the new properties, works", async () => {
    const world = await createEngineWorld()
    await world.commit("PlanFault", null, (tx) =>
      tx.put("faults", {
        id: "fault-1",
        operation: "*",
        times: 1,
        left: 1,
        delayMs: null,
        status: 418,
        disconnect: false,
        storeFailure: null,
        ordinal: 1,
      }),
    )
    const app = createApp({ world })
    expect((await app.fetch("/api/v0/userinfo")).status).toBe(418)
  })
})
