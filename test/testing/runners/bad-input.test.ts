import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { createClient, createControl } from "../../../emulator/client/index.ts"
import { createApp } from "../../../emulator/index.ts"
import { createWorldFromFiles, readFixtureFiles, serverPorts, startServer } from "../../../emulator/node/index.ts"
import { check, createKit, worldTarget } from "../../../emulator/testing/kit/index.ts"
import { hexariumHandlers } from "../../../emulator/testing/runners/msw.ts"
import { testWorlds } from "../../../emulator/testing/runners/test-worlds.ts"
import { hexariumTest } from "../../../emulator/testing/runners/vitest.ts"
import { checkInvariants, createWorld } from "../../../src/world/index.ts"
import { smallWorld } from "../../sample-worlds/small.ts"

/** An error about wrong input names the place and the fix. */

type Make = (...given: never[]) => unknown

/** The error for an input that the compiler would reject. */
async function messageOf(make: (...given: never[]) => unknown, ...given: unknown[]): Promise<string> {
  try {
    await (make as (...all: unknown[]) => unknown)(...given)
  } catch (error) {
    return String(error)
  }
  return "nothing"
}

const world = await smallWorld()
const stranger = await createWorld()
const SHOP = { fixture: "examples/vitest/shop.yaml" }

describe("options that there are not", () => {
  const bad: readonly (readonly [string, Make, unknown[], string])[] = [
    ["createWorld", createWorld, [{ fixtur: {} }], "createWorld has no option fixtur; did you mean fixture?"],
    [
      "createWorld, a path",
      createWorld,
      ["shop.yaml"],
      'createWorld expects an object with the options { fixture, prepared, seed, clock, … }, received "shop.yaml"',
    ],
    [
      "createWorld, a path as fixture",
      createWorld,
      [{ fixture: "shop.yaml" }],
      'createWorld: fixture: expected a fixture, received "shop.yaml"; to read files, use createWorldFromFiles of hexarium/node',
    ],
    [
      "createWorld, a clock",
      createWorld,
      [{ clock: "2026-01-05" }],
      'createWorld: clock expects an object with the options { mode, now, … }, received "2026-01-05"',
    ],
    [
      "createWorld, a mode",
      createWorld,
      [{ clock: { mode: "slow" } }],
      'clock.mode: expected one of real, frozen, ticking, received "slow"',
    ],
    [
      "createWorld, a base",
      createWorld,
      [{ baseUrl: 5 }],
      'createWorld: baseUrl: expected a string such as "https://api.example.com", received 5',
    ],
    ["testWorlds", testWorlds, [{ fixtures: "shop.yaml" }], "testWorlds has no option fixtures; did you mean fixture?"],
    [
      "hexariumTest",
      hexariumTest,
      [{ fxture: "shop.yaml" }],
      "hexariumTest has no option fxture; did you mean fixture?",
    ],
    [
      "hexariumTest, a path",
      hexariumTest,
      ["shop.yaml"],
      'hexariumTest expects options, as in hexariumTest({ fixture: "shop.yaml" })',
    ],
    [
      "hexariumTest, prepare",
      hexariumTest,
      [{ prepare: 5 }],
      "hexariumTest: expected prepare to be a function that takes the world, received 5",
    ],
    [
      "createApp",
      createApp,
      [],
      "createApp expects an object with the options { world, corsOrigins, strict, allowedHosts, … }, received undefined",
    ],
    [
      "createApp, a path",
      createApp,
      [{ world: "shop.yaml" }],
      'createApp: world is what createWorld answers, not "shop.yaml"',
    ],
    [
      "createApp, not awaited",
      createApp,
      [{ world: Promise.resolve(world) }],
      "createApp: world is what createWorld answers, not a promise (await it first)",
    ],
    [
      "createApp, worlds of no app",
      createApp,
      [{ worlds: [world] }],
      "createApp: worlds: expected the worlds of an app, received a list",
    ],
    [
      "createApp, an option",
      createApp,
      [{ world, corsOrigin: ["https://a.test"] }],
      "createApp has no option corsOrigin; did you mean corsOrigins?",
    ],
    ["createApp, a world", createApp, [world], "createApp takes an object of options: createApp({ world })"],
    [
      "createApp, a list",
      createApp,
      [{ world, corsOrigins: "https://a.test" }],
      'createApp: corsOrigins is a list of texts, not "https://a.test"',
    ],
    [
      "createApp, a list of origins",
      createApp,
      [{ world, controlOrigins: ["null"] }],
      'createApp: controlOrigins: expected an origin such as https://app.example, not "null"',
    ],
    ["createApp, an option of servers", createApp, [{ world, port: 0 }], "createApp has no option port;"],
    [
      "startServer",
      startServer,
      [],
      "startServer expects an object with the options { port, host, publicUrl, world, … }, received undefined",
    ],
    ["startServer, an option", startServer, [{ world, prot: 0 }], "startServer has no option prot; did you mean port?"],
    [
      "startServer, an option of apps",
      startServer,
      [{ world, stict: true }],
      "startServer has no option stict; did you mean strict?",
    ],
    [
      "startServer, a port",
      startServer,
      [{ world, port: "any" }],
      'startServer: port must be a whole number from 0 (any free port) to 65535, received "any"',
    ],
    [
      "hexariumHandlers",
      hexariumHandlers,
      [],
      "hexariumHandlers expects a world, an app, the result of worlds.fresh() or a function that returns such a value, received undefined",
    ],
    [
      "hexariumHandlers, an option",
      hexariumHandlers,
      [world, { baseurl: "https://api.example.com" }],
      "hexariumHandlers has no option baseurl; did you mean baseUrl?",
    ],
    ["createClient", createClient, [], "createClient expects { baseUrl } or { app }, received undefined"],
    [
      "createClient, an option",
      createClient,
      [{ url: "http://127.0.0.1:7575" }],
      "createClient has no option url; the options are baseUrl, app, token, world, fetch",
    ],
    [
      "createClient, no URL",
      createClient,
      [{ baseUrl: "localhost:7575" }],
      'createClient: baseUrl: expected a URL such as http://127.0.0.1:7575, received "localhost:7575"',
    ],
    [
      "createClient, the API's root",
      createClient,
      [{ baseUrl: "http://127.0.0.1:7575/api/v0" }],
      "createClient: omit /api/v0 from baseUrl; the client adds it",
    ],
    [
      "createClient, a world",
      createClient,
      [{ app: world }],
      "createClient: expected app to have a fetch function, as createApp({ world }) of hexarium/http returns",
    ],
    ["createControl", createControl, [], "createControl expects { url } or { app }, received neither"],
    ["createKit", createKit, [], "createKit expects a world, an app or { url }, received undefined"],
    ["createKit, nothing of it", createKit, [{}], "createKit expects a world, an app or { url }, received an object"],
    ["checkInvariants", checkInvariants, [], "checkInvariants expects a world, received undefined"],
    [
      "a target",
      worldTarget(world).call,
      [{ operation: "creatItem" }],
      'unknown operation "creatItem"; did you mean createItem?',
    ],
    [
      "a target, nobody",
      worldTarget(world).call,
      [{ operation: "createItem" }],
      "createItem: expected user to be an e-mail address or a u_id, received undefined",
    ],
    [
      "faults.plan",
      world.faults.plan.bind(world.faults),
      [{ operation: "UpdateItem", delay_ms: 5 }],
      "faults.plan has no option delay_ms; did you mean delayMs?",
    ],
    [
      "faults.plan, no operation",
      world.faults.plan.bind(world.faults),
      [{ status: 500 }],
      "operation: expected a name such as UpdateItem, or * for all",
    ],
    [
      "faults.plan, an operation",
      world.faults.plan.bind(world.faults),
      [{ operation: "UpdatItem", status: 500 }],
      'unknown operation "UpdatItem"; did you mean UpdateItem?',
    ],
    [
      "mail.waitFor",
      world.mail.waitFor.bind(world.mail),
      [{ to: "x" }, { timeout: 5 }],
      "mail.waitFor has no option timeout; did you mean timeoutMs?",
    ],
    [
      "mail.waitFor, a filter with timeoutMs",
      world.mail.waitFor.bind(world.mail),
      [{ timeoutMs: 5 }],
      'mail.waitFor: timeoutMs belongs to the second argument, as in waitFor({ to: "ada@acme.test" }, { timeoutMs: … })',
    ],
    [
      "mail.waitFor, a filter with a signal",
      world.mail.waitFor.bind(world.mail),
      [{ to: "bob@acme.test", signal: AbortSignal.timeout(5) }],
      'mail.waitFor: signal belongs to the second argument, as in waitFor({ to: "ada@acme.test" }, { signal: … })',
    ],
    [
      "mail.waitFor, an address",
      world.mail.waitFor.bind(world.mail),
      ["bob@acme.test"],
      'mail.waitFor: the filter expects an object with the options { to, kind, text, since, … }, received "bob@acme.test"',
    ],
    [
      "mail.list",
      world.mail.list.bind(world.mail),
      [{ recipient: "x" }],
      "mail.list: the filter has no option recipient; its options are to, kind, text, since",
    ],
    [
      "mail.list, a kind",
      world.mail.list.bind(world.mail),
      [{ kind: "notify" }],
      "mail.list: kind: expected one of registration, invitation,",
    ],
    [
      "mail.waitFor, how long",
      world.mail.waitFor.bind(world.mail),
      [{}, { timeoutMs: -1 }],
      "mail.waitFor: expected timeoutMs to be a number of milliseconds (0 for no limit), received -1",
    ],
    [
      "mail.waitFor, a text",
      world.mail.waitFor.bind(world.mail),
      [{}, { timeoutMs: "5s" }],
      'mail.waitFor: expected timeoutMs to be a number of milliseconds (0 for no limit), received "5s"',
    ],
    ["fork", world.fork.bind(world), [{ form: world.snapshot() }], "fork has no option form; did you mean from?"],
    [
      "fork, a name",
      world.fork.bind(world),
      [{ from: "before" }],
      'fork expects a snapshot from world.snapshot(), received "before"',
    ],
    [
      "restore, a snapshot of another world",
      world.restore.bind(world),
      [stranger.snapshot()],
      "restore: the snapshot belongs to another world; use a snapshot of this world or of one of its forks",
    ],
    [
      "fork, a snapshot of another world",
      world.fork.bind(world),
      [{ from: stranger.snapshot() }],
      "fork: the snapshot belongs to another world;",
    ],
    [
      "createWorld, a port",
      createWorld,
      [{ ports: { webhook: {} } }],
      "createWorld: ports has no option webhook; did you mean webhooks?",
    ],
    [
      "checkInvariants, an option",
      checkInvariants,
      [world, { olny: [] }],
      "checkInvariants has no option olny; did you mean only?",
    ],
    [
      "createControl, an option",
      createControl,
      [{ baseUrl: "http://127.0.0.1:1" }],
      "createControl has no option baseUrl; the options are url, app,",
    ],
    [
      "serverPorts",
      serverPorts,
      [{ allowOutbund: true }],
      "serverPorts has no option allowOutbund; did you mean allowOutbound?",
    ],
    [
      "readFixtureFiles",
      readFixtureFiles,
      [[], { allowFile: [] }],
      "readFixtureFiles has no option allowFile; did you mean allowFiles?",
    ],
    [
      "createKit, of a server",
      createKit,
      [{ url: "http://127.0.0.1:1", tokn: "x" }],
      "createKit with url has no option tokn; did you mean token?",
    ],
    [
      "check, commands",
      check,
      [world, { commands: [] }],
      "commands: expected at least one command; omit commands to run all",
    ],
    ["check, no list", check, [world, { mustRun: "CreateItem" }], 'mustRun: expected a list, received "CreateItem"'],
    [
      "check, a path",
      check,
      [world, { path: 5 }],
      "path: expected a string copied from the message of a failed check, received 5",
    ],
    [
      "clock.move",
      world.clock.move.bind(world.clock),
      [{ advence: "1d" }],
      "clock.move has no option advence; did you mean advance?",
    ],
    [
      "restore",
      world.restore.bind(world),
      ["before"],
      'restore expects a snapshot from world.snapshot(), received "before"',
    ],
    [
      "clock.advance",
      world.clock.advance.bind(world.clock),
      [],
      "advance: expected milliseconds or a whole number with a unit (s m h d w)",
    ],
    [
      "clock.to",
      world.clock.to.bind(world.clock),
      [new Date(0)],
      "to: expected an ISO 8601 instant such as 2026-01-05T09:00:00Z, received a Date",
    ],
  ]

  test.each(bad)("%s", async (_, make, given, text) => {
    const before = world.hash()
    expect(await messageOf(make, ...given)).toContain(`: ${text}`)
    expect(world.hash()).toBe(before)
  })
})

