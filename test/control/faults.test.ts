import { describe, expect, test } from "vitest"
import { desk } from "./desk.ts"

const FAULTS = "/worlds/main/faults"
const NEW_TICKET = "/applications/DESK/datastores/TICKETS/items/new"
const SYSTEM_ERROR = { error: expect.any(String), error_code: "SYSTEM_ERROR" }

describe("faults (control.md section 3)", () => {
  test("are planned, listed with what is left of them, used up and deleted", async () => {
    const { control, api } = await desk()
    const planned = await control("POST", FAULTS, { operation: "GetUserInfo", status: 503, times: 2 })
    expect(planned).toMatchObject({
      status: 200,
      body: { faults: [{ operation: "GetUserInfo", status: 503, times: 2, left: 2 }] },
    })
    const { id } = planned.body.faults[0]
    expect(planned.body.faults[0]).toEqual({
      id: expect.any(String),
      operation: "GetUserInfo",
      status: 503,
      times: 2,
      left: 2,
    })
    expect(await api("GET", "/userinfo")).toMatchObject({ status: 503, body: SYSTEM_ERROR })
    expect((await control("GET", FAULTS)).body.faults).toEqual([expect.objectContaining({ id, left: 1 })])
    expect((await api("GET", "/userinfo")).status).toBe(503)
    expect((await api("GET", "/userinfo")).status).not.toBe(503)
    await control("POST", FAULTS, { operation: "*", status: 500 })
    expect((await control("DELETE", `${FAULTS}/${id}`)).body.faults).toHaveLength(1)
    expect((await control("DELETE", `${FAULTS}/${id}`)).status).toBe(404)
    expect((await control("DELETE", FAULTS)).body).toEqual({ faults: [] })
    expect((await api("GET", "/workspaces")).status).toBe(200)
  })

  test("a world whose faults were used up and deleted is the one it was, down to the IDs it gives", async () => {
    const { control, api, world } = await desk()
    await control("POST", "/worlds", { name: "twin" })
    const before = world.hash()
    await control("POST", FAULTS, { operation: "*", status: 500 })
    await control("POST", FAULTS, { operation: "CreateItem", store_failure: "rolled_back" })
    for (let count = 0; count < 2; count += 1) expect((await api("POST", NEW_TICKET, { item: {} })).status).toBe(500)
    await control("DELETE", FAULTS)
    expect(world.hash()).toBe(before)
    const made = await api("POST", NEW_TICKET, { item: {} })
    const twin = { authorization: "Bearer ada-fixed-token-1", "x-hexarium-world": "twin" }
    expect((await api("POST", NEW_TICKET, { item: {} }, twin)).body).toEqual(made.body)
  })

  test("the oldest that fits is used, whether it names the operation or all", async () => {
    const { control, api } = await desk()
    await control("POST", FAULTS, { operation: "*", status: 501, body: ["any"] })
    await control("POST", FAULTS, { operation: "GetWorkspaces", status: 502 })
    await control("POST", FAULTS, { operation: "CreateItem", status: 503 })
    const seen = async () => (await api("GET", "/workspaces")).status
    expect([await seen(), await seen(), await seen()]).toEqual([501, 502, 200])
    expect((await api("POST", NEW_TICKET, { item: {} })).status).toBe(503)
  })

  test("a status comes before everything else, with the body given, and nothing runs", async () => {
    const { control, api, world } = await desk()
    await control("POST", FAULTS, { operation: "CreateItem", status: 418, body: { tea: true } })
    const items = (await control("GET", "/worlds/main")).body.items
    expect(await api("POST", NEW_TICKET, { item: {} }, {})).toMatchObject({ status: 418, body: { tea: true } })
    expect((await control("GET", "/worlds/main")).body.items).toBe(items)
    await control("POST", FAULTS, { operation: "CreateItem", status: 204 })
    expect(await api("POST", NEW_TICKET, { item: {} })).toMatchObject({ status: 204, body: null })
    await control("POST", FAULTS, { operation: "CreateItem", status: 500, body: null })
    expect(await api("POST", NEW_TICKET, { item: {} })).toMatchObject({ status: 500, body: null })
    expect(world.view().table("histories").size).toBe(0)
  })

  test.each([
    [{ user: "ada@acme.test" }, 'Unrecognized key: "user"; did you mean match.user?'],
    [{ path: "/items" }, 'Unrecognized key: "path"; did you mean match.path?'],
    [{ per_ms: 5 }, 'Unrecognized key: "per_ms"; did you mean rate_limit.per_ms?'],
    [{ match: { probability: 1 } }, 'match: Unrecognized key: "probability"; it belongs to the top level'],
    [{ statsu: 500 }, 'Unrecognized key: "statsu"; did you mean status?'],
  ])("a setting at the wrong level is refused with its place: %j", async (settings, message) => {
    const { control, world } = await desk()
    const { status, body } = await control("POST", FAULTS, { operation: "CreateItem", status: 500, ...settings })
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(JSON.stringify(message).slice(1, -1))])
    expect(world.faults.list()).toEqual([])
  })

  test("a setting at the wrong level is refused with its place in process", async () => {
    const { world } = await desk()
    const plan = async (settings: object) => world.faults.plan({ operation: "CreateItem", status: 500, ...settings })
    await expect(plan({ user: "ada@acme.test" })).rejects.toThrow(
      "faults.plan has no option user; did you mean match.user?",
    )
    await expect(plan({ path: "/items" })).rejects.toThrow("did you mean match.path?")
    await expect(plan({ statsu: 5 })).rejects.toThrow("did you mean status?")
    await expect(plan({ requests: 5 })).rejects.toThrow("did you mean rateLimit.requests?")
  })

  test("a delay alone lets the operation run after it", async () => {
    const { control, api } = await desk()
    await control("POST", FAULTS, { operation: "CreateItem", delay_ms: 30 })
    const startedAt = performance.now()
    expect((await api("POST", NEW_TICKET, { item: { Subject: "late" } })).status).toBe(200)
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(29)
  })

  test("disconnect sends no response, and nothing runs", async () => {
    const { control, api } = await desk()
    await control("POST", FAULTS, { operation: "CreateItem", disconnect: true })
    const before = (await control("GET", "/worlds/main")).body.items
    await expect(api("POST", NEW_TICKET, { item: { Subject: "cut" } })).rejects.toThrow(TypeError)
    expect((await control("GET", "/worlds/main")).body.items).toBe(before)
    expect((await control("GET", "/worlds/main/requests")).body.requests[0]).toMatchObject({
      status: 0,
      response: null,
    })
  })

  test("store_failure: SYSTEM_ERROR, and nothing is changed but the fault's own count", async () => {
    const { control, api, world } = await desk()
    const clean = world.hash()
    for (const store_failure of ["rolled_back", "rollback_failed"]) {
      await control("POST", "/worlds/main/reset")
      await control("POST", FAULTS, { operation: "CreateItem", store_failure })
      expect(await api("POST", NEW_TICKET, { item: { Subject: "lost" } })).toMatchObject({
        status: 500,
        body: SYSTEM_ERROR,
      })
      expect(world.view().table("histories").size).toBe(0)
      expect(
        world
          .view()
          .table("counters")
          .toArray()
          .map(({ value }) => value),
      ).toEqual([1])
    }
    expect((await api("POST", NEW_TICKET, { item: { Subject: "kept" } })).status).toBe(200)
    await control("POST", "/worlds/main/reset")
    expect(world.hash()).toBe(clean)
  })

  test("store_failure is not met by an operation that writes nothing; a refusal stays what it is", async () => {
    const { control, api } = await desk()
    await control("POST", FAULTS, { operation: "GetWorkspaces", store_failure: "rolled_back" })
    expect((await api("GET", "/workspaces")).status).toBe(200)
    expect((await control("GET", FAULTS)).body.faults).toMatchObject([{ left: 0 }])
    await control("POST", FAULTS, { operation: "CreateItem", store_failure: "rolled_back" })
    expect((await api("POST", NEW_TICKET, { item: { Subject: "x" } }, {})).status).toBe(401)
    expect((await api("POST", NEW_TICKET, { item: { Subject: "x" } })).status).toBe(200)
  })

  test("store_failure is not met by a write that comes to nothing", async () => {
    const { control, api, world } = await desk()
    const { workspaces } = (await api("GET", "/workspaces")).body as { workspaces: { workspace_id: string }[] }
    const clean = world.hash()
    await control("POST", FAULTS, { operation: "SelectWorkspace", store_failure: "rolled_back" })
    const again = await api("POST", `/workspaces/${workspaces[0]?.workspace_id}/select`)
    expect(again.status).toBe(200)
    await control("POST", "/worlds/main/reset")
    expect(world.hash()).toBe(clean)
  })

  test("an operation may be spelled as the API does, or as its clients do", async () => {
    const { api, control } = await desk()
    const { body } = await control("POST", FAULTS, { operation: "createItem", status: 503 })
    expect(body.faults).toMatchObject([{ operation: "CreateItem" }])
    expect((await api("POST", NEW_TICKET, { item: { Subject: "x" } })).status).toBe(503)
  })

  test.each([
    [{ operation: "CreateItems", status: 500 }, /did you mean CreateItem\?/],
    [{ operation: "createItems", status: 500 }, /did you mean CreateItem\?/],
    [{ operation: "", status: 500 }, /no operation/],
    [{ status: 500 }, /operation/],
    [{ operation: "*" }, /at least one of/],
    [{ operation: "*", disconnect: false }, /at least one of/],
    [{ operation: "*", status: 99 }, /status/],
    [{ operation: "*", status: 600 }, /status/],
    [{ operation: "*", status: 500, times: 0 }, /times/],
    [{ operation: "*", status: 500, times: 1.5 }, /times/],
    [{ operation: "*", delay_ms: -1 }, /delay_ms/],
    [{ operation: "*", delay_ms: "1s" }, /delay_ms/],
    [{ operation: "*", store_failure: "always" }, /store_failure/],
    [{ operation: "*", status: 500, staus: 1 }, /staus/],
  ])("%j is refused, and nothing is planned", async (body, message) => {
    const { control, world } = await desk()
    const before = world.hash()
    const answer = await control("POST", FAULTS, body)
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: expect.stringMatching(message), error_code: "INVALID_PARAMS" },
    ])
    expect(world.hash()).toBe(before)
  })

  test("belong to their world, and a fork takes them along", async () => {
    const { control, api, app } = await desk()
    await control("POST", FAULTS, { operation: "GetWorkspaces", status: 503 })
    await control("POST", "/worlds", { name: "twin" })
    expect((await api("GET", "/workspaces")).status).toBe(503)
    expect((await api("GET", "/workspaces")).status).toBe(200)
    expect((await control("GET", "/worlds/twin/faults")).body.faults).toMatchObject([{ left: 1 }])
    expect(app.worlds.require("twin").world.view().table("faults").size).toBe(1)
  })
})
