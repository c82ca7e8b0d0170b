import { expect, test } from "vitest"
import type { Fixture } from "../../../src/inside.ts"
import { asked } from "../ask.ts"
import { DESK } from "../desk.ts"

const ADA = "ada-fixed-token-1"
const NEW_TICKET = "/applications/DESK/datastores/TICKETS/items/new"

const CREATE = `await callAPIAsync("POST", "/api/v0${NEW_TICKET}", { action_id: "Create", item: { Subject: "by script" } })`

/** Tickets whose action Scripted logs and makes another ticket, and an auto action that starts new ones each hour. */
function scripted(): Fixture {
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
  const { api, control } = await asked(scripted())
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

test("what the clock wrote is an entry with its cause", async () => {
  const { api, control } = await asked(scripted())
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
