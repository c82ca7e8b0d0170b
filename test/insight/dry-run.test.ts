import { describe, expect, test } from "vitest"
import { type OperationName, type Row, rows, table } from "../../emulator/api/index.ts"
import { type App, createApp } from "../../emulator/index.ts"
import { createWorld } from "../../src/index.ts"
import { apiClient, makeRequest } from "../conformance.ts"
import { demoWorld, namesOf } from "../contract/examples/demo.ts"
import { BEN, EXAMPLES } from "../contract/examples/requests.ts"
import { DESK, desk } from "../control/desk.ts"
import { graphqlClient } from "../graphql/graphql-client.ts"

const DRY = { "x-hexarium-dry-run": "1" }
const ADA = { authorization: "Bearer ada-fixed-token-1" }
const NEW_TICKET = "/applications/DESK/datastores/TICKETS/items/new"

/** Operations that are public, or that check a password or a confirmation ID. */
const REFUSING = [
  "ConfirmRegistration",
  "ConfirmUserEmail",
  "CreateConfirmation",
  "ForgotPassword",
  "GetUserProfilePicture",
  "Login",
  "RegisterUser",
  "SetNewPassword",
  "SetPassword",
  "UnauthorizedCall",
  "UpdateUserEmail",
  "UserRegistration",
  "ValidatePassword",
]

