import { describe, expect, test } from "vitest"
import { flat, type People, people, refusalOf } from "../../sample-worlds/people.ts"
import { lab } from "./new-group.ts"

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
    expect(await refusalOf(world, ask("ACME"))).toEqual([400, flat("INVALID_PARAMS")])
    expect(await refusalOf(world, ask("SALES"))).toEqual([400, flat("INVALID_PARAMS")])
    expect(await refusalOf(world, ask("NOPE"))).toEqual([404, flat("NOT_FOUND")])
    expect(await refusalOf(world, ask("GLOBEX"))).toEqual([404, flat("NOT_FOUND")])
    expect(await refusalOf(world, ask("SUPPORT", "dave"))).toEqual([403, flat("NO_PRIVILEGES")])
    expect(await refusalOf(world, ask("TOKYO", "carol"))).toEqual([403, flat("NO_PRIVILEGES")])
  })
})
