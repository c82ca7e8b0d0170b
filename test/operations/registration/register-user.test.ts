import { describe, expect, test } from "vitest"
import { flat, people, refusalOf } from "../../sample-worlds/people.ts"
import { requestRegistration } from "./registered.ts"

describe("RegisterUser (api.md section 4.3)", () => {
  test("ends in a user who is logged in and owns a workspace", async () => {
    const scene = await people()
    const { anybody, withToken, world } = scene
    const confirmation_id = await requestRegistration(scene, { username: "Nora" })
    const answer = await anybody.registerUser({
      body: { confirmation_id, email: "NEW@some.test", password: "p", user_info: { plan: "gold", user_code: "N-1" } },
    })
    expect(answer.status).toBe(200)
    const user = scene.user("new@some.test", "N-1")
    expect(answer.body).toEqual({
      error: null,
      token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      user: {
        u_id: user.uId,
        username: "Nora",
        email: "new@some.test",
        confirmed: true,
        current_workspace_id: scene.wId("Nora's workspace"),
      },
    })
    const nora = withToken(answer.body.token)
    const me = (await nora.getUserInfo()).body
    expect(me).toMatchObject({
      is_ws_admin: true,
      last_login_datetime: "0001-01-01T00:00:00Z",
      additional_info: { plan: "gold" },
      current_workspace_id: scene.wId("Nora's workspace"),
    })
    expect(me.user_roles.map((role) => [role.role_id, role.role_name, role.application_name])).toEqual([
      ["ADMIN", "admin", "New application"],
      ["MEMBER", "member", "New application"],
    ])
    const top = (await nora.getGroup({ route: 1 })).body
    expect(top).toMatchObject({ group: { name: "Nora's workspace", group_id: top.group.g_id, index: 0 }, count: 0 })
    expect(me.user_groups).toEqual([{ g_id: top.group.g_id, group_name: top.group.name, group_id: top.group.g_id }])
    expect((await anybody.login({ body: { email: "new@some.test", password: "p" } })).status).toBe(200)
    expect(world.mail.list({ kind: "completion" })).toEqual([])
  })

  test("flat members win over user_info", async () => {
    const scene = await people()
    const confirmation_id = await requestRegistration(scene)
    const answer = await scene.anybody.registerUser({
      body: {
        confirmation_id,
        email: "new@some.test",
        password: "p",
        user_info: { username: "Inner", workspace: "Inner Inc.", additional_info: { a: 1, b: 1 } },
        username: "Outer",
        workspace: "Outer Inc.",
        additional_info: { b: 2 },
      },
    })
    expect(answer.body.user).toMatchObject({
      username: "Outer",
      current_workspace_id: scene.wId("Outer Inc."),
    })
    expect(scene.user("new@some.test").additionalInfo).toEqual({ a: 1, b: 2 })
  })

  test("an invitation makes no workspace, unless one is named", async () => {
    const scene = await people()
    const { anybody, as, world } = scene
    const invite = async (email: string) => {
      const body = { users: [{ email }], no_confirm_email: true }
      const [element] = (await as("ada").userInvite({ body })).body
      return (element as { confirmation_id: string }).confirmation_id
    }
    const workspaces = world.view().table("workspaces").size
    const confirmation_id = await invite("pat@acme.test")
    const answer = await anybody.registerUser({ body: { confirmation_id, email: "pat@acme.test", password: "p" } })
    expect(answer.body.user.current_workspace_id).toBe(scene.wId("Acme"))
    expect(world.view().table("workspaces").size).toBe(workspaces)
    await as("ada").addUser({ body: { email: "second@acme.test", g_id: scene.gId("SUPPORT") } })
    const second = await invite("second@acme.test")
    const body = { confirmation_id: second, email: "second@acme.test", password: "p", workspace: "Mine" }
    expect((await anybody.registerUser({ body })).body.user.current_workspace_id).toBe(scene.wId("Acme"))
    expect(scene.user("second@acme.test").memberships.map((membership) => membership.wId)).toEqual([
      scene.wId("Acme"),
      scene.wId("Mine"),
    ])
  })

  test("makes a default workspace for an invitation whose workspace is gone, as for a registration", async () => {
    const scene = await people()
    const { anybody, as } = scene
    await as("ada").addUser({ body: { email: "late@acme.test", g_id: scene.gId("SUPPORT") } })
    const body = { users: [{ email: "late@acme.test" }], no_confirm_email: true }
    const [invited] = (await as("ada").userInvite({ body })).body
    const { confirmation_id } = invited as { confirmation_id: string }
    await as("ada").removeUser({ body: { g_id: scene.gId("SUPPORT"), u_id: scene.user("late@acme.test").uId } })
    expect(scene.user("late@acme.test").currentWId).toBeNull()
    const { status, body: answer } = await anybody.registerUser({
      body: { confirmation_id, email: "late@acme.test", password: "p", username: "Late" },
    })
    expect(status).toBe(200)
    expect(answer.user.current_workspace_id).toBe(scene.wId("Late's workspace"))
  })

  describe("a registration of an address that its user no longer has (model.md section 12.2)", () => {
    const moved = async () => {
      const scene = await people()
      const confirmation_id = await requestRegistration(scene, { email: "pat@acme.test" })
      await scene.as("ada").updateUsersInGroupByAdmin({
        params: { "parent-group-id": scene.gId("ACME") },
        body: { members: [{ user_id: scene.uId("pat@acme.test"), values: { email: "new@acme.test" } }] },
      })
      return { ...scene, confirmation_id }
    }

    test.each(["pat@acme.test", "new@acme.test"])("sets no password for %s", async (email) => {
      const { anybody, world, confirmation_id } = await moved()
      const register = () => anybody.registerUser({ body: { confirmation_id, email, password: "p" } })
      expect(await refusalOf(world, register)).toEqual([400, flat("INVALID_PARAMS", "invalid id")])
    })

    test("confirms nothing when its link is opened", async () => {
      const { anybody, user, world, confirmation_id } = await moved()
      const before = world.hash()
      await anybody.confirmRegistration({ query: { id: confirmation_id ?? "" } })
      expect([user("new@acme.test").confirmed, world.hash()]).toEqual([false, before])
    })

    test("is possible again with an ID that is mailed to the new address", async () => {
      const scene = await moved()
      const confirmation_id = await requestRegistration(scene, { email: "new@acme.test" })
      const body = { confirmation_id, email: "new@acme.test", password: "p" }
      expect((await scene.anybody.registerUser({ body })).status).toBe(200)
    })

    test("stays valid when anything else of the user changes", async () => {
      const scene = await people()
      const confirmation_id = await requestRegistration(scene, { email: "pat@acme.test" })
      await scene.as("ada").updateUsersInGroupByAdmin({
        params: { "parent-group-id": scene.gId("ACME") },
        body: { members: [{ user_id: scene.uId("pat@acme.test"), values: { user_name: "Patricia" } }] },
      })
      const body = { confirmation_id, email: "pat@acme.test", password: "p" }
      expect((await scene.anybody.registerUser({ body })).status).toBe(200)
    })
  })

  test("an invitation is held to the policy of its workspace, a registration to none", async () => {
    const scene = await people()
    const { anybody, as, world } = scene
    await as("sam").addUser({ body: { email: "sue@strict.test", g_id: scene.gId("STRICT") } })
    const body = { users: [{ email: "sue@strict.test" }], no_confirm_email: true }
    const [element] = (await as("sam").userInvite({ body })).body
    const { confirmation_id } = element as { confirmation_id: string }
    const complete = (password: string) => () =>
      anybody.registerUser({ body: { confirmation_id, email: "sue@strict.test", password } })
    expect(await refusalOf(world, complete("weak"))).toEqual([400, flat("INVALID_VALUE")])
    expect((await complete("Strong-1-pass")()).status).toBe(200)
    const own = await requestRegistration(scene)
    const empty = () => anybody.registerUser({ body: { confirmation_id: own, email: "new@some.test", password: "" } })
    expect(await refusalOf(world, empty)).toEqual([400, flat("INVALID_VALUE")])
  })

  test("a temporary password of AddUser may be replaced, another may not", async () => {
    const scene = await people()
    const { anybody, as, world } = scene
    const body = { email: "tim@acme.test", g_id: scene.gId("SUPPORT"), no_confirm_email: true, tmp_password: "tmp" }
    await as("ada").addUser({ body })
    const invite = async (email: string) => {
      const answer = await as("ada").userInvite({ body: { users: [{ email }], no_confirm_email: true } })
      return (answer.body[0] as { confirmation_id: string }).confirmation_id
    }
    const complete = (email: string, confirmation_id: string) => () =>
      anybody.registerUser({ body: { email, confirmation_id, password: "own" } })
    expect((await complete("tim@acme.test", await invite("tim@acme.test"))()).status).toBe(200)
    expect((await anybody.login({ body: { email: "tim@acme.test", password: "own" } })).status).toBe(200)
    for (const email of ["tim@acme.test", "carol@acme.test"]) {
      const again = complete(email, await invite(email))
      expect(await refusalOf(world, again)).toEqual([400, flat("INVALID_PARAMS", "the user is already registered")])
    }
  })

  test("a completion mail when asked for, either way", async () => {
    for (const asked of [{ send_password_to_email: true }, { confirm_email_ack: true }]) {
      const scene = await people()
      const confirmation_id = await requestRegistration(scene)
      const body = {
        confirmation_id,
        email: "new@some.test",
        password: "s3cret",
        ...asked,
        conf_email_template_id: "T-DONE",
        sender_address: "a@b.test",
      }
      await scene.anybody.registerUser({ body })
      const mails = scene.world.mail.list({ kind: "completion" })
      expect(mails).toMatchObject([{ to: "new@some.test", from: "a@b.test", links: [] }])
      expect(JSON.stringify(mails)).not.toContain("s3cret")
    }
  })

  test("an id works once, and not after its time", async () => {
    const scene = await people()
    const { anybody, world } = scene
    const complete = (confirmation_id: string) => () =>
      anybody.registerUser({ body: { confirmation_id, email: "new@some.test", password: "p" } })
    const late = await requestRegistration(scene)
    await world.clock.move({ advance: 86_400_001 })
    expect(await refusalOf(world, complete(late))).toEqual([400, flat("INVALID_PARAMS", "id has elapsed")])
    const id = await requestRegistration(scene)
    expect((await complete(id)()).status).toBe(200)
    expect(await refusalOf(world, complete(id))).toEqual([400, flat("INVALID_PARAMS", "invalid id")])
  })

  const refusals: [string, object][] = [
    ["an unknown id", { confirmation_id: "unknown" }],
    ["another address", { email: "other@some.test" }],
    ["a user code with a line break", { user_info: { user_code: "a\nb" } }],
    ["a name with a line break", { username: "a\nb" }],
    ["a workspace name with a line break", { workspace: "a\nb" }],
    ["an unknown template", { conf_email_template_id: "nope" }],
    ["no password", { password: null }],
    ["user_info that is a text", { user_info: "x" }],
  ]
  test.each(refusals)("refuses %s", async (_, more) => {
    const scene = await people()
    const confirmation_id = await requestRegistration(scene)
    const request = () =>
      scene.anybody.registerUser({ body: { confirmation_id, email: "new@some.test", password: "p", ...more } })
    expect(await refusalOf(scene.world, request)).toEqual([400, flat("INVALID_PARAMS")])
  })

  test("a password id is no registration", async () => {
    const { anybody, world } = await people()
    await anybody.forgotPassword({ body: { email: "pat@acme.test" } })
    const confirmation_id = world.mail.list()[0]?.links[0]?.confirmationId ?? ""
    const request = () => anybody.registerUser({ body: { confirmation_id, email: "pat@acme.test", password: "p" } })
    expect(await refusalOf(world, request)).toEqual([400, flat("INVALID_PARAMS", "invalid id")])
  })

  test("the typed engine does the same without HTTP", async () => {
    const { world } = await people()
    const { confirmationId } = await world.raw.public.userRegistration({ email: "typed@some.test" })
    const mail = await world.mail.waitFor({ to: "typed@some.test", kind: "registration" })
    expect(mail.links[0]?.confirmationId).toBe(confirmationId)
    const { user, token } = await world.raw.public.registerUser({
      confirmationId,
      email: "typed@some.test",
      password: "p",
    })
    expect(token).not.toBe("")
    const me = await world.raw.as("typed@some.test").getUserInfo()
    expect([me.user.uId, me.isWsAdmin]).toEqual([user.uId, true])
  })
})
