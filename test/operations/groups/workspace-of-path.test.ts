import { expect, test } from "vitest"
import { flat, people, refusalOf } from "../../sample-worlds/people.ts"

test("a workspace in a group path is selected for this request, and the current one stays (api.md section 11)", async () => {
  const { as, gId, wId, user, world } = await people()
  await as("ada").createNewWorkspace({ body: { name: "Elsewhere" } })
  const there = world
    .view()
    .table("workspaces")
    .toArray()
    .find(({ name }) => name === "Elsewhere")
  const params = { "workspace-id": there?.wId ?? "", "parent-group-id": there?.topGId ?? "" }
  const made = await as("ada").createGroup({ params, body: { name: "Lab", display_id: "LAB" }, route: 1 })
  expect(made.status).toBe(200)
  expect(world.view().get("groups", made.body.group.g_id)?.wId).toBe(there?.wId)
  const renamed = await as("ada").updateGroup({
    params: { "workspace-id": there?.wId ?? "", "group-id": "LAB" },
    body: { name: "Lab 2" },
    route: 1,
  })
  expect(renamed.status).toBe(200)
  expect(user("ada@acme.test").currentWId).toBe(wId("Acme"))
  const create = (by: string, workspace: string, group: string) => () =>
    as(by).createGroup({
      params: { "workspace-id": workspace, "parent-group-id": group },
      body: { name: "X", display_id: "X" },
      route: 1,
    })
  expect(await refusalOf(world, create("erin", wId("Globex"), "GLOBEX"))).toEqual([403, flat("NO_PRIVILEGES")])
  expect(await refusalOf(world, create("ada", wId("Globex"), "GLOBEX"))).toEqual([403, flat("NO_PRIVILEGES")])
  expect(await refusalOf(world, create("ada", wId("Acme"), gId("GLOBEX")))).toEqual([404, flat("NOT_FOUND")])
  expect(await refusalOf(world, create("ada", "0".repeat(24), "ACME"))).toEqual([404, flat("NOT_FOUND")])
})

test("a group display_id that equals a group ID returns 400 (api.md section 11)", async () => {
  const { as, gId, world } = await people()
  const display_id = gId("TOKYO")
  const makes = [
    () => as("ada").createGroup({ params: { "parent-group-id": "SALES" }, body: { name: "X", display_id } }),
    () => as("ada").updateGroup({ params: { "group-id": "OSAKA" }, body: { display_id } }),
  ]
  for (const make of makes) expect(await refusalOf(world, make as never)).toEqual([400, flat("INVALID_PARAMS")])
})
