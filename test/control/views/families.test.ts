import { expect, test, vi } from "vitest"
import { Worlds } from "../../../emulator/worlds/index.ts"
import { createEngineWorld } from "../../../src/world/index.ts"
import { openControl } from "../ask.ts"
import { DESK } from "../desk.ts"

const NEW_TICKET = "/applications/DESK/datastores/TICKETS/items/new"
const create = { item: { Subject: "Hello" } }
const ADA = "ada-fixed-token-1"

test("the family of worlds is a tree with distances (control.md section 3, family)", async () => {
  const { api, control } = await openControl(DESK)
  await control("POST", "/worlds", { name: "a" })
  await control("POST", "/worlds", { name: "b" })
  await control("POST", "/worlds", { name: "a1", from: "a" })
  await api(ADA, "POST", NEW_TICKET, create, { "x-hexarium-world": "a" })
  const family = async () =>
    (await control("GET", "/family")).body.family.map(
      ({ world, depth, distance }: { world: { name: string }; depth: number; distance: number | null }) => [
        world.name,
        depth,
        distance,
      ],
    )
  // The item, its history, and the counter of its auto number.
  expect(await family()).toEqual([
    ["main", 0, null],
    ["a", 1, 3],
    ["a1", 2, 3],
    ["b", 1, 0],
  ])
  await control("DELETE", "/worlds/a")
  expect(await family()).toEqual([
    ["main", 0, null],
    ["b", 1, 0],
    ["a1", 0, null],
  ])
  await control("POST", "/worlds", { name: "a", from: "a1" })
  expect(await family()).toEqual([
    ["main", 0, null],
    ["b", 1, 0],
    ["a1", 0, null],
    ["a", 1, 0],
  ])
})

test("two worlds are compared record by record, without secrets (control.md section 3, differences)", async () => {
  const { api, control, world } = await openControl(DESK)
  await control("POST", "/worlds", { name: "twin" })
  expect((await control("GET", "/worlds/twin/differences")).body).toEqual({ differences: [] })
  const inTwin = { "x-hexarium-world": "twin" }
  const { body: made } = await api(ADA, "POST", NEW_TICKET, create, inTwin)
  const [first] = world
    .view()
    .table(`items:${world.view().table("datastores").toArray()[0]?.dId}`)
    .toArray()
  await api(
    ADA,
    "POST",
    `/applications/DESK/datastores/TICKETS/items/action/${first?.iId}/Start`,
    { is_force_update: true },
    inTwin,
  )
  await control("POST", "/worlds/twin/tokens", { user: "bob@acme.test" })
  const { body } = await control("GET", "/worlds/twin/differences?with=main")
  const of = (table: string) => body.differences.filter((one: { table: string }) => one.table === table)
  expect(of("items")).toMatchObject([
    {
      id: first?.iId,
      name: "D-00001",
      what: "changed",
      says: ["item D-00001 Status New→Working"],
      before: { status: "New", values: { Subject: "Printer on fire" } },
      after: { status: "Working" },
    },
    { id: made.item_id, what: "added", before: null, after: { values: { Subject: "Hello" } } },
  ])
  expect(of("tokens")).toMatchObject([{ id: "***", what: "added", after: { is_fixed: false } }])
  expect(JSON.stringify(body)).not.toContain("eyJ")
  const back = await control("GET", "/worlds/main/differences?with=twin&table=items")
  expect(back.body.differences.map(({ what }: { what: string }) => what).sort()).toEqual(["changed", "removed"])
  await control("PUT", "/worlds/twin/snapshots/s")
  expect((await control("GET", "/worlds/twin/differences?snapshot=s")).body).toEqual({ differences: [] })
  for (const query of ["with=nowhere", "snapshot=none"]) {
    expect((await control("GET", `/worlds/twin/differences?${query}`)).status).toBe(404)
  }
})

test("a family is listed in one pass over the worlds, however deep it is", async () => {
  const worlds = new Worlds(await createEngineWorld())
  let from = "main"
  for (let each = 0; each < 500; each += 1) {
    worlds.fork({ name: `f${each}`, from })
    if (each % 2 === 0) from = `f${each}`
  }
  const parentOf = vi.spyOn(worlds, "parentOf")
  const family = worlds.family()
  expect(family.slice(0, 3).map(({ named, depth }) => [named.name, depth])).toEqual([
    ["main", 0],
    ["f0", 1],
    ["f1", 2],
  ])
  expect([family.length, parentOf.mock.calls.length]).toEqual([501, 501])
})
