import { describe, expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import type { World } from "../../src/world/index.ts"
import { fixtureItem, type OfficeFixture, office } from "../operations/items/office.ts"

/** Tests insight.md section 2, over the control plane. */

interface ShownRequest {
  readonly method: string
  readonly path: string
  readonly as?: string
  readonly body?: unknown
}

interface Explained {
  readonly outcome: string
  readonly steps: readonly {
    readonly step: string
    readonly passed: boolean
    readonly says: string
    readonly section: string
  }[]
  readonly ways: readonly {
    readonly says: string
    readonly request?: ShownRequest
    readonly change?: readonly ShownRequest[]
    readonly status: number
  }[]
  readonly version: number
  readonly current: boolean
  readonly note?: string
}

type App = ReturnType<typeof createApp>

const DEALS = "/api/v0/applications/CRM/datastores/Deals/items"

function vary({ deals }: OfficeFixture): void {
  if (deals.actions?.DeleteDeal !== undefined) deals.actions.DeleteDeal.roles = ["MANAGER"]
  deals.items?.push({ values: { Title: "of Support" }, access: { groups: ["SUPPORT"] } })
}

async function setUp(change: (parts: OfficeFixture) => void = vary, options: object = {}) {
  const { world } = await office(change)
  return { world, app: createApp({ world, ...options }), first: fixtureItem(world, "Deals", 0).iId }
}

const CONTROL = { "content-type": "application/json", "x-hexarium": "1" }

async function ask(
  app: App,
  path: string,
  body?: object,
): Promise<{ status: number; body: Explained & { error?: string } }> {
  const init = body === undefined ? {} : { method: "POST", headers: CONTROL, body: JSON.stringify(body) }
  const response = await app.fetch(`/_hexarium/worlds/main${path}`, init)
  return { status: response.status, body: (await response.json()) as Explained }
}

async function send(app: App, { method, path, as, body }: ShownRequest): Promise<Response> {
  const headers: Record<string, string> = { "content-type": "application/json" }
  if (as !== undefined) {
    const issued = await app.fetch("/_hexarium/worlds/main/tokens", {
      method: "POST",
      headers: CONTROL,
      body: JSON.stringify({ user: as }),
    })
    headers.authorization = `Bearer ${((await issued.json()) as { token: string }).token}`
  }
  return app.fetch(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
}

/** Sends a refused request as Bob. Returns the explanation of its log entry. */
async function explainSent(app: App, request: Omit<ShownRequest, "as">, token = "bob-token"): Promise<Explained> {
  await app.fetch(request.path, {
    method: request.method,
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    ...(request.body !== undefined && {
      body: typeof request.body === "string" ? request.body : JSON.stringify(request.body),
    }),
  })
  const listed = await app.fetch("/_hexarium/worlds/main/requests?limit=1")
  const { requests } = (await listed.json()) as { requests: { id: string }[] }
  return (await ask(app, `/requests/${requests[0]?.id}/explanation`)).body
}

/** Does each way in a copy of the world, and expects its status. */
async function expectWays(world: World, sent: ShownRequest, { ways }: Explained): Promise<void> {
  for (const { request = sent, change = [], status } of ways) {
    const app = createApp({ world: world.fork() })
    for (const one of change) expect((await send(app, one)).status, JSON.stringify(one)).toBeLessThan(300)
    expect((await send(app, request)).status, JSON.stringify(request)).toBe(status)
  }
}

describe("the explanation of a logged request", () => {
  test("has the failed step and ways as whole requests", async () => {
    const { world, app, first } = await setUp()
    const request = { method: "DELETE", path: `${DEALS}/delete/${first}`, body: { a_id: "DeleteDeal" } }
    const hash = world.hash()
    const explained = await explainSent(app, request)
    expect(world.hash()).toBe(hash)
    expect(explained).toMatchObject({ outcome: "refused", current: true, version: world.version })
    expect(explained.steps.map(({ step, passed }) => [step, passed])).toEqual([
      ["token", true],
      ["place", true],
      ["privilege", false],
    ])
    expect(explained.steps.at(-1)?.says).toBe("DeleteDeal needs role ADMIN or MANAGER; Bob has MEMBER")
    const role = explained.ways.find(({ says }) => says === "Give Bob the role MANAGER")
    expect(role?.change?.[0]).toMatchObject({
      method: "POST",
      path: expect.stringMatching(/^\/api\/v0\//),
      as: expect.any(String),
    })
    await expectWays(world, { ...request, as: "bob@acme.test" }, explained)
  })

  test.each<[string, (first: string, other: string) => Omit<ShownRequest, "as">, string, RegExp]>([
    [
      "a stale revision",
      (first) => ({ method: "POST", path: `${DEALS}/edit/${first}`, body: { rev_no: 9, item: {} } }),
      "conflict",
      /revision 1|force/i,
    ],
    [
      "a value",
      () => ({ method: "POST", path: `${DEALS}/new`, body: { item: { Title: "A", Amount: 2_000_000 } } }),
      "values",
      /Amount/,
    ],
    [
      "a value in changes",
      () => ({
        method: "POST",
        path: `${DEALS}/new`,
        body: { item: { Title: "A" }, changes: [{ id: "Amount", value: "many" }] },
      }),
      "values",
      /Amount/,
    ],
    [
      "a parameter",
      () => ({ method: "POST", path: `${DEALS}/search`, body: { page: 0, per_page: "ten" } }),
      "parameters",
      /per_page|perPage/,
    ],
    [
      "an action in the path",
      (first) => ({ method: "POST", path: `${DEALS}/action/${first}/DeleteDeal`, body: {} }),
      "privilege",
      /^Run |MANAGER/,
    ],
    [
      "an item in another datastore",
      (first) => ({ method: "GET", path: `/api/v0/applications/CRM/datastores/Lines/items/details/${first}` }),
      "target",
      /datastore Deals/,
    ],
  ])("has a way for %s", async (_, make, step, way) => {
    const { world, app, first } = await setUp()
    const request = make(first, "")
    const explained = await explainSent(app, request)
    expect(explained.steps.at(-1), JSON.stringify(explained)).toMatchObject({ step, passed: false })
    expect(explained.ways.map(({ says }) => says).join("; ")).toMatch(way)
    await expectWays(world, { ...request, as: "bob@acme.test" }, explained)
  })

  test("has only passed steps for an accepted request", async () => {
    const { app, first } = await setUp()
    const { outcome, steps, ways } = await explainSent(app, {
      method: "POST",
      path: `${DEALS}/edit/${first}`,
      body: { is_force_update: true, item: { Title: "B" } },
    })
    expect([outcome, ways]).toEqual(["ok", []])
    expect(steps.map(({ step }) => step)).toEqual([
      "token",
      "place",
      "privilege",
      "parameters",
      "target",
      "conflict",
      "values",
    ])
    expect(steps.every(({ passed }) => passed)).toBe(true)
  })

  test.each([
    [
      "an upload",
      { method: "POST", path: `${DEALS.replace("/items", "")}/items/x/fields/y/attachments`, body: "x" },
      undefined,
    ],
    ["no token", { method: "GET", path: "/api/v0/userinfo" }, /password or a token/],
    ["an unknown path", { method: "GET", path: "/api/v0/nothing" }, undefined],
    ["a malformed body", { method: "POST", path: `${DEALS}/search`, body: "{" }, undefined],
    [
      "a wrong password",
      { method: "POST", path: "/api/v0/login", body: { email: "bob@acme.test", password: "wrong-secret" } },
      /password/,
    ],
  ])("states the reason for %s in a sentence", async (_, request, note) => {
    const { world, app } = await setUp()
    const hash = world.hash()
    const explained = await explainSent(app, request, "unknown-token")
    expect(explained.outcome).toBe("refused")
    expect(explained.steps.at(-1)).toMatchObject({ passed: false, says: expect.stringMatching(/\w/) })
    if (note !== undefined) expect(explained.note).toMatch(note)
    expect(JSON.stringify(explained)).not.toContain("wrong-secret")
    expect(world.hash()).toBe(hash)
  })

  test("has only the recorded reason after a planned fault", async () => {
    const { app, world } = await setUp()
    await world.faults.plan({ operation: "GetUserInfo", status: 503 })
    const explained = await explainSent(app, { method: "GET", path: "/api/v0/userinfo" })
    expect(explained).toMatchObject({ ways: [], note: expect.stringMatching(/fault/) })
  })

  test("has only the recorded reason for a body that the log does not keep", async () => {
    const { app } = await setUp()
    const body = { item: { Title: "x".repeat(70_000), Amount: 2_000_000 } }
    const explained = await explainSent(app, { method: "POST", path: `${DEALS}/new`, body })
    expect(explained).toMatchObject({ outcome: "refused", ways: [], note: expect.stringMatching(/too large/) })
    expect(explained.steps).toMatchObject([{ step: "values", passed: false }])
  })

  test("names the step of a refused GraphQL root, and changes of the world", async () => {
    const { world, app, first } = await setUp()
    const query = `mutation { datastoreExecuteItemAction(projectId: "CRM", datastoreId: "Deals", itemId: "${first}", actionId: "DeleteDeal", itemActionParameters: {}) { error } }`
    const request = { method: "POST", path: "/graphql", body: { query } }
    const explained = await explainSent(app, request)
    expect(explained.steps.at(-1)).toMatchObject({
      step: "privilege",
      says: "DeleteDeal needs role ADMIN or MANAGER; Bob has MEMBER",
    })
    expect(explained.ways.map(({ says }) => says)).toContain("Give Bob the role MANAGER")
    const [way] = explained.ways
    const twin = createApp({ world: world.fork() })
    for (const one of way?.change ?? []) await send(twin, one)
    expect(await (await send(twin, { ...request, as: "bob@acme.test" })).json()).not.toHaveProperty("errors")
  })

  test("uses the version that the request met", async () => {
    const { world, app, first } = await setUp()
    const request = { method: "POST", path: `${DEALS}/edit/${first}`, body: { rev_no: 9, item: { Title: "B" } } }
    const met = world.version
    await explainSent(app, request)
    for (const Title of ["C", "D"]) {
      await world.as("bob@acme.test").updateItem({
        application: "CRM",
        datastore: "Deals",
        itemId: first,
        isForceUpdate: true,
        item: { Title },
      })
    }
    const { body } = await ask(app, "/requests/1/explanation")
    expect(body).toMatchObject({ outcome: "refused", version: met, current: false })
    expect(body.ways[0]?.request?.body).toMatchObject({ rev_no: 1 })
  })

  test("uses the current version if the world keeps no history", async () => {
    const { world, app, first } = await setUp()
    world.history.end()
    await explainSent(app, { method: "POST", path: `${DEALS}/edit/${first}`, body: { rev_no: 9, item: {} } })
    const { application, datastore } = { application: "CRM", datastore: "Deals" }
    await world.as("bob@acme.test").updateItem({ application, datastore, itemId: first, isForceUpdate: true, item: {} })
    const { body } = await ask(app, "/requests/1/explanation")
    expect(body).toMatchObject({ outcome: "refused", version: world.version, current: true })
    expect(body.ways[0]?.request?.body).toMatchObject({ rev_no: 2 })
  })

  test("returns 404 for a number that the log does not have", async () => {
    const { app } = await setUp()
    expect(await ask(app, "/requests/77/explanation")).toMatchObject({
      status: 404,
      body: { error: 'the request log has no entry "77"' },
    })
  })

  test("returns 404 with the oldest entry for a number that the log has dropped", async () => {
    const { app } = await setUp(vary, { requestLogSize: 2 })
    for (let times = 0; times < 4; times += 1) await explainSent(app, { method: "GET", path: "/api/v0/userinfo" })
    expect(await ask(app, "/requests/1/explanation")).toMatchObject({
      status: 404,
      body: { error: "the request log no longer has the entry 1; its entries begin with 3" },
    })
  })

  test("has the outcome of a request with another content type", async () => {
    const { app } = await setUp()
    const headers = { "content-type": "text/plain", authorization: "Bearer bob-token" }
    await app.fetch(`${DEALS}/new`, { method: "POST", headers, body: JSON.stringify({ item: { Title: "A" } }) })
    const { body } = await ask(app, "/requests/1/explanation")
    expect(body).toMatchObject({ outcome: "refused", ways: [] })
    expect(body.steps.at(-1)).toMatchObject({
      step: "parameters",
      passed: false,
      says: expect.stringContaining("text/plain"),
    })
  })

  test("has the outcome of a request whose header refuses unknown fields", async () => {
    const { app } = await setUp()
    await app.fetch(`${DEALS}/new`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: "Bearer bob-token",
        "x-hexarium-unknown-fields": "refuse",
      },
      body: JSON.stringify({ item: { Titel: "A" } }),
    })
    const { body } = await ask(app, "/requests/1/explanation")
    expect(body.steps.at(-1)).toMatchObject({ step: "values", passed: false })
    expect(body.ways.map(({ says }) => says)).toContainEqual(expect.stringMatching(/^Send Title/))
  })
})

describe("POST /explain", () => {
  test("explains a request that nobody has sent", async () => {
    const { world, app, first } = await setUp()
    const hash = world.hash()
    const request = {
      method: "DELETE",
      path: `${DEALS}/delete/${first}`,
      as: "bob@acme.test",
      body: { a_id: "DeleteDeal" },
    }
    const { body } = await ask(app, "/explain", request)
    expect(body.steps.at(-1)).toMatchObject({ step: "privilege", passed: false })
    await expectWays(world, request, body)
    expect(world.hash()).toBe(hash)
    expect((await (await app.fetch("/_hexarium/worlds/main/requests")).json()) as object).toMatchObject({
      requests: [],
    })
  })

  test.each([
    ["see", undefined, "target"],
    ["update", undefined, "target"],
    ["execute", "Finish", "target"],
    ["delete", "DeleteDeal", "privilege"],
  ] as const)("explains why a user may not %s an item", async (want, action, step) => {
    const { world, app } = await setUp()
    const item = fixtureItem(world, "Deals", 2).iId
    const { body } = await ask(app, "/explain", { user: "carol@acme.test", item, want, ...(action && { action }) })
    expect(body.steps.at(-1)).toMatchObject({ step, passed: false })
    expect(body.ways.length).toBeGreaterThan(0)
    for (const { change = [] } of body.ways) for (const one of change) expect(one.path).toMatch(/^\/api\/v0\//)
  })

  test.each([
    [{ user: "nobody@acme.test", item: "x", want: "see" }, /nobody@acme.test/],
    [{ user: "bob@acme.test", item: "x", want: "see" }, /the world has no item/],
    [{ user: "bob@acme.test", item: "x", want: "eat" }, /want/],
    [{ user: "bob@acme.test", item: "x" }, /expected \{user, item, want/],
    [{ method: "GET", path: "/elsewhere" }, /begins with \/api\/v0\//],
    [{ method: "GET", path: "/api/v0/userinfo", as: "nobody@acme.test" }, /nobody@acme.test/],
    [{ method: "GET", path: "/api/v0/userinfo", user: "bob@acme.test" }, /expected \{user, item, want/],
    [{ method: "GET", path: `/api/v0/userinfo?${"a=1&".repeat(5000)}` }, /path/],
    [{ user: "x".repeat(100_000), item: "x", want: "see" }, /no user "x{60}…"/],
    [{ user: "bob@acme.test", item: "x".repeat(100_000), want: "see" }, /no item "x{60}…"/],
    [{ methd: "GET", path: "/api/v0/userinfo" }, /methd/],
  ])("refuses %j with the reason", async (given, message) => {
    const { world, app } = await setUp()
    const hash = world.hash()
    const { status, body } = await ask(app, "/explain", given)
    expect([400, 404]).toContain(status)
    expect(body.error).toMatch(message)
    expect(body.error?.length).toBeLessThan(500)
    expect(world.hash()).toBe(hash)
  })

  test("shows no password that the request contains", async () => {
    const { app } = await setUp()
    const { body } = await ask(app, "/explain", {
      method: "PUT",
      path: "/api/v0/users/password",
      as: "bob@acme.test",
      body: { old_password: "old-secret-1", new_password: "new-secret-2", confirm_password: "other-secret" },
    })
    expect(body).toMatchObject({ outcome: "refused", ways: [] })
    expect(JSON.stringify(body)).not.toMatch(/old-secret-1|new-secret-2|other-secret/)
  })
})
