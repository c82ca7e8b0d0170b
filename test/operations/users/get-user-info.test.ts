import { describe, expect, test } from "vitest"
import { people, refusalOf } from "../../sample-worlds/people.ts"

describe("GetUserInfo (api.md section 1.1)", () => {
  test("the user of the token with roles and groups of their current workspace", async () => {
    const { as, uId, gId, wId, world } = await people()
    const { status, body } = await as("bob").getUserInfo()
    expect(status).toBe(200)
    const view = world.view()
    const application = (displayId: string) =>
      view
        .table("applications")
        .toArray()
        .find((one) => one.displayId === displayId)
    const role = (displayId: string, pId: string | undefined) =>
      view
        .table("roles")
        .toArray()
        .find((one) => one.displayId === displayId && one.pId === pId)?.rId
    const [crm, shop] = [application("CRM")?.pId, application("SHOP")?.pId]
    expect(body).toEqual({
      u_id: uId("bob@acme.test", "B-1"),
      username: "Bob",
      email: "bob@acme.test",
      profile_pic: `http://hexarium/api/v0/public/userinfo/profilepic/${uId("bob@acme.test", "B-1")}`,
      current_workspace_id: wId("Acme"),
      is_ws_admin: false,
      user_roles: [
        {
          r_id: role("MEMBER", crm),
          role_name: "member",
          role_id: "MEMBER",
          p_id: crm,
          application_id: "CRM",
          application_name: "Customers",
          application_display_order: 1,
        },
        {
          r_id: role("CLERK", shop),
          role_name: "clerk",
          role_id: "CLERK",
          p_id: shop,
          application_id: "SHOP",
          application_name: "Shop",
          application_display_order: 2,
        },
      ],
      user_groups: [
        { g_id: gId("SUPPORT"), group_name: "Support", group_id: "SUPPORT" },
        { g_id: gId("ACME"), group_name: "Acme", group_id: "ACME" },
      ],
      last_login_datetime: "0001-01-01T00:00:00Z",
      user_code: "B-1",
    })
  })

  test("roles come down the tree, keys of other workspaces do not", async () => {
    const { as } = await people()
    const carol = (await as("carol").getUserInfo()).body
    expect(carol.user_roles.map((role) => role.role_id)).toEqual(["MEMBER", "SELLER"])
    const erin = as("erin")
    expect((await erin.getUserInfo()).body.user_roles.map((role) => role.role_id)).toEqual(["MEMBER"])
  })

  test("groups from the deepest up, then by index, then in tree order", async () => {
    const { as, gId, uId, world } = await people()
    for (const group of ["SUPPORT", "OSAKA", "SALES", "TOKYO"]) {
      if (group === "TOKYO") continue
      const answer = await as("ada").addUser({ body: { email: "carol@acme.test", g_id: gId(group) } })
      expect(answer.body).toMatchObject({ added: true, exists: true })
    }
    const groups = (await as("carol").getUserInfo()).body.user_groups.map((group) => group.group_id)
    expect(groups).toEqual(["TOKYO", "OSAKA", "SALES", "SUPPORT"])
    expect(world.view().get("users", uId("carol@acme.test"))?.memberships).toHaveLength(4)
  })

  test("the last login in the second form, the administrator flag, additional information", async () => {
    const { as, anybody, world } = await people()
    await world.clock.move({ advance: "1h" })
    await anybody.login({ body: { email: "ada@acme.test", password: "ada-pass" } })
    await as("ada").updateUserInfo({ body: { additional_info: { phone: "1" } } })
    expect((await as("ada").getUserInfo()).body).toMatchObject({
      is_ws_admin: true,
      last_login_datetime: "2026-01-05T10:00:00Z",
      additional_info: { phone: "1" },
    })
  })

  test("returns no workspace, roles or groups for a user without a workspace", async () => {
    const { as, gId, uId } = await people()
    await as("sam").removeUser({ body: { g_id: gId("STRICT"), u_id: uId("sid@strict.test") } })
    expect((await as("sid").getUserInfo()).body).toMatchObject({
      current_workspace_id: "",
      is_ws_admin: false,
      user_roles: [],
      user_groups: [],
    })
  })

  test("no token, a bad one", async () => {
    const { anybody, withToken, world } = await people()
    const body = { error: "TOKEN_INVALID", error_code: "UNAUTHORIZED", description: expect.any(String) }
    expect(await refusalOf(world, () => anybody.getUserInfo())).toEqual([401, body])
    expect(await refusalOf(world, () => withToken("nonsense").getUserInfo())).toEqual([401, body])
  })
})
