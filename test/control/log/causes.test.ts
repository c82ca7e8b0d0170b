import { expect, test } from "vitest"
import type { Fixture } from "../../../src/fixtures/index.ts"
import { openControl } from "../ask.ts"
import { DESK } from "../desk.ts"

const ADA = "ada-fixed-token-1"
const NEW_TICKET = "/applications/DESK/datastores/TICKETS/items/new"

const CREATE = `await callAPIAsync("POST", "/api/v0${NEW_TICKET}", { action_id: "Create", item: { Subject: "by script" } })`

/** Tickets whose action Scripted logs and creates another ticket, and an auto action that creates new tickets every hour. */
function scriptedFixture(): Fixture {
  const fixture = structuredClone(DESK) as Fixture
  const application = fixture.workspaces[0]?.applications?.[0]
  const tickets = application?.datastores?.[0]
  if (application === undefined || tickets === undefined) throw new Error("no tickets")
  tickets.actions = {
    ...tickets.actions,
    Scripted: {
      crud_type: "1",
      post_script: { code: `async function main() { logger.info("hello from the script"); ${CREATE} }`, sync: true },
    },
  }
  application.auto_actions = [
    {
      auto_id: "a".repeat(24),
      name: "Start the new ones",
      datastore_id: "TICKETS",
      action_id: "Start",
      conditions: [{ id: "Status", search_value: ["New"] }],
      action_schedule: { time_type: "hr", time_value: "1" },
    },
  ]
  return fixture
}

test("a call of a script is an entry with its cause, and what scripts logged stands with their request", async () => {
  const { api, control } = await openControl(scriptedFixture())
  await api(ADA, "POST", NEW_TICKET, { item: { Subject: "plain" } })
  const { body: made } = await api(ADA, "POST", NEW_TICKET, { action_id: "Scripted", item: { Subject: "mine" } })
  const { requests } = (await control("GET", "/worlds/main/requests")).body
  expect(requests).toHaveLength(2)
  expect(Object.keys(requests[0])).not.toEqual(expect.arrayContaining(["trace"]))
  const [, root] = requests
  expect(root.script_logs).toEqual([expect.stringContaining("hello from the script")])
  const byTrace = (await control("GET", `/worlds/main/requests?trace=${root.trace}`)).body.requests
  const [child] = byTrace
  expect(byTrace).toHaveLength(2)
  expect(child).toMatchObject({
    operation: "CreateItem",
    user: "ada@acme.test",
    status: 200,
    trace: root.trace,
    cause: { kind: "script", id: root.id, name: "CreateItem" },
    request: { action_id: "Create" },
    effects: [expect.any(String), expect.stringMatching(/^item D-\d+ created in Tickets$/)],
  })
  expect(root.effects).toContain(child.effects[1])
  const { body: details } = await control("GET", `/worlds/main/requests/${root.id}`)
  expect(details.caused).toEqual([child])
  const items = details.changes.filter(({ table }: { table: string }) => table === "items")
  expect(items).toMatchObject([
    { id: made.item_id, what: "added", before: null, after: { values: { Subject: "mine" }, status: "New" } },
    { what: "added", after: { values: { Subject: "by script" } } },
  ])
  const ids = async (query: string) => (await control("GET", `/worlds/main/requests?${query}`)).body.requests.length
  expect(await ids("origin=script")).toBe(1)
  expect(await ids("origin=any")).toBe(3)
  expect(await ids(`record=${made.item_id}`)).toBe(1)
  expect(await ids("text=BY%20SCRIPT&origin=any")).toBe(1)
  expect(await ids("user=ada@acme.test")).toBe(2)
  expect(await ids("outcome=refused")).toBe(0)
  expect((await control("GET", "/worlds/main/requests/99")).status).toBe(404)
})

test("the log has an entry with its cause for each write of the clock", async () => {
  const { api, control } = await openControl(scriptedFixture())
  await api(ADA, "POST", NEW_TICKET, { item: { Subject: "plain" } })
  const { fired } = (await control("POST", "/worlds/main/clock", { advance: "1h" })).body
  expect(fired).toMatchObject([{ name: "Start the new ones", affected: 2 }])
  expect((await control("GET", "/worlds/main/requests")).body.requests).toHaveLength(1)
  const { requests } = (await control("GET", "/worlds/main/requests?origin=clock")).body
  expect(requests).toMatchObject([
    {
      method: "CLOCK",
      user: null,
      cause: { kind: "auto_action", id: "a".repeat(24), name: "Start the new ones" },
      effects: expect.arrayContaining(["item D-00001 Status New→Working"]),
    },
  ])
  await control("POST", "/worlds/main/clock", { advance: "1h" })
  expect((await control("GET", "/worlds/main/requests?origin=clock")).body.requests).toHaveLength(1)
})

