import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from "vitest"
import { createApp } from "../../emulator/app.ts"
import { type Control, ControlError, createControl } from "../../emulator/client/index.ts"
import { controlTable } from "../../emulator/control/control-table.ts"
import { type RunningServer, startServer } from "../../emulator/node/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { DESK } from "../control/desk.ts"

const demo = () => createWorld({ fixture: DESK })

let server: RunningServer
beforeAll(async () => {
  server = await startServer({ world: await demo(), port: 0 })
})
afterAll(() => server.close({ graceMs: 0 }))

test("every route of the control plane is an operation by its name", () => {
  const control = createControl({ app: { fetch } })
  const names = controlTable.map(({ words }) => words.name)
  expect(Object.keys(control).sort()).toEqual([...names, "as", "public", "with"].sort())
})

describe.each(["app", "url"])("by %s", (kind) => {
  let control: Control
  beforeAll(async () => {
    control =
      kind === "url"
        ? createControl({ url: `${server.url}/` })
        : createControl({ app: createApp({ world: await demo() }) })
  })

  test("worlds are forked, read, reset and dropped", async () => {
    const made = await control.forkWorld({ name: "try" })
    expect(made).toMatchObject({ name: "try", parent: "main" })
    expect((await control.getWorld({ world: "try" })).hash).toBe(made.hash)
    await control.moveClock({ world: "try", advance: "1h" })
    expect((await control.resetWorld({ world: "try" })).hash).toBe(made.hash)
    expect(await control.deleteWorld({ world: "try" })).toBeNull()
    expect((await control.listWorlds({ limit: 1 })).worlds.map(({ name }) => name)).toEqual(["main"])
  })

  test("a world is meant by option, by the call, or is main", async () => {
    await control.forkWorld({ name: "other" })
    const other = control.with({ world: "other" })
    await other.moveClock({ advance: "90m" })
    expect((await other.getClock()).now).toBe("2026-01-05T10:30:00.000Z")
    expect((await control.getClock({ world: "other" })).now).toBe("2026-01-05T10:30:00.000Z")
    expect((await control.getClock()).now).toBe("2026-01-05T09:00:00.000Z")
    await control.deleteWorld({ world: "other" })
  })

  test("snapshots, mails, tokens, faults and requests", async () => {
    await control.takeSnapshot({ snapshot: "before" })
    expect((await control.listSnapshots()).snapshots).toMatchObject([{ name: "before" }])
    const { token } = await control.issueToken({ user: "ada@acme.test", ttl_hours: 1 })
    expect(token).toEqual(expect.any(String))
    const { faults } = await control.planFault({ operation: "UpdateItem", status: 500, times: 2, body: { no: 1 } })
    expect(faults).toMatchObject([{ operation: "UpdateItem", status: 500, left: 2, body: { no: 1 } }])
    expect((await control.deleteFaults()).faults).toEqual([])
    expect((await control.listMails({ to: "nobody@acme.test" })).mails).toEqual([])
    expect((await control.listRequests({ operation: "Login" })).requests).toEqual([])
    await control.restoreSnapshot({ snapshot: "before" })
    await control.deleteSnapshot({ snapshot: "before" })
  })

  test("a world goes out as a fixture and comes back", async () => {
    await control.forkWorld({ name: "copy" })
    const fixture = await control.exportWorld()
    expect(await control.importWorld({ world: "copy", fixture })).toMatchObject({ name: "copy" })
    const faulty = control.importWorld({ world: "copy", fixture: { version: 1, users: [{}], workspaces: [] } })
    await expect(faulty).rejects.toMatchObject({
      status: 400,
      code: "INVALID_PARAMS",
      errors: [{ path: "users[0].email" }],
    })
    await control.deleteWorld({ world: "copy" })
  })

  test("refusals say which operation, status, code and reason", async () => {
    const refused = control.getWorld({ world: "nope" })
    await expect(refused).rejects.toBeInstanceOf(ControlError)
    await expect(refused).rejects.toMatchObject({
      message: 'getWorld: 404 NOT_FOUND: the world "nope" does not exist',
      operation: "getWorld",
      status: 404,
      code: "NOT_FOUND",
    })
  })
})

test("events of a world are read as they come", async () => {
  const control = createControl({ url: server.url })
  const { token } = await control.issueToken({ user: "ada@acme.test" })
  const over = new AbortController()
  const stream = control.streamEvents({}, { signal: over.signal })
  const me = { headers: { authorization: `Bearer ${token}` } }
  const asked = fetch(`${server.url}/api/v0/userinfo`, me).then(() => fetch(`${server.url}/api/v0/userinfo`, me))
  for await (const { id, data } of stream) {
    if (!JSON.stringify(data).includes("GetUserInfo")) continue
    expect(id).toMatch(/^\d+$/)
    break
  }
  await asked
  over.abort()
})

describe("servers that ask for a token", () => {
  test("are sent it", async () => {
    const seen: (string | null)[] = []
    const control = createControl({
      url: "http://far.test:7575/w/shop%2F1",
      token: "secret",
      fetch: async (request) => {
        seen.push(request.url, request.headers.get("authorization"), request.headers.get("x-hexarium"))
        return Response.json({ now: "", mode: "frozen" })
      },
    })
    await control.getClock()
    expect(seen).toEqual(["http://far.test:7575/_hexarium/worlds/shop%2F1/clock", "Bearer secret", "1"])
  })
})

describe("what is wrong is said in a sentence", () => {
  test.each([
    [{}, "createControl expects { url } or { app }, received neither"],
    [
      { url: "localhost:7575" },
      'createControl: url: expected a URL such as http://127.0.0.1:7575, received "localhost:7575"',
    ],
    [
      { url: "http://127.0.0.1:7575/w/%zz" },
      'createControl: url: expected the name of a world after /w/, received "%zz"; write % as %25',
    ],
    [{ url: "http://127.0.0.1:7575/w/%ff", world: "shop" }, 'received "%ff"; write % as %25'],
    [{ url: "http://127.0.0.1:7575/w/100%/" }, 'received "100%"; write % as %25'],
  ])("options %j", (options, message) => {
    expect(() => createControl(options)).toThrow(message)
  })

  test("nobody there", async () => {
    const control = createControl({ url: "http://127.0.0.1:1" })
    await expect(control.getHealth()).rejects.toThrow(
      "getHealth: no server responds at http://127.0.0.1:1; start a server with hexarium start",
    )
  })

  test("somebody else there", async () => {
    const control = createControl({ app: { fetch: () => new Response("<h1>Hello") } })
    await expect(control.getHealth()).rejects.toThrow("getHealth: expected JSON from the app, received other content")
  })

  test("a filter there is not, a member left out", async () => {
    const control = createControl({ url: server.url })
    // @ts-expect-error there is no such filter
    await expect(control.listMails({ too: "x" })).rejects.toThrow("listMails: unknown property too")
    // @ts-expect-error which one is not said
    await expect(control.getMail({})).rejects.toThrow("getMail: the property id is missing")
  })
})

test("responses are typed", () => {
  type Clock = Awaited<ReturnType<Control["getClock"]>>
  expectTypeOf<Clock>().toEqualTypeOf<{ now: string; mode: "real" | "frozen" | "ticking" }>()
  expectTypeOf<Parameters<Control["issueToken"]>[0]>().toExtend<{ user: string; ttl_hours?: number | undefined }>()
})