/** Runs the example of an operation with the headers, on a copy of the demo. */
async function runOn(world: Awaited<ReturnType<typeof demoWorld>>, name: OperationName) {
  const app = createApp({ world })
  const make = EXAMPLES[name]
  if (make === undefined) throw new Error(`${name} has no example`)
  const { token = BEN, elsewhere: _, ...sent } = await make({ ben: apiClient(app, BEN), names: () => namesOf(world) })
  const row: Row = table[name]
  const send = async (headers: Record<string, string>) => {
    const response = await app.fetch(
      makeRequest(name, row.auth === "public" ? undefined : token, {
        ...sent,
        headers: { ...sent.headers, ...headers },
      }),
    )
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  return { app, send }
}

/** Removes the confirmation IDs, which differ between a dry run and the real run. */
const withoutSecrets = (text: string): string => text.replaceAll(/[0-9A-Za-z]{72}/g, "…")

/** Number of requests that the metrics count. */
const countOf = ({ worlds }: App): number =>
  [...worlds.requestCounts.statuses.values()].reduce((sum, count) => sum + count, 0)

describe("dry runs over HTTP (insight.md section 3)", () => {
  test.each(rows.map(([name]) => name))(
    "%s: answers as the real request, or refuses, and changes nothing",
    async (name) => {
      const world = (await demoWorld()).fork()
      const { app, send } = await runOn(world, name)
      const hash = world.hash()
      const events = app.worlds.main.events.sequence
      const counted = countOf(app)
      const dry = await send(DRY)
      expect(world.hash()).toBe(hash)
      const happened = app.worlds.main.events.since(events).events.map(({ happening: { kind } }) => kind)
      expect(new Set(happened)).toEqual(new Set(["request"]))
      expect(countOf(app)).toBe(counted)
      expect(Number(dry.headers.get("x-hexarium-dry-run"))).toBeGreaterThan(0)
      if (dry.status === 400) {
        expect(dry.text).toMatch(/X-Hexarium-Dry-Run: \w+ accepts no dry runs/)
        return
      }
      const again = await send(DRY)
      const real = await send({})
      expect(real.headers.get("x-hexarium-dry-run")).toBeNull()
      expect([dry.status, withoutSecrets(dry.text)]).toEqual([real.status, withoutSecrets(real.text)])
      expect(withoutSecrets(again.text)).toEqual(withoutSecrets(dry.text))
    },
  )

  test("public operations and those that check a password or confirmation ID refuse, and no others", async () => {
    const refused: string[] = []
    for (const [name] of rows) {
      const { send } = await runOn((await demoWorld()).fork(), name)
      const { status, text } = await send(DRY)
      if (status === 400 && text.includes("accepts no dry runs"))
        refused.push(`${name.charAt(0).toUpperCase()}${name.slice(1)}`)
    }
    expect(refused.sort()).toEqual(REFUSING)
  })

  test.each(["0", "true", "2", "", "1 ", "1, 1"])("refuses the value %j of the header", async (value) => {
    const { api, world } = await desk()
    const hash = world.hash()
    const headers = { ...ADA, "x-hexarium-dry-run": value }
    const { status, body } = await api("POST", NEW_TICKET, { item: { Subject: "x" } }, headers)
    // A header's value loses the spaces around it on its way.
    if (value.trim() === "1") return expect(status).toBe(200)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain("X-Hexarium-Dry-Run: expected 1")
    expect(world.hash()).toBe(hash)
  })

  test("logs the request with dry_run, effects, changes, mails and webhooks", async () => {
    const fixture = structuredClone(DESK) as typeof DESK
    const [datastore] = fixture.workspaces[0]?.applications?.[0]?.datastores ?? []
    Object.assign(datastore?.actions?.Create ?? {}, {
      webhooks: ["http://127.0.0.1:9/x"],
      notify: ["ADMIN"],
    })
    const world = await createWorld({ fixture })
    const app = createApp({ world })
    const dry = await app.fetch(`/api/v0${NEW_TICKET}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...ADA, ...DRY },
      body: JSON.stringify({ item: { Subject: "Lamp" } }),
    })
    expect(dry.status).toBe(200)
    const id = dry.headers.get("x-hexarium-dry-run")
    // biome-ignore lint/suspicious/noExplicitAny: bodies of several routes
    const read = async (path: string): Promise<any> =>
      (await app.fetch(`/_hexarium/worlds/main${path}`, { headers: { "x-hexarium": "1" } })).json()
    const entry = await read(`/requests/${id}`)
    expect(entry).toMatchObject({ operation: "CreateItem", status: 200, dry_run: true, user: "ada@acme.test" })
    expect(entry.effects.join("\n")).toMatch(/created .*TICKETS|TICKETS/)
    expect(entry.changes.length).toBeGreaterThan(0)
    expect(entry.mails).toMatchObject([{ kind: "notification", to: "bob@acme.test" }])
    expect(entry.webhooks).toMatchObject([{ url: "http://127.0.0.1:9/x", error: "a dry run sends no webhooks" }])
    const { requests } = await read("/requests")
    expect(requests).toMatchObject([{ id, dry_run: true }])
    expect((await read("/mails")).mails).toEqual([])
    expect((await read("/webhooks")).webhooks).toEqual([])
  })

  test("is no request that changed a record (control.md section 3)", async () => {
    const { api, control } = await desk()
    const { body } = await api("POST", NEW_TICKET, { item: { Subject: "Lamp" } })
    const path = `/applications/DESK/datastores/TICKETS/items/delete/${body.item_id}`
    expect((await api("DELETE", path, {}, { ...ADA, ...DRY })).status).toBe(200)
    const { body: changed } = await control("GET", `/worlds/main/requests?record=${body.item_id}`)
    expect(changed.requests).toMatchObject([{ operation: "CreateItem" }])
  })

  test("a planned fault applies, is not used up, and its delay is waited for", async () => {
    const { api, control, world } = await desk()
    await control("POST", "/worlds/main/faults", { operation: "CreateItem", status: 503, delay_ms: 40, times: 1 })
    const hash = world.hash()
    const started = performance.now()
    const send = (headers: object) => api("POST", NEW_TICKET, { item: { Subject: "x" } }, { ...ADA, ...headers })
    expect((await send(DRY)).status).toBe(503)
    expect(performance.now() - started).toBeGreaterThan(30)
    expect((await send(DRY)).status).toBe(503)
    expect(world.hash()).toBe(hash)
    expect([(await send({})).status, (await send({})).status]).toEqual([503, 200])
  })

  test("an API call of a script runs in the copy and is logged as a part of the dry run", async () => {
    const fixture = structuredClone(DESK) as typeof DESK
    const application = fixture.workspaces[0]?.applications?.[0] as unknown as Record<string, unknown>
    const [datastore] = application.datastores as { actions: { Create: object } }[]
    const code = 'async function main(data) { logger.info("hello"); return callAPIAsync("GET", "/api/v0/userinfo") }'
    Object.assign(datastore?.actions.Create ?? {}, { post_script: { code, sync: true } })
    const world = await createWorld({ fixture })
    const app = createApp({ world })
    const dry = await app.fetch(`/api/v0${NEW_TICKET}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...ADA, ...DRY },
      body: JSON.stringify({ item: { Subject: "Lamp" } }),
    })
    expect(dry.status).toBe(200)
    const entries = app.worlds.main.log.allEntries()
    expect(entries.map(({ isDryRun, input }) => [isDryRun, input.operation])).toEqual([
      [true, "GetUserInfo"],
      [true, "CreateItem"],
    ])
  })

  test("a GraphQL root runs dry, and a root that checks a password refuses", async () => {
    const world = await createWorld({ fixture: DESK })
    const ada = graphqlClient(world, "ada-fixed-token-1")
    const hash = world.hash()
    const create = `mutation { datastoreCreateNewItem(projectId: "DESK", datastoreId: "TICKETS", newItemActionParameters: { item: { Subject: "Lamp" } }) { item_id } }`
    const dry = await ada.send(create, undefined, DRY)
    expect([dry.status, dry.errors]).toEqual([200, []])
    expect(dry.headers.get("x-hexarium-dry-run")).toBe("1")
    expect(world.hash()).toBe(hash)
    const real = await ada.send(create)
    expect(real.data).toEqual(dry.data)
    const login = `mutation { login(loginInput: { email: "bob@acme.test", password: "wrong" }) { token } }`
    const refused = await ada.send(login, undefined, DRY)
    expect([refused.status, refused.errors[0]?.message]).toEqual([
      400,
      expect.stringMatching(/^X-Hexarium-Dry-Run: login accepts no dry runs/),
    ])
    const invalid = await ada.send(create, undefined, { "x-hexarium-dry-run": "yes" })
    expect([invalid.status, invalid.errors[0]?.message]).toEqual([
      400,
      'X-Hexarium-Dry-Run: expected 1, received "yes"',
    ])
  })
})
