import { describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { createEngineWorld, dumpFixture } from "../../../src/world/index.ts"
import { apiClient } from "../../conformance.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

const fixture = fixtureOf({
  datastores: {
    DS: {
      fields: {
        Title: { dataType: "text", as_title: true },
        Other: { dataType: "text" },
        Kind: {
          dataType: "select",
          options: { a: "A", b: "B", old: { name: "Old", enabled: false } },
          selected: "a",
        },
      },
      statuses: { New: { name: "New" }, Done: { name: "Done" } },
      actions: {
        Create: { crud_type: "1", default: true },
        Update: { crud_type: "2", default: true },
        Close: { crud_type: "2", next_status: "Done" },
      },
    },
  },
  application: {
    auto_actions: [
      {
        name: "hourly",
        datastore_id: "DS",
        action_id: "Close",
        conditions: [],
        action_schedule: { time_type: "hr", time_value: "1" },
      },
    ],
  },
})

async function start() {
  const world = await createEngineWorld({ fixture })
  const ada = apiClient(createApp({ world }), "ada-token")
  const at = { "app-id": "APP", "datastore-id": "DS" }
  const field = (name: string, body: object) =>
    ada.updateField({ params: { ...at, "field-id": name }, body: body as never })
  const action = (name: string, body: object) =>
    ada.updateAction({ params: { "datastore-id": "DS", "action-id": name }, body: body as never })
  const refusal = async (call: () => Promise<{ status: number; body: unknown }>) => {
    const before = world.hash()
    const { status, body } = await call()
    expect(world.hash()).toBe(before)
    return [status, (body as { error_code?: string }).error_code]
  }
  return { world, ada, at, field, action, refusal }
}

const REFUSAL = [400, "INVALID_PARAMS"]

describe("settings that contradict are refused with 400 INVALID_PARAMS (model.md section 5.1)", () => {
  test("as_title:false on the last title field", async () => {
    const { field, refusal } = await start()
    expect(await refusal(() => field("Title", { as_title: false }))).toEqual(REFUSAL)
    expect((await field("Other", { as_title: true })).status).toBe(200)
    expect((await field("Title", { as_title: false })).status).toBe(200)
  })

  test.each(["label", "separator", "file"])("as_title:true on a field of type %s", async (dataType) => {
    const { ada, at, field, refusal } = await start()
    const create = (as_title: boolean) =>
      ada.createField({ params: at, body: { dataType, name: "Part", display_id: "Part", as_title } })
    expect(await refusal(() => create(true))).toEqual(REFUSAL)
    expect((await create(false)).status).toBe(200)
    expect(await refusal(() => field("Part", { as_title: true }))).toEqual(REFUSAL)
    expect((await field("Part", { as_title: false })).status).toBe(200)
  })

  test("a stored title field of another type stays, and is never the last one", async () => {
    const { ada, at, world, field, refusal } = await start()
    await ada.createField({ params: at, body: { dataType: "file", name: "Paper", display_id: "Paper" } })
    await world.commit("store", null, (tx) =>
      tx.update("datastores", tx.all("datastores")[0]?.dId ?? "", (draft) => {
        for (const one of draft.fields) if (one.displayId === "Paper") one.asTitle = true
      }),
    )
    expect((await field("Paper", { name: "Sheet" })).status).toBe(200)
    expect(dumpFixture(world).workspaces[0]?.applications?.[0]?.datastores?.[0]?.fields.Paper?.as_title).toBe(undefined)
    expect(await refusal(() => field("Title", { as_title: false }))).toEqual(REFUSAL)
    expect(await refusal(() => ada.deleteField({ params: { ...at, "field-id": "Title" } }))).toEqual(REFUSAL)
    expect((await field("Paper", { as_title: false })).status).toBe(200)
  })

  test("a disabled option as default", async () => {
    const { ada, at, field, refusal } = await start()
    const options = (body: object) =>
      ada.updateFieldOptions({ params: { ...at, "field-id": "Kind" }, body: body as never })
    expect(await refusal(() => field("Kind", { selected: ["old"] }))).toEqual(REFUSAL)
    expect(await refusal(() => options({ options: [{ o_id: "a", enabled: false }] }))).toEqual(REFUSAL)
    expect(await refusal(() => options({ options: [{ o_id: "old", selected: true }] }))).toEqual(REFUSAL)
    expect((await options({ options: [{ o_id: "a", enabled: false, selected: false }] })).status).toBe(200)
  })

  test("operation: delete on an action that auto actions use", async () => {
    const { action, refusal } = await start()
    expect(await refusal(() => action("Close", { operation: "delete" }))).toEqual(REFUSAL)
    expect((await action("Update", { operation: "delete" })).status).toBe(200)
  })

  test('set_status: "" takes the status away', async () => {
    const { action, world } = await start()
    const [datastore] = world.view().table("datastores").toArray()
    const setStatus = () =>
      world
        .view()
        .expect("datastores", datastore?.dId ?? "")
        .actions.find(({ displayId }) => displayId === "Close")?.setStatus
    expect(setStatus()).not.toBeNull()
    expect((await action("Close", { name: "Close it" })).status).toBe(200)
    expect(setStatus()).not.toBeNull()
    expect((await action("Close", { set_status: "" })).status).toBe(200)
    expect(setStatus()).toBeNull()
  })
})
