import { describe, expect, test } from "vitest"
import { flat, people, peopleFixture, refusalOf } from "../../sample-worlds/people.ts"

describe("RemoveUser (api.md section 12)", () => {
  test("ends the membership, not the account", async () => {
    const { as, gId, uId, user } = await people()
    const body = { g_id: gId("SUPPORT"), u_id: uId("bob@acme.test", "B-1") }
    expect(await as("ada").removeUser({ body })).toMatchObject({ status: 200, body: { error: null } })
    const bob = user("bob@acme.test", "B-1")
    expect(bob.memberships.map((membership) => membership.gId)).toEqual([gId("ACME")])
    expect(bob.roles).toHaveLength(1)
  })

  test("who leaves the last group loses roles, administration and the workspace", async () => {
    const { as, anybody, gId, uId, user } = await people()
    const bob = uId("bob@acme.test", "B-1")
    for (const group of ["SUPPORT", "ACME"]) await as("ada").removeUser({ body: { g_id: gId(group), u_id: bob } })
    expect(user("bob@acme.test", "B-1")).toMatchObject({ memberships: [], roles: [], currentWId: null })
    expect((await as("bob").getWorkspaces()).body).toEqual({ workspaces: [], current_workspace_id: "" })
    expect((await as("bob").getGroup({ route: 1 })).status).toBe(404)
    expect((await anybody.login({ body: { email: "bob@acme.test", password: "bob-pass" } })).status).toBe(200)
  })

  test("the last administrator can't leave", async () => {
    const { world, as, gId, uId } = await people()
    const [top, ada] = [gId("ACME"), uId("ada@acme.test")]
    const leave = () => as("ada").removeUser({ body: { g_id: top, u_id: ada } })
    expect(await refusalOf(world, leave)).toEqual([400, flat("INVALID_PARAMS")])
  })

  test("lets one of several administrators leave, who loses the administration", async () => {
    const [acme, ...others] = peopleFixture.workspaces
    const fixture = {
      ...peopleFixture,
      workspaces: [{ ...acme, admins: ["ada@acme.test", "erin@both.test"] }, ...others],
    }
    const { as, gId, uId, wId } = await people({}, fixture as typeof peopleFixture)
    await as("ada").removeUser({ body: { g_id: gId("ACME"), u_id: uId("ada@acme.test") } })
    await as("olga").addUser({ body: { email: "ada@acme.test", g_id: gId("GLOBEX") } })
    expect((await as("ada").getUserInfo()).body).toMatchObject({
      is_ws_admin: false,
      user_roles: [],
      current_workspace_id: wId("Globex"),
    })
    expect((await as("ada").selectWorkspace({ params: { "workspace-id": wId("Acme") } })).status).toBe(403)
  })

  test("the first remaining workspace becomes the current one", async () => {
    const { as, gId, uId, user, wId } = await people()
    await as("ada").removeUser({ body: { g_id: gId("ACME"), u_id: uId("erin@both.test"), w_id: wId("Acme") } })
    expect(user("erin@both.test").currentWId).toBe(wId("Globex"))
  })

  test("another current workspace stays", async () => {
    const { as, gId, uId, user, wId } = await people()
    await as("erin").selectWorkspace({ params: { "workspace-id": wId("Globex") } })
    await as("ada").removeUser({ body: { g_id: gId("ACME"), u_id: uId("erin@both.test") } })
    expect(user("erin@both.test").currentWId).toBe(wId("Globex"))
  })

  test("group, right, parameters, membership", async () => {
    const { as, gId, uId, world, anybody } = await people()
    const pat = uId("pat@acme.test")
    const ask = (name: string, body: object) => () => as(name).removeUser({ body })
    expect(await refusalOf(world, ask("ada", { g_id: "NOPE" }))).toEqual([404, flat("NOT_FOUND")])
    expect(await refusalOf(world, ask("ada", { g_id: gId("GLOBEX"), u_id: uId("olga@globex.test", "O-1") }))).toEqual([
      404,
      flat("NOT_FOUND"),
    ])
    expect(await refusalOf(world, ask("dave", { g_id: gId("SUPPORT"), u_id: pat }))).toEqual([
      403,
      flat("NO_PRIVILEGES"),
    ])
    expect(await refusalOf(world, ask("pat-less", {}))).toEqual([401, expect.anything()])
    expect(await refusalOf(world, ask("bob", {}))).toEqual([403, flat("NO_PRIVILEGES")])
    expect(await refusalOf(world, ask("ada", { g_id: gId("SUPPORT") }))).toEqual([400, flat("INVALID_PARAMS")])
    expect(await refusalOf(world, ask("ada", { g_id: gId("ACME"), u_id: pat }))).toEqual([404, flat("NOT_FOUND")])
    expect(await refusalOf(world, ask("ada", { g_id: gId("ACME"), u_id: "f".repeat(24) }))).toEqual([
      404,
      flat("NOT_FOUND"),
    ])
    expect((await refusalOf(world, () => anybody.removeUser({ body: {} })))[0]).toBe(401)
  })

  test("an admin of a group removes from it and from those below", async () => {
    const { as, gId, uId } = await people()
    const body = { g_id: gId("TOKYO"), u_id: uId("carol@acme.test") }
    expect((await as("dave").removeUser({ body })).status).toBe(200)
  })
})