/** The fixture of `scriptedFixture`, with a script for the scheduled action and a function that fails on request. */
function withScheduledScript(): Fixture {
  const fixture = scriptedFixture()
  const application = fixture.workspaces[0]?.applications?.[0]
  const tickets = application?.datastores?.[0]
  if (application === undefined || tickets === undefined) throw new Error("no tickets")
  tickets.actions = {
    ...tickets.actions,
    Start: {
      crud_type: "2",
      status: "New",
      next_status: "Working",
      post_script: { code: `async function main() { logger.info("started"); ${CREATE} }`, sync: true },
    },
  }
  const code =
    'function main({ password }) { logger.info("hello " + password); if (password === "Bad-word-1") throw new Error("no") }'
  application.functions = { greet: { code } }
  return fixture
}

test("the writes of one event and the calls of its scripts share a trace", async () => {
  const { api, control } = await openControl(withScheduledScript())
  await api(ADA, "POST", NEW_TICKET, { item: { Subject: "plain" } })
  await control("POST", "/worlds/main/clock", { advance: "1h" })
  const { requests } = (await control("GET", "/worlds/main/requests?origin=clock")).body
  const traces = new Set(requests.map(({ trace }: { trace?: string }) => trace))
  expect(traces.size).toBe(1)
  expect([...traces][0]).toMatch(/^\d+$/)
  const clock = requests.filter(({ method }: { method: string }) => method === "CLOCK")
  expect(clock).toHaveLength(1)
  expect(requests.length).toBeGreaterThan(1)
  await control("POST", `/worlds/main/auto-actions/${"a".repeat(24)}/run`)
  const later = (await control("GET", "/worlds/main/requests?origin=clock")).body.requests.slice(requests.length)
  for (const { trace } of later) expect(traces.has(trace)).toBe(false)
})

test("the latest runs of each script are listed with their logs, until a reset", async () => {
  const { api, control } = await openControl(withScheduledScript())
  const runsOf = async (kind: string, script: string) =>
    (await control("GET", `/worlds/main/script-runs?kind=${kind}&script=${script}`)).body.script_runs
  const { workspaces } = (await control("GET", "/worlds/main/schema")).body
  const [application] = workspaces[0].applications
  const actions: { a_id: string; action_id: string }[] = application.datastores[0].actions
  const scripted = actions.find(({ action_id }) => action_id === "Scripted")?.a_id ?? "?"
  const start = actions.find(({ action_id }) => action_id === "Start")?.a_id ?? "?"
  const [{ fn_id: greet }] = application.functions
  expect(await runsOf("post_script", scripted)).toEqual([])
  for (let time = 0; time < 22; time += 1)
    await api(ADA, "POST", NEW_TICKET, { action_id: "Scripted", item: { Subject: "mine" } })
  const runs = await runsOf("post_script", scripted)
  expect(runs).toHaveLength(20)
  const { requests } = (await control("GET", "/worlds/main/requests")).body
  expect(runs.at(-1)).toEqual({
    at: requests.at(-1).at,
    user: "ada@acme.test",
    request: requests.at(-1).id,
    error: null,
    logs: [expect.stringContaining("hello from the script")],
  })
  expect(await runsOf("pre_script", scripted)).toEqual([])

  const call = (password: string) => api(ADA, "POST", "/applications/DESK/functions/greet", { password })
  await call("Bad-word-1")
  await call("A-good-word-2")
  expect(await runsOf("function", greet)).toMatchObject([
    { error: "no", logs: [expect.stringMatching(/hello \*\*\*/)] },
    { error: null, logs: [expect.stringMatching(/hello \*\*\*/)] },
  ])

  await control("POST", "/worlds/main/clock", { advance: "1h" })
  const byClock = await runsOf("post_script", start)
  const entries = (await control("GET", "/worlds/main/requests?origin=clock")).body.requests
  const clock = entries.find(({ method }: { method: string }) => method === "CLOCK")
  expect(byClock.at(-1)).toMatchObject({ request: clock.id, error: null, logs: [expect.stringContaining("started")] })

  await api(ADA, "POST", NEW_TICKET, { item: { Subject: "plain" } })
  await control("POST", "/worlds/main/clock", { advance: "1h" })
  const later = (await control("GET", "/worlds/main/requests?origin=clock")).body.requests
  const second = later.findLast(({ method }: { method: string }) => method === "CLOCK")
  expect(second.id).not.toBe(clock.id)
  expect((await runsOf("post_script", start)).at(-1)).toMatchObject({ request: second.id })

  expect((await control("GET", "/worlds/main/script-runs?kind=post_script")).status).toBe(400)
  await control("POST", "/worlds/main/reset")
  expect(await runsOf("post_script", scripted)).toEqual([])
})
