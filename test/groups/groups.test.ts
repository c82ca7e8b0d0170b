import { describe, expect, test } from "vitest"
import { flat, type People, people, refused } from "../worlds/people.ts"

describe("GetGroup (api.md section 5.3)", () => {
  test("the top group when none is named", async () => {
    const { as, gId } = await people()
    const answer = await as("carol").getGroup({ route: 1 })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      error: "",
      group: { g_id: gId("ACME"), group_id: "ACME", name: "Acme", index: 0 },
      children: [
        { g_id: gId("SALES"), group_id: "SALES", name: "Sales", index: 0 },
        { g_id: gId("SUPPORT"), group_id: "SUPPORT", name: "Support", index: 1 },
      ],
      count: 2,
    })
  })

  test("by internal or display ID; only direct children", async () => {
    const { as, gId } = await people()
    for (const group of ["SALES", gId("SALES")]) {
      const { body } = await as("bob").getGroup({ params: { "group-id": group } })
      expect(body).toMatchObject({ group: { group_id: "SALES" }, count: 2 })
      expect(body.children.map((child) => child.group_id)).toEqual(["TOKYO", "OSAKA"])
    }
    const leaf = await as("bob").getGroup({ params: { "group-id": "TOKYO" } })
    expect(leaf.body).toMatchObject({ children: [], count: 0 })
  })

  test("an unknown one, one of another workspace, another case", async () => {
    const { as, anybody, gId, world } = await people()
    for (const group of ["NOPE", "sales", "GLOBEX", gId("GLOBEX"), "__proto__"]) {
      const ask = () => as("ada").getGroup({ params: { "group-id": group } })
      expect(await refused(world, ask)).toEqual([404, flat("NOT_FOUND", `group not found: ${group}`)])
    }
    expect((await refused(world, () => anybody.getGroup({ route: 1 })))[0]).toBe(401)
  })

  test("in the current workspace", async () => {
    const { as, wId } = await people()
    await as("erin").selectWorkspace({ params: { "workspace-id": wId("Globex") } })
    expect((await as("erin").getGroup({ route: 1 })).body.group.group_id).toBe("GLOBEX")
    expect((await as("erin").getGroup({ params: { "group-id": "ACME" } })).status).toBe(404)
  })
})

describe("GetGroupTree (api.md section 11)", () => {
  test("the whole tree, children by index", async () => {
    const { as, gId } = await people()
    const leaf = (id: string, name: string) => ({
      id: gId(id),
      display_id: id,
      name,
      show_child: true,
      childGroups: [],
    })
    const { body } = await as("carol").getGroupTree()
    expect(body).toEqual({
      error: null,
      result: [
        {
          ...leaf("ACME", "Acme"),
          childGroups: [
            { ...leaf("SALES", "Sales"), childGroups: [leaf("TOKYO", "Tokyo"), leaf("OSAKA", "Osaka")] },
            leaf("SUPPORT", "Support"),
          ],
        },
      ],
    })
  })
})

const lab = { name: "Lab", display_id: "LAB" }

describe("CreateGroup and CreateTopGroup (api.md section 11)", () => {
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

  test("with the workspace in the path; an admin of the group above may", async () => {
    const { as, wId } = await people()
    const params = { "workspace-id": wId("Acme"), "parent-group-id": "TOKYO" }
    expect((await as("dave").createGroup({ params, body: lab, route: 1 })).status).toBe(200)
  })

  test("a top group hangs below the root, its display ID is generated", async () => {
    const { as, wId } = await people()
    const params = { "workspace-id": wId("Acme") }
    const answer = await as("ada").createTopGroup({ params, body: { name: "New" } })
    expect(answer.body).toEqual({
      group: expect.objectContaining({
        name: "New",
        index: 2,
        is_root: false,
        display_id: expect.stringMatching(/^Grp-[A-Za-z0-9]{8}$/),
      }),
    })
    const named = await as("ada").createTopGroup({ params, body: lab })
    expect(named.body.group.display_id).toBe("LAB")
  })

  const bad: [string, object][] = [
    ["no name", { display_id: "LAB" }],
    ["an empty name", { name: "", display_id: "LAB" }],
    ["an empty display ID", { name: "Lab", display_id: "" }],
    ["a display ID with a blank", { name: "Lab", display_id: "a b" }],
    ["__proto__ as display ID", { name: "Lab", display_id: "__proto__" }],
    ["a display ID in use", { name: "Lab", display_id: "TOKYO" }],
    ["a number as name", { name: 5, display_id: "LAB" }],
  ]
  test.each(bad)("refuses %s", async (_, body) => {
    const { as, world, wId } = await people()
    const create = () => as("ada").createGroup({ params: { "parent-group-id": "SALES" }, body })
    expect(await refused(world, create)).toEqual([400, flat("INVALID_PARAMS")])
    const top = () => as("ada").createTopGroup({ params: { "workspace-id": wId("Acme") }, body })
    expect(await refused(world, top)).toEqual([400, flat("INVALID_PARAMS")])
  })

  test("a display ID of another workspace is free", async () => {
    const { as } = await people()
    const body = { name: "X", display_id: "GLOBEX" }
    expect((await as("ada").createGroup({ params: { "parent-group-id": "ACME" }, body })).status).toBe(200)
  })

  test("place, then right, then parameters", async () => {
    const { as, anybody, world, wId, gId } = await people()
    const create =
      (name: string, params: Record<string, string>, route = 0) =>
      () =>
        as(name).createGroup({ params, body: {}, route })
    const acme = wId("Acme")
    expect(await refused(world, create("bob", { "parent-group-id": "NOPE" }))).toEqual([404, flat("NOT_FOUND")])
    expect(await refused(world, create("ada", { "parent-group-id": gId("GLOBEX") }))).toEqual([404, flat("NOT_FOUND")])
    expect(
      await refused(world, create("ada", { "workspace-id": "f".repeat(24), "parent-group-id": "ACME" }, 1)),
    ).toEqual([404, flat("NOT_FOUND")])
    expect(await refused(world, create("dave", { "parent-group-id": "ACME" }))).toEqual([403, flat("NO_PRIVILEGES")])
    expect(await refused(world, create("bob", { "workspace-id": acme, "parent-group-id": "ACME" }, 1))).toEqual([
      403,
      flat("NO_PRIVILEGES"),
    ])
    const top = (name: string, workspace: string) => () =>
      as(name).createTopGroup({ params: { "workspace-id": workspace }, body: {} })
    expect(await refused(world, top("ada", "f".repeat(24)))).toEqual([404, flat("NOT_FOUND")])
    expect(await refused(world, top("ada", wId("Globex")))).toEqual([403, flat("NO_PRIVILEGES")])
    expect(await refused(world, top("dave", acme))).toEqual([403, flat("NO_PRIVILEGES")])
    expect(await refused(world, top("ada", acme))).toEqual([400, flat("INVALID_PARAMS")])
    expect(
      (await refused(world, () => anybody.createTopGroup({ params: { "workspace-id": acme }, body: lab })))[0],
    ).toBe(401)
  })
})

