import { describe, expect, test } from "vitest"
import { flat, people, refusalOf } from "../../sample-worlds/people.ts"

describe("GetWorkspaceFunctionality (api.md section 10)", () => {
  test("the defaults, or what the workspace sets; by either path", async () => {
    const { as, wId } = await people()
    const functionality = async (name: string, workspace: string, route: number) =>
      (await as(name).getWorkspaceFunctionality({ params: { "workspace-id": wId(workspace) }, route })).body
    expect(await functionality("bob", "Acme", 0)).toEqual({
      w_id: wId("Acme"),
      ws_functions: {
        use_create_workspace: 2,
        use_password_policy: true,
        use_global_search: true,
        use_beta: false,
      },
      app_functions: { use_create_application: true, use_queries: true, use_reports: true, use_dashboards: true },
    })
    expect(await functionality("erin", "Globex", 1)).toMatchObject({ ws_functions: { use_create_workspace: 1 } })
  })

  test("refuses a workspace that the caller is not in, and an unknown one", async () => {
    const { as, anybody, world, wId } = await people()
    const ask = (workspace: string) => () =>
      as("bob").getWorkspaceFunctionality({ params: { "workspace-id": workspace } })
    expect(await refusalOf(world, ask(wId("Globex")))).toEqual([403, flat("NO_PRIVILEGES")])
    expect(await refusalOf(world, ask("f".repeat(24)))).toEqual([404, flat("NOT_FOUND")])
    expect((await anybody.getWorkspaceFunctionality({ params: { "workspace-id": wId("Acme") } })).status).toBe(401)
  })
})
