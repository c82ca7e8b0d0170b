import { describe, expect, test } from "vitest"
import { flat, people, refusalOf } from "../../sample-worlds/people.ts"

describe("GetWorkspaceUsage (api.md section 10)", () => {
  test("usage counts users without the bot, and returns the limits", async () => {
    const { as, wId } = await people()
    const usage = async (name: string, workspace: string) =>
      (await as(name).getWorkspaceUsage({ params: { "workspace-id": wId(workspace) } })).body
    expect(await usage("ada", "Acme")).toEqual({
      w_id: wId("Acme"),
      usage: {
        users: 9,
        users_limit: 0,
        storage: 0,
        storage_limit: 0,
        datastores: 0,
        datastores_limit: 0,
        items: 0,
        items_limit: 0,
      },
    })
    expect((await usage("erin", "Globex")).usage).toMatchObject({ users: 2, users_limit: 3 })
  })

  test("refuses a workspace that the caller is not in, and an unknown one", async () => {
    const { as, anybody, world, wId } = await people()
    const ask = (workspace: string) => () => as("bob").getWorkspaceUsage({ params: { "workspace-id": workspace } })
    expect(await refusalOf(world, ask(wId("Globex")))).toEqual([403, flat("NO_PRIVILEGES")])
    expect(await refusalOf(world, ask("f".repeat(24)))).toEqual([404, flat("NOT_FOUND")])
    expect((await anybody.getWorkspaceUsage({ params: { "workspace-id": wId("Acme") } })).status).toBe(401)
  })
})