test("a world takes the snapshots of what it was forked from, and of its forks", async () => {
  const own = world.fork()
  const before = world.snapshot()
  const hash = own.hash()
  const twin = own.fork()
  await twin.as("bob@acme.test").createItem({ application: "CRM", datastore: "Deals", item: { Title: "A" } })
  const after = twin.snapshot()
  await own.restore(after)
  expect(own.hash()).toBe(twin.hash())
  await own.restore(before)
  expect(own.hash()).toBe(hash)
  expect(world.fork({ from: after }).hash()).toBe(twin.hash())
})

test("an unknown user is refused with the known users, at every entrance", async () => {
  const own = await testWorlds(SHOP).fresh()
  expect(() => own.as("bbo@shop.test")).toThrow("unknown user bbo@shop.test; did you mean bob@shop.test?")
  expect(() => own.as("nobody@example.com")).toThrow(/^unknown user nobody@example\.com; available: ada@shop\.test, /)
  expect(() => own.as(undefined as never)).toThrow(
    "expected a user as e-mail address, e-mail#user_code or u_id, received undefined",
  )
  await expect(own.token("bbo@shop.test")).rejects.toThrow("did you mean bob@shop.test?")
  await expect(own.client("bbo@shop.test").getWorkspaces()).rejects.toThrow("did you mean bob@shop.test?")
  await own.close()
})

