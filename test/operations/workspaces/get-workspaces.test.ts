import { describe, expect, test } from "vitest"
import { people, refusalOf } from "../../sample-worlds/people.ts"

describe("GetWorkspaces (api.md section 10)", () => {
  test("the caller's own, in order of creation, and which is the current one", async () => {
    const { as, wId } = await people()
    const both = [
      { workspace_id: wId("Acme"), workspace_name: "Acme" },
      { workspace_id: wId("Globex"), workspace_name: "Globex" },
    ]
    expect(await as("erin").getWorkspaces()).toMatchObject({
      status: 200,
      body: { workspaces: both, current_workspace_id: wId("Acme") },
    })
    await as("erin").selectWorkspace({ params: { "workspace-id": wId("Globex") } })
    expect((await as("erin").getWorkspaces()).body).toEqual({ workspaces: both, current_workspace_id: wId("Globex") })
    expect((await as("sid").getWorkspaces()).body.workspaces).toEqual([
      { workspace_id: wId("Strict"), workspace_name: "Strict" },
    ])
  })

  test("a new one is the last", async () => {
    const { as } = await people()
    const { w_id } = (await as("erin").createNewWorkspace({ body: { name: "Aardvark" } })).body
    const { workspaces } = (await as("erin").getWorkspaces()).body
    expect(workspaces.at(-1)).toEqual({ workspace_id: w_id, workspace_name: "Aardvark" })
  })

  test("no token", async () => {
    const { anybody, world } = await people()
    expect((await refusalOf(world, () => anybody.getWorkspaces()))[0]).toBe(401)
  })
})
