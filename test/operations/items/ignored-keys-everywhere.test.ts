import { describe, expect, test } from "vitest"
import { createControl } from "../../../emulator/client/index.ts"
import { createApp } from "../../../emulator/index.ts"
import type { Webhooks } from "../../../src/ports/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { apiClient } from "../../conformance.ts"
import { FakeScripts } from "../../items/scripts/fake-scripts.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

/** Unknown keys in writes that reach an item by other ways than its own paths (api.md, "Ignored keys"). */

const URI = "/api/v0/applications/APP/datastores/Notes/items/new"
const NOTES = { "app-id": "APP", "datastore-id": "Notes" }
const NOTES_IN_PROCESS = { application: "APP", datastore: "Notes" }

async function notes(strict = false) {
  const posted: unknown[] = []
  const webhooks: Webhooks = {
    async post(_, body) {
      posted.push(body)
      return 200
    },
  }
  const scripts = new FakeScripts({ look: () => null })
  const hooked = { pre_script: "look", post_script: "look", webhooks: ["http://127.0.0.1:9/hook"] }
  const fixture = fixtureOf({
    datastores: {
      Notes: {
        fields: { Name: { dataType: "text", as_title: true }, Text: { dataType: "text" } },
        actions: {
          CreateItem: { crud_type: "1", default: true, ...hooked },
          UpdateItem: { crud_type: "2", default: true, ...hooked },
        },
      },
      Lines: {
        fields: { Product: { dataType: "text" } },
        actions: { CreateItem: { crud_type: "1", default: true, ...hooked } },
      },
    },
    workspace: { public_calls: [{ method: "POST", uri_pattern: "/api/v0/applications/*", run_as: "ada@acme.test" }] },
  })
  const world = await createWorld({ fixture, ports: { webhooks, scripts } })
  const app = createApp({ world, strict })
  const values = async () => {
    const { items } = await world.as("ada@acme.test").itemList({ application: "APP", datastore: "Notes" })
    return items.map((item) => item.values)
  }
  const effects = async () => (await createControl({ app }).listRequests()).requests.flatMap((one) => one.effects ?? [])
  return { world, app, posted, scripts, values, effects, ada: apiClient(app, "ada-token"), anybody: apiClient(app) }
}

test("a webhook and the scripts of a write never get an ignored key, of related entries either", async () => {
  const { world, ada, posted, scripts } = await notes()
  const { status, headers } = await ada.createItem({
    params: NOTES,
    body: {
      item: { Name: "x", Zzone: "Zzvalue" },
      exec_children_post_procs: true,
      related_ds_items: { Lines: [{ operation: 1, item: { Product: "p", Zztwo: "Zzvalue" } }] },
    },
  })
  expect([status, headers.get("x-hexarium-ignored")]).toEqual([200, "item.Zzone,related_ds_items.Lines[0].item.Zztwo"])
  await world.idle()
  expect(posted).toMatchObject([{ data: { title: "x" } }, { data: {} }])
  expect(scripts.runs).toHaveLength(3)
  expect(JSON.stringify([posted, scripts.runs.map(({ data }) => data)])).not.toMatch(/Zz/)
})

describe("ExecuteActionByActionID", () => {
  test("ignores an unknown key of item and of changes and lists it, with and without datastore_id", async () => {
    const { world, ada, values, effects } = await notes()
    const { itemId } = await world.as("ada@acme.test").createItem({ ...NOTES_IN_PROCESS, item: { Name: "x" } })
    const run = (more: object) =>
      ada.executeActionByActionID({
        params: { "item-id": itemId, "action-id": "UpdateItem" },
        body: { use_display_id: true, is_force_update: true, ...more },
      })
    const byItem = await run({ item: { Name: "y", Nme: 1 } })
    expect([byItem.status, byItem.headers.get("x-hexarium-ignored")]).toEqual([200, "item.Nme"])
    const changes = [
      { id: "Text", value: "t" },
      { id: "Txt", value: 1 },
    ]
    const byChanges = await run({ changes, datastore_id: world.view().all("datastores")[0]?.dId })
    expect([byChanges.status, byChanges.headers.get("x-hexarium-ignored")]).toEqual([200, "changes.Txt"])
    expect(await values()).toEqual([{ Name: "y", Text: "t" }])
    expect(await effects()).toEqual(
      expect.arrayContaining([
        "ignored item.Nme: unknown field; did you mean Name?",
        "ignored changes.Txt: unknown field; did you mean Text?",
      ]),
    )
    const before = world.hash()
    expect((await run({ item: { Nme: 1 } })).status).toBe(400)
    expect(world.hash()).toBe(before)
  })

  test("refuses it under strict", async () => {
    const { world, ada } = await notes(true)
    const { itemId } = await world.as("ada@acme.test").createItem({ ...NOTES_IN_PROCESS, item: { Name: "x" } })
    const before = world.hash()
    const { status } = await ada.executeActionByActionID({
      params: { "item-id": itemId, "action-id": "UpdateItem" },
      body: { use_display_id: true, is_force_update: true, item: { Name: "y", Nme: 1 } },
    })
    expect([status, world.hash()]).toEqual([400, before])
  })
})

describe("UnauthorizedCall", () => {
  const call = (item: object) => ({ body: { method: "POST", uri: URI, payload: { item } } })

  test("ignores an unknown key of the write that it runs, lists it in its own response and in the log", async () => {
    const { anybody, values, effects } = await notes()
    const { status, headers } = await anybody.unauthorizedCall(call({ Name: "x", Nme: 1 }))
    expect([status, headers.get("x-hexarium-ignored")]).toEqual([200, "item.Nme"])
    expect(await values()).toEqual([{ Name: "x", Text: "" }])
    expect(await effects()).toContain("ignored item.Nme: unknown field; did you mean Name?")
  })

  test("refuses it under strict, and unknown keys alone always", async () => {
    const strict = await notes(true)
    expect((await strict.anybody.unauthorizedCall(call({ Name: "x", Nme: 1 }))).status).toBe(400)
    const lax = await notes()
    expect((await lax.anybody.unauthorizedCall(call({ Nme: 1 }))).status).toBe(400)
    expect([await strict.values(), await lax.values()]).toEqual([[], []])
  })
})
