import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { serverPorts } from "../../emulator/adapters/index.ts"
import { createApp } from "../../emulator/index.ts"
import { replayCapsule } from "../../emulator/insight/index.ts"
import { type Capsule, packCapsule, readCapsule } from "../../src/insight/capsule/index.ts"
import { VERSION } from "../../src/version.ts"
import { createWorld, type World } from "../../src/world/index.ts"
import { DESK } from "../control/desk.ts"
import { expectTold } from "../control/told.ts"

const ADA = { authorization: "Bearer ada-fixed-token-1", "content-type": "application/json" }
const TICKETS = "/api/v0/applications/DESK/datastores/TICKETS"

async function desk(options: object = {}, given?: World) {
  const world = given ?? (await createWorld({ fixture: DESK, clock: { mode: "frozen", now: "2026-03-01T09:00:00Z" } }))
  const app = createApp({ world, ...options })
  // biome-ignore lint/suspicious/noExplicitAny: bodies of several operations
  const send = async (method: string, path: string, body?: unknown, headers: object = ADA): Promise<any> => {
    const init = { method, headers: { ...headers }, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const answer = await app.fetch(path, init)
    const text = await answer.text()
    return text === "" ? null : JSON.parse(text)
  }
  const capsule = async (requests = "all"): Promise<Capsule> => {
    const url = `/_hexarium/worlds/main/capsule?requests=${requests}`
    const answer = await app.fetch(url)
    const text = await answer.text()
    expectTold("GET", `http://hexarium${url}`, answer, text)
    return JSON.parse(text)
  }
  return { world, app, send, capsule }
}

const replay = async (capsule: Capsule) =>
  replayCapsule(capsule, await serverPorts(), (world, strict) => createApp({ world, strict }))

const item = (Subject: string) => ({ item: { Subject } })

describe("capsules (insight.md section 4)", () => {
  test("replays to equal responses and to the same hash", async () => {
    const { send, capsule } = await desk()
    const { item_id: id } = await send("POST", `${TICKETS}/items/new`, item("Broken lamp"))
    await send("POST", `${TICKETS}/items/edit/${id}`, { rev_no: 77, ...item("Late") })
    await send("POST", `${TICKETS}/items/edit/${id}`, { rev_no: 1, ...item("Fixed lamp") })
    await send("POST", `${TICKETS}/items/search`, { page: 1, per_page: 10 })
    const written = readCapsule(packCapsule(await capsule()))
    expect(written.requests.map(({ response }) => response.status)).toEqual([200, 409, 200, 200])
    const { differences, hash } = await replay(written)
    expect([differences, hash]).toEqual([[], written.hash])
  })

  test("begins at the version that the request met, and ends with the range", async () => {
    const { send, capsule } = await desk()
    for (const name of ["One", "Two", "Three"]) await send("POST", `${TICKETS}/items/new`, item(name))
    const [one, range, all] = [await capsule("2"), await capsule("1..2"), await capsule()]
    expect([one, range, all].map(({ requests }) => requests.map(({ id }) => id))).toEqual([
      ["2"],
      ["1", "2"],
      ["1", "2", "3"],
    ])
    expect(one.world.version).toBe(range.world.version + 1)
    for (const capsule of [one, range, all]) expect((await replay(capsule)).differences).toEqual([])
  })

  test("replaces passwords, tokens and confirmation IDs, and a replay logs in as before", async () => {
    const { world, send, capsule } = await desk()
    const user = DESK.users[0] as { email: string; password: string }
    const login = (password: string) =>
      send("POST", "/api/v0/login", { email: user.email, password }, { "content-type": "application/json" })
    const { token } = await login(user.password)
    await login("another Password-1")
    await send("GET", "/api/v0/userinfo", undefined, { authorization: `Bearer ${token}` })
    await send("POST", "/api/v0/users/password/forgot", { email: user.email }, { "content-type": "application/json" })
    const mail = world.mail.list().at(-1)
    const written = await capsule()
    const text = JSON.stringify(written)
    const hashes = world.state.tables
      .get("users")
      .toArray()
      .flatMap(({ passwordHash }) => passwordHash ?? [])
    const secrets = [user.password, "another Password-1", token, "ada-fixed-token-1", ...hashes]
    for (const one of [...secrets, ...(mail?.links.map(({ confirmationId }) => confirmationId) ?? [])]) {
      expect(text.includes(one), one).toBe(false)
    }
    const { responses, differences, hash } = await replay(written)
    expect(responses.map(({ status }) => status)).toEqual(written.requests.map(({ response }) => response.status))
    expect([differences, hash]).toEqual([[], written.hash])
  })

  test("replaces a refused password so that the same rule refuses the placeholder", async () => {
    const { world, send, capsule } = await desk()
    const headers = { "content-type": "application/json" }
    const passwordPolicy = { useMinLength: true, minLength: 24, usePatternCheck: true, patternCheckType: 2 as const }
    const workspace = world.state.tables.get("workspaces").toArray()[0]?.wId ?? ""
    await world.as("ada@acme.test").updateWorkspaceSettings({ workspace, passwordPolicy })
    const own = DESK.users[0] as { email: string; password: string }
    await send("POST", "/api/v0/users/password/forgot", { email: own.email }, headers)
    const id = world.mail.list().at(-1)?.links[0]?.confirmationId
    const passwords = ["short-1", "no-digits-but-long-enough-text", "l0ng-enough-for-the-rules-1"]
    for (const password of passwords) {
      const body = { id, new_password: password, confirm_password: password }
      await send("PUT", "/api/v0/users/password/forgot", body, headers)
    }
    await send("POST", "/api/v0/login", { email: own.email, password: passwords[2] }, headers)
    const written = await capsule()
    const statuses = written.requests.map(({ response }) => response.status)
    const { responses, differences, hash } = await replay(written)
    expect(responses.map(({ status }) => status)).toEqual(statuses)
    expect([differences, hash]).toEqual([[], written.hash])
    expect(passwords.filter((password) => JSON.stringify(written).includes(password))).toEqual([])
    expect(statuses).toEqual([200, 400, 400, 200, 200])
  })

  test.each([false, true])(
    "replays a password that is accepted once and refused later (anonymised: %s)",
    async (anonymise) => {
      const { world, send, capsule } = await desk()
      const headers = { "content-type": "application/json" }
      const workspace = world.state.tables.get("workspaces").toArray()[0]?.wId ?? ""
      const own = DESK.users[0] as { email: string; password: string }
      const reset = async (password: string) => {
        await send("POST", "/api/v0/users/password/forgot", { email: own.email }, headers)
        const id = world.mail.list().at(-1)?.links[0]?.confirmationId
        await send(
          "PUT",
          "/api/v0/users/password/forgot",
          { id, new_password: password, confirm_password: password },
          headers,
        )
        await send("POST", "/api/v0/login", { email: own.email, password }, headers)
      }
      const passwords = ["lamp-2", "desk-1", "lamp-2"]
      for (const password of passwords.slice(0, 2)) await reset(password)
      const passwordPolicy = { useMinLength: true, minLength: 12 }
      await world.as("ada@acme.test").updateWorkspaceSettings({ workspace, passwordPolicy })
      await reset("lamp-2")
      const written = await capsule(anonymise ? "all&anonymise=true" : "all")
      const statuses = written.requests.map(({ response }) => response.status)
      expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 400, 401])
      const { responses, differences, hash } = await replay(readCapsule(packCapsule(written)))
      expect(responses.map(({ status }) => status)).toEqual(statuses)
      expect([differences, hash]).toEqual([[], written.hash])
      expect(passwords.filter((password) => JSON.stringify(written).includes(password))).toEqual([])
    },
  )

  test.each([false, true])("contains the headers that change an outcome (anonymised: %s)", async (anonymise) => {
    const { send, capsule } = await desk()
    const unknown = { item: { Subject: "Lamp", Nothing: 1 } }
    await send("POST", `${TICKETS}/items/new`, unknown)
    await send("POST", `${TICKETS}/items/new`, unknown, { ...ADA, "x-hexarium-unknown-fields": "refuse" })
    await send("POST", `${TICKETS}/items/new`, item("Dry"), { ...ADA, "x-hexarium-dry-run": "yes" })
    await send("POST", `${TICKETS}/items/new`, item("Plain"), { ...ADA, "content-type": "text/plain" })
    await send(
      "POST",
      "/graphql",
      { query: "{ workspaces { current_workspace_id } }" },
      { ...ADA, "content-type": "text/plain" },
    )
    const written = await capsule(anonymise ? "all&anonymise=true" : "all")
    expect(written.requests.map(({ request: { headers }, response: { status } }) => [status, headers])).toEqual([
      [200, undefined],
      [400, { "x-hexarium-unknown-fields": "refuse" }],
      [400, { "x-hexarium-dry-run": "yes" }],
      [400, { "content-type": "text/plain" }],
      [415, { "content-type": "text/plain" }],
    ])
    const { responses, differences, hash } = await replay(readCapsule(packCapsule(written)))
    expect(responses.map(({ status }) => status)).toEqual([200, 400, 400, 400, 415])
    expect([differences, hash]).toEqual([[], written.hash])
  })

  test("replays the links of mails for clients that want JSON, and for browsers", async () => {
    const { world, send, app, capsule } = await desk()
    const email = DESK.users[0]?.email
    const statuses: number[] = []
    for (const accept of ["application/json", "text/html"]) {
      await send("POST", "/api/v0/users/password/forgot", { email }, { "content-type": "application/json" })
      const id = world.mail.list().at(-1)?.links[0]?.confirmationId
      const answer = await app.fetch(`/api/v0/users/password/validate?id=${id}`, {
        headers: { accept },
        redirect: "manual",
      })
      statuses.push(answer.status)
    }
    expect(statuses).toEqual([200, 302])
    const { responses, differences } = await replay(await capsule())
    expect(responses.flatMap(({ status }, at) => (at % 2 === 1 ? [status] : []))).toEqual(statuses)
    expect(differences).toEqual([])
  })

  test("replaces a token that an item of the state contains", async () => {
    const { send, capsule } = await desk()
    await send("POST", `${TICKETS}/items/new`, item("I log in with ada-fixed-token-1"))
    await send("POST", `${TICKETS}/items/search`, { page: 1, per_page: 10 })
    const written = await capsule("2")
    const text = JSON.stringify(written)
    expect([text.includes("I log in with "), text.includes("ada-fixed-token-1")]).toEqual([true, false])
    expect((await replay(written)).differences).toEqual([])
  })

  test("contains the tokens of clients that observe the world, each with an ID of its own", async () => {
    const { send, capsule } = await desk()
    const control = { "x-hexarium": "1", "content-type": "application/json" }
    for (const { email } of [DESK.users[0], DESK.users[0]] as { readonly email: string }[]) {
      const { token } = await send("POST", "/_hexarium/worlds/main/tokens", { user: email, observe: true }, control)
      await send("GET", "/api/v0/userinfo", undefined, { authorization: `Bearer ${token}` })
    }
    const written = await capsule()
    const ids = written.state.tables.find(({ name }) => name === "tokens")?.records.map(({ jti }) => jti) ?? []
    expect(ids.filter((id) => `${id}`.startsWith("capsule-"))).toEqual(["capsule-1", "capsule-2"])
    expect((await replay(written)).responses.map(({ status }) => status)).toEqual([200, 200])
  })

  test("repeats what no request caused: moves of the clock, tokens and imports", async () => {
    const { world, app, send, capsule } = await desk()
    await send("POST", `${TICKETS}/items/new`, item("Before"))
    const control = { "x-hexarium": "1", "content-type": "application/json" }
    await send("POST", "/_hexarium/worlds/main/clock", { advance: "3d" }, control)
    const { token } = await send("POST", "/_hexarium/worlds/main/tokens", { user: DESK.users[0]?.email }, control)
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
    await send("POST", `${TICKETS}/items/new`, item("After"), headers)
    await world.restore(world.snapshot())
    await send("POST", `${TICKETS}/items/search`, { page: 1, per_page: 10 }, headers)
    const written = await capsule()
    expect(written.changes.map(({ operation }) => operation)).toEqual(["Clock", "IssueToken", "Restore"])
    const { differences, hash } = await replay(written)
    expect([differences, hash]).toEqual([[], written.hash])
    expect(app.worlds.main.world.now).toContain("2026-03-04")
  })

  test("replays a world whose clock is real, and keeps the times of the requests", async () => {
    const { send, capsule } = await desk({}, await createWorld({ fixture: DESK }))
    const { item_id: id } = await send("POST", `${TICKETS}/items/new`, item("Now"))
    await send("POST", `${TICKETS}/items/edit/${id}`, { is_force_update: true, ...item("Later") })
    const written = await capsule()
    const { differences, hash } = await replay(written)
    expect([differences, hash]).toEqual([[], written.hash])
  })

  test("lets other requests run while it is written, and is not changed by them", async () => {
    const { world, send, capsule } = await desk()
    const requests = Array.from({ length: 30 }, (_, number) => item(`Lamp ${number}`))
    for (const one of requests) await send("POST", `${TICKETS}/items/new`, one)
    let isWritten = false
    const writing = capsule().finally(() => {
      isWritten = true
    })
    let others = 0
    while (!isWritten) {
      others += 1
      await send("POST", `${TICKETS}/items/new`, item(`Later ${others}`))
      await new Promise(setImmediate)
    }
    const written = await writing
    expect(others).toBeGreaterThan(1)
    expect(written.requests.length).toBeLessThan(requests.length + others)
    expect(world.version - written.world.version).toBe(requests.length + others)
    const { differences, hash } = await replay(written)
    expect([differences, hash]).toEqual([[], written.hash])
  })

  test("begins after an upload, and lists what is left out", async () => {
    const { app, send, capsule } = await desk()
    await send("POST", `${TICKETS}/items/new`, item("Before"))
    const form = new FormData()
    form.append("file", new File(["text"], "a.txt"))
    await app.fetch("/api/v0/files", { method: "POST", headers: { authorization: ADA.authorization }, body: form })
    await send("POST", `${TICKETS}/items/new`, item("After"))
    const written = await capsule()
    expect(written.requests.map(({ id }) => id)).toEqual(["3"])
    expect(written.left_out).toEqual([
      { id: "1", why: "it came before the request 2, which can't be repeated" },
      { id: "2", why: "it is an upload, whose files the log does not keep" },
    ])
    expect((await replay(written)).differences).toEqual([])
    expect(await send("GET", "/_hexarium/worlds/main/capsule?requests=2")).toMatchObject({
      error: expect.stringContaining("requests: 2 can't be repeated: it is an upload"),
    })
  })

  test("refuses unknown requests, reversed ranges and servers without versions", async () => {
    const { send } = await desk()
    await send("GET", "/api/v0/workspaces")
    const ask = async (requests: string) =>
      (await send("GET", `/_hexarium/worlds/main/capsule?requests=${requests}`)).error
    expect(await ask("9")).toBe("the log of the world has no request 9; the log has 1 to 1")
    expect(await ask("first")).toContain("expected all, an ID, or a range")
    await send("GET", "/api/v0/workspaces")
    expect(await ask("2..1")).toContain("2 is later than 1")
    const none = await desk({ history: 0 })
    await none.send("GET", "/api/v0/workspaces")
    expect((await none.send("GET", "/_hexarium/worlds/main/capsule?requests=1")).error).toContain("--history")
    const written = await none.capsule()
    expect([written.requests, written.left_out.length]).toEqual([[], 1])
  })

  test("contains dry runs and connections that a fault cut", async () => {
    const { send, capsule, app } = await desk()
    await send("POST", `${TICKETS}/items/new`, item("Dry"), { ...ADA, "x-hexarium-dry-run": "1" })
    await send(
      "POST",
      "/_hexarium/worlds/main/faults",
      { operation: "CreateItem", disconnect: true },
      { "x-hexarium": "1", "content-type": "application/json" },
    )
    await expect(
      Promise.resolve(
        app.fetch(`${TICKETS}/items/new`, { method: "POST", headers: ADA, body: JSON.stringify(item("Cut")) }),
      ),
    ).rejects.toThrow()
    const written = await capsule()
    expect(written.requests.map(({ request, response }) => [request.dry_run, response.status])).toEqual([
      [true, 200],
      [undefined, 0],
    ])
    const { differences, hash } = await replay(written)
    expect([differences, hash]).toEqual([[], written.hash])
  })

  test("leaves out dry runs at a version of the past, unless it is the only request", async () => {
    const { send, capsule, app } = await desk()
    const { version } = app.worlds.main.world
    await send("POST", `${TICKETS}/items/new`, item("Lamp"))
    await send("POST", `/w/main@${version}${TICKETS}/items/new`, item("Dry"), { ...ADA, "x-hexarium-dry-run": "1" })
    await send(
      "POST",
      "/api/v0/login",
      { email: "bob@acme.test", password: "x" },
      { ...ADA, "x-hexarium-dry-run": "1" },
    )
    const written = await capsule()
    expect(written.requests.map(({ id, response }) => [id, response.status])).toEqual([
      ["1", 200],
      ["3", 400],
    ])
    expect(written.left_out).toEqual([{ id: "2", why: "it was a dry run at a version of the past" }])
    expect((await replay(written)).differences).toEqual([])
    const alone = await capsule("2")
    expect([alone.requests.length, (await replay(alone)).differences]).toEqual([1, []])
  })

  test.each([true, false])("replays on a server that is as strict as the recorded one: %s", async (strict) => {
    const { send, capsule } = await desk({ strict })
    await send("POST", `${TICKETS}/items/new`, { item: { Subject: "Lamp", Nothing: 1 } })
    const written = await capsule()
    expect([written.world.strict, written.requests[0]?.response.status]).toEqual([strict, strict ? 400 : 200])
    expect((await replay(written)).differences).toEqual([])
  })

  test("replays the capsule of an older version of Hexarium", async () => {
    const { send, capsule } = await desk()
    await send("POST", `${TICKETS}/items/new`, item("Lamp"))
    const written = await capsule()
    expect(written.made_by).toEqual({ hexarium: VERSION, node: process.versions.node })
    const older = { ...written, made_by: { hexarium: "0.0.1", node: null } }
    const { differences, hash } = await replay(readCapsule(packCapsule(older)))
    expect([differences, hash]).toEqual([[], written.hash])
  })

  test("replays GraphQL requests", async () => {
    const { send, capsule } = await desk()
    await send("POST", "/graphql", { query: "{ workspaces { current_workspace_id } }" })
    const written = await capsule()
    expect(written.requests).toHaveLength(1)
    expect((await replay(written)).differences).toEqual([])
  })

  test("names the first response that changed, with its status before its body", async () => {
    const { send, capsule } = await desk()
    await send("POST", `${TICKETS}/items/new`, item("Broken lamp"))
    await send("GET", "/api/v0/userinfo")
    const written = await capsule()
    const [first, second] = written.requests
    if (first === undefined || second === undefined) throw new Error("expected two requests")
    second.response.status = 500
    second.response.body = '{"email":"another"}'
    const { differences, hash } = await replay(written)
    expect(differences[0]).toMatchObject({
      id: "2",
      request: "GET /api/v0/userinfo",
      path: "status",
      there: 500,
      here: 200,
    })
    expect(hash).toBe(written.hash)
  })

  test("opens no connection: webhooks of a replay are refused, and no mail is delivered", async () => {
    const { send, capsule } = await desk()
    await send(
      "POST",
      "/api/v0/users/password/forgot",
      { email: DESK.users[0]?.email },
      { "content-type": "application/json" },
    )
    const sent: unknown[] = []
    const ports = { ...(await serverPorts()), mailDelivery: { deliver: async (mail: unknown) => void sent.push(mail) } }
    const { world, differences } = await replayCapsule(await capsule(), ports as never, (one, strict) =>
      createApp({ world: one, strict }),
    )
    expect([differences, sent, world.ports.persistence, world.ports.mailDelivery]).toEqual([
      [],
      [],
      undefined,
      undefined,
    ])
    await expect(world.ports.webhooks.post("http://127.0.0.1:1", "{}")).rejects.toThrow("a replay sends no webhooks")
  })

  test("random histories replay to equal hashes", { timeout: 3_600_000 }, async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant("create" as const), text: fc.string({ maxLength: 20, unit: "grapheme" }) }),
      fc.record({ kind: fc.constant("edit" as const), rev: fc.integer({ min: 1, max: 3 }) }),
      fc.record({ kind: fc.constant("search" as const) }),
      fc.record({ kind: fc.constant("clock" as const), hours: fc.integer({ min: 1, max: 100 }) }),
      fc.record({ kind: fc.constant("delete" as const) }),
    )
    const control = { "x-hexarium": "1", "content-type": "application/json" }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const { send, capsule } = await desk()
        let id = "none"
        for (const one of steps) {
          if (one.kind === "create") id = (await send("POST", `${TICKETS}/items/new`, item(one.text))).item_id ?? id
          if (one.kind === "edit") await send("POST", `${TICKETS}/items/edit/${id}`, { rev_no: one.rev, ...item("x") })
          if (one.kind === "search") await send("POST", `${TICKETS}/items/search`, { page: 1, per_page: 5 })
          if (one.kind === "delete") await send("DELETE", `${TICKETS}/items/delete/${id}`, {})
          if (one.kind === "clock")
            await send("POST", "/_hexarium/worlds/main/clock", { advance: `${one.hours}h` }, control)
        }
        const written = readCapsule(packCapsule(await capsule()))
        const { differences, hash } = await replay(written)
        expect([differences, hash]).toEqual([[], written.hash])
      }),
      { seed: 54, numRuns: Number(process.env.HEXARIUM_CAPSULE_RUNS ?? 10) },
    )
  })
})
