import { describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { flat, people, refusalOf } from "../../sample-worlds/people.ts"
import { badGroups, lab } from "./new-group.ts"

describe("CreateGroup (api.md section 11)", () => {
  test("the last of its siblings", async () => {
    const { as, gId, world } = await people()
    const answer = await as("ada").createGroup({ params: { "parent-group-id": "SALES" }, body: lab })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      group: {
        id: gId("LAB"),
        g_id: gId("LAB"),
        access_key: world.view().get("groups", gId("LAB"))?.accessKey,
        display_id: "LAB",
        name: "Lab",
        index: 2,
        is_root: false,
        disable_ui_access: false,
        created_at: "2026-01-05T09:00:00.000Z",
      },
      groupTree_datastores_res: null,
    })
    const { children } = (await as("ada").getGroup({ params: { "group-id": "SALES" } })).body
    expect(children.map((child) => child.group_id)).toEqual(["TOKYO", "OSAKA", "LAB"])
  })

  test("accepts the workspace in the path, and an admin of the group above as caller", async () => {
    const { as, wId } = await people()
    const params = { "workspace-id": wId("Acme"), "parent-group-id": "TOKYO" }
    expect((await as("dave").createGroup({ params, body: lab, route: 1 })).status).toBe(200)
  })

  test("thirty levels deep, which can be exported and imported again, and no deeper", async () => {
    const { as, world } = await people()
    const below = (parent: string, display_id: string) =>
      as("ada").createGroup({ params: { "parent-group-id": parent }, body: { name: "Level", display_id } })
    let deepest = "ACME"
    for (let level = 2; level <= 30; level += 1) {
      expect((await below(deepest, `L${level}`)).status).toBe(200)
      deepest = `L${level}`
    }
    expect(await refusalOf(world, () => below(deepest, "L31"))).toEqual([400, flat("INVALID_PARAMS")])
    const app = createApp({ world })
    const main = "http://hexarium/_hexarium/worlds/main"
    const body = await (await app.fetch(new Request(`${main}/export`))).text()
    const headers = { "content-type": "application/json", "x-hexarium": "1" }
    expect((await app.fetch(new Request(`${main}/import`, { method: "POST", headers, body }))).status).toBe(200)
  })

  const withoutDisplayId: [string, object] = ["an empty display ID", { name: "Lab", display_id: "" }]

  test.each([...badGroups, withoutDisplayId])("refuses %s", async (_, body) => {
    const { as, world } = await people()
    const create = () => as("ada").createGroup({ params: { "parent-group-id": "SALES" }, body })
    expect(await refusalOf(world, create)).toEqual([400, flat("INVALID_PARAMS")])
  })

  test("a display ID of another workspace is free", async () => {
    const { as } = await people()
    const body = { name: "X", display_id: "GLOBEX" }
    expect((await as("ada").createGroup({ params: { "parent-group-id": "ACME" }, body })).status).toBe(200)
  })

  test("place, then right, then parameters", async () => {
    const { as, world, wId, gId } = await people()
    const create =
      (name: string, params: Record<string, string>, route = 0) =>
      () =>
        as(name).createGroup({ params, body: {}, route })
    const acme = wId("Acme")
    expect(await refusalOf(world, create("bob", { "parent-group-id": "NOPE" }))).toEqual([404, flat("NOT_FOUND")])
    expect(await refusalOf(world, create("ada", { "parent-group-id": gId("GLOBEX") }))).toEqual([
      404,
      flat("NOT_FOUND"),
    ])
    expect(
      await refusalOf(world, create("ada", { "workspace-id": "f".repeat(24), "parent-group-id": "ACME" }, 1)),
    ).toEqual([404, flat("NOT_FOUND")])
    expect(await refusalOf(world, create("dave", { "parent-group-id": "ACME" }))).toEqual([403, flat("NO_PRIVILEGES")])
    expect(await refusalOf(world, create("bob", { "workspace-id": acme, "parent-group-id": "ACME" }, 1))).toEqual([
      403,
      flat("NO_PRIVILEGES"),
    ])
  })
})