test("a mistake in a fixture file is reported with the file's name", async ({ task }) => {
  const file = join(process.env.TMPDIR ?? "/tmp", `hexarium-${task.id}.yaml`)
  await writeFile(file, "version: 1\nusers: []\nworkspaces: []\nuser: []\n")
  await expect(testWorlds({ fixture: file }).fresh()).rejects.toThrow(`${file}: user: unknown property`)
  const beside = new URL("nope.yaml", import.meta.url)
  expect(await messageOf(testWorlds({ fixture: beside }).fresh)).toMatch(
    /^Error: the fixture file \S+nope\.yaml does not exist$/,
  )
  expect(await messageOf(testWorlds({ fixture: "nope.yaml" }).fresh)).toContain("pass an absolute path, or new URL(")
  expect(await messageOf(testWorlds({ fixture: new URL("https://example.com/shop.yaml") }).fresh)).toBe(
    'Error: fixture: expected a path or a file URL such as new URL("world.yaml", import.meta.url), received https://example.com/shop.yaml',
  )
  expect(await messageOf(createWorldFromFiles, "shop.yaml")).toBe(
    'TypeError: createWorldFromFiles expects a list of paths, such as ["shop.yaml"]',
  )
})

test("a world whose test is over refuses changes, and can still be looked at", async () => {
  const worlds = testWorlds(SHOP)
  const own = await worlds.fresh()
  await own.close()
  const orders = { application: "SHOP", datastore: "Orders" }
  const over = /^CreateItem: the test has ended and its world was closed; await every call within the test/
  await expect(own.as("bob@shop.test").createItem({ ...orders, item: { Total: 1 } })).rejects.toThrow(over)
  await expect(own.clock.advance("1d")).rejects.toThrow(/the test has ended and its world was closed/)
  await expect(own.serve()).rejects.toThrow(/^serve: the test has ended and its world was closed/)
  expect((await own.as("bob@shop.test").itemList(orders)).totalItems).toBe(0)
  const next = await worlds.fresh()
  await next.as("bob@shop.test").createItem({ ...orders, item: { Total: 1 } })
  await next.close()
})

test("the option suggests the probable name for a wrong fixture", async () => {
  const { inWorld } = testWorlds(SHOP)
  expect(await messageOf(inWorld((({ mails }: { mails: unknown }) => mails) as never))).toBe(
    "Error: the test asks for an unknown fixture mails; did you mean mail?",
  )
  expect(await messageOf(inWorld((({ page }: { page: unknown }) => page) as never))).toBe(
    "Error: the test asks for an unknown fixture page; the fixtures are world, app, as, client, token, fetch, clock, mail, server, url",
  )
  expect(await messageOf(inWorld, "a test")).toBe(
    'TypeError: inWorld expects the test as a function, received "a test"',
  )
})

test("a client says where nothing answers", async () => {
  const client = createClient({ baseUrl: "http://127.0.0.1:1" })
  await expect(client.login({ body: { email: "bob@acme.test", password: "x" } })).rejects.toThrow(
    "login: no server responds at http://127.0.0.1:1; start a server with hexarium start",
  )
})