describe("UpdateGroup (api.md section 11)", () => {
  test("changes what is given, by either path", async () => {
    const { as, gId, wId } = await people()
    const tokyo = gId("TOKYO")
    const params = { "group-id": "TOKYO", "workspace-id": wId("Acme") }
    expect(await as("dave").updateGroup({ params, body: { name: "Tōkyō" } })).toMatchObject({ status: 200, body: null })
    await as("ada").updateGroup({ params, body: { display_id: "TYO" }, route: 1 })
    const { group } = (await as("ada").getGroup({ params: { "group-id": "TYO" } })).body
    expect(group).toEqual({ g_id: tokyo, group_id: "TYO", name: "Tōkyō", index: 0 })
    const same = await as("ada").updateGroup({ params: { "group-id": "TYO" }, body: { display_id: "TYO" } })
    expect(same.status).toBe(200)
  })

  test("the root may be renamed", async () => {
    const { as } = await people()
    expect((await as("ada").updateGroup({ params: { "group-id": "ACME" }, body: { name: "A" } })).status).toBe(200)
  })

  test("refuses", async () => {
    const { as, world, gId } = await people()
    const update = (name: string, group: string, body: object) => () =>
      as(name).updateGroup({ params: { "group-id": group }, body })
    expect(await refused(world, update("ada", "NOPE", {}))).toEqual([404, flat("NOT_FOUND")])
    expect(await refused(world, update("ada", gId("GLOBEX"), {}))).toEqual([404, flat("NOT_FOUND")])
    expect(await refused(world, update("bob", "TOKYO", { name: "" }))).toEqual([403, flat("NO_PRIVILEGES")])
    for (const body of [
      { name: "" },
      { display_id: "" },
      { display_id: "a/b" },
      { display_id: "OSAKA" },
      { name: 1 },
    ]) {
      expect(await refused(world, update("ada", "TOKYO", body))).toEqual([400, flat("INVALID_PARAMS")])
    }
  })
})

describe("DeleteGroup (api.md section 11)", () => {
  const remove = ({ as }: People, group: string, name = "ada") =>
    as(name).deleteGroup({ params: { "group-id": group }, body: { "workspace-id": "x", "group-id": "y" } })

  test("members leave it, who was only there leaves the workspace, siblings move up", async () => {
    const scene = await people()
    const { as, gId, user, wId } = scene
    await as("ada").createGroup({ params: { "parent-group-id": "SALES" }, body: lab })
    await as("ada").addUser({ body: { email: "carol@acme.test", g_id: "OSAKA" } })
    expect(await remove(scene, "TOKYO", "dave")).toMatchObject({ status: 200, body: null })
    expect(user("carol@acme.test")).toMatchObject({
      memberships: [{ gId: gId("OSAKA"), wId: wId("Acme"), isSv: false }],
      currentWId: wId("Acme"),
    })
    expect(user("shared@acme.test")).toMatchObject({ memberships: [], currentWId: null })
    const { children } = (await as("ada").getGroup({ params: { "group-id": "SALES" } })).body
    expect(children.map((child) => [child.group_id, child.index])).toEqual([
      ["OSAKA", 0],
      ["LAB", 1],
    ])
    expect((await as("ada").getGroup({ params: { "group-id": "TOKYO" } })).status).toBe(404)
  })

  test("refuses the root, one with children, an unknown one, who may not", async () => {
    const scene = await people()
    const { world } = scene
    const ask = (group: string, name?: string) => () => remove(scene, group, name)
    expect(await refused(world, ask("ACME"))).toEqual([400, flat("INVALID_PARAMS")])
    expect(await refused(world, ask("SALES"))).toEqual([400, flat("INVALID_PARAMS")])
    expect(await refused(world, ask("NOPE"))).toEqual([404, flat("NOT_FOUND")])
    expect(await refused(world, ask("GLOBEX"))).toEqual([404, flat("NOT_FOUND")])
    expect(await refused(world, ask("SUPPORT", "dave"))).toEqual([403, flat("NO_PRIVILEGES")])
    expect(await refused(world, ask("TOKYO", "carol"))).toEqual([403, flat("NO_PRIVILEGES")])
  })
})
