import { describe, expect, test } from "vitest"
import { flat, people, refusalOf } from "../../sample-worlds/people.ts"

describe("CreateNewWorkspace (api.md section 10)", () => {
  test("the caller administers it and stays where they are", async () => {
    const { as, wId } = await people()
    const before = (await as("bob").getUserInfo()).body
    const { status, body } = await as("bob").createNewWorkspace({ body: { name: "Bob Inc." } })
    expect([status, body]).toEqual([200, { w_id: wId("Bob Inc.") }])
    expect((await as("bob").getUserInfo()).body).toEqual(before)
    await as("bob").selectWorkspace({ params: { "workspace-id": body.w_id } })
    const me = (await as("bob").getUserInfo()).body
    expect(me.is_ws_admin).toBe(true)
    expect(me.user_roles.map((role) => role.role_id)).toEqual(["ADMIN", "MEMBER"])
    const top = (await as("bob").getGroup({ route: 1 })).body
    expect(top.group).toEqual({ g_id: top.group.g_id, group_id: top.group.g_id, name: "Bob Inc.", index: 0 })
    const usage = (await as("bob").getWorkspaceUsage({ params: { "workspace-id": body.w_id } })).body.usage
    expect(usage).toMatchObject({ users: 1, datastores: 0, items: 0 })
  })

  test("a made workspace works like any other: its MEMBER role reaches who is added", async () => {
    const { as, anybody, withToken } = await people()
    const { w_id } = (await as("bob").createNewWorkspace({ body: { name: "Bob Inc." } })).body
    await as("bob").selectWorkspace({ params: { "workspace-id": w_id } })
    const { g_id } = (await as("bob").getGroup({ route: 1 })).body.group
    const body = { email: "nina@bob.test", g_id, no_confirm_email: true, tmp_password: "p" }
    expect((await as("bob").addUser({ body })).status).toBe(200)
    const { token } = (await anybody.login({ body: { email: "nina@bob.test", password: "p" } })).body
    const nina = (await withToken(token).getUserInfo()).body
    expect(nina.user_roles.map((role) => role.role_id)).toEqual(["MEMBER"])
  })

  test("refused by the setting of the current workspace", async () => {
    const { as, anybody, world, wId } = await people()
    const create = (name: string) => () => as(name).createNewWorkspace({ body: { name: "X" } })
    expect(await refusalOf(world, create("sam"))).toEqual([
      403,
      { code: 999, message: "Not permitted in the current workspace" },
    ])
    expect((await create("olga")()).status).toBe(200)
    await as("erin").selectWorkspace({ params: { "workspace-id": wId("Globex") } })
    expect(await refusalOf(world, create("erin"))).toEqual([
      403,
      { code: 999, message: "No privileges to create new workspace" },
    ])
    expect((await refusalOf(world, create("xena")))[0]).toBe(403)
    expect((await refusalOf(world, () => anybody.createNewWorkspace({ body: { name: "X" } })))[0]).toBe(401)
  })

  test("a caller who may not is refused before their parameters are looked at (errors.md section 2)", async () => {
    const { as, world } = await people()
    for (const body of [{}, { name: 5 }, { name: "" }]) {
      const create = () => as("sam").createNewWorkspace({ body })
      expect(await refusalOf(world, create)).toEqual([
        403,
        { code: 999, message: "Not permitted in the current workspace" },
      ])
    }
  })

  test.each([{}, { name: "" }, { name: null }, { name: 5 }, { name: "a\r\nb" }])("refuses %j", async (body) => {
    const { as, world } = await people()
    const create = () => as("ada").createNewWorkspace({ body })
    expect(await refusalOf(world, create)).toEqual([400, flat("INVALID_PARAMS")])
  })
})
