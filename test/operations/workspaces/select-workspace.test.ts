import { describe, expect, test } from "vitest"
import { flat, people, refusalOf } from "../../sample-worlds/people.ts"

describe("SelectWorkspace (api.md section 10)", () => {
  test("makes it the user's current one, and answers null", async () => {
    const { as, user, wId } = await people()
    const selected = await as("erin").selectWorkspace({ params: { "workspace-id": wId("Globex") } })
    expect(selected).toMatchObject({ status: 200, body: null })
    expect(user("erin@both.test").currentWId).toBe(wId("Globex"))
    expect((await as("erin").getGroup({ route: 1 })).body.group.group_id).toBe("GLOBEX")
  })

  test("the current one again changes nothing", async () => {
    const { as, wId, world } = await people()
    const hash = world.hash()
    expect((await as("erin").selectWorkspace({ params: { "workspace-id": wId("Acme") } })).status).toBe(200)
    expect(world.hash()).toBe(hash)
  })

  test("refuses a workspace that the caller is not in, and an unknown one", async () => {
    const { anybody, as, wId, world } = await people()
    const select = (name: string, workspace: string) => () =>
      as(name).selectWorkspace({ params: { "workspace-id": workspace } })
    expect(await refusalOf(world, select("bob", wId("Globex")))).toEqual([403, flat("NO_PRIVILEGES")])
    // A user of only one workspace can't select another.
    expect(await refusalOf(world, select("xena", wId("Globex")))).toEqual([403, flat("NO_PRIVILEGES")])
    expect(await refusalOf(world, select("bob", "f".repeat(24)))).toEqual([404, flat("NOT_FOUND")])
    const nobody = () => anybody.selectWorkspace({ params: { "workspace-id": wId("Acme") } })
    expect((await refusalOf(world, nobody))[0]).toBe(401)
  })
})
