import { describe, expect, test } from "vitest"
import { flat, type People, people, refusalOf } from "../../sample-worlds/people.ts"

const add = ({ as, gId }: People, body: object, name = "ada", group = "SUPPORT") =>
  as(name).addUser({ body: { g_id: gId(group), ...body } })

describe("AddUser (api.md section 5.1)", () => {
  test("a new address: the user is made, unconfirmed, and put in the group; no mail", async () => {
    const scene = await people()
    const answer = await add(scene, { email: "New.Guy@Acme.test" })
    const user = scene.user("new.guy@acme.test")
    expect(answer).toMatchObject({ status: 200 })
    expect(answer.body).toEqual({
      added: true,
      exists: false,
      user_profile: {
        confirmed: false,
        email: "new.guy@acme.test",
        email_sent: false,
        profile_pics: [{ mediaLink: `http://hexarium/api/v0/public/userinfo/profilepic/${user.uId}` }],
        u_id: user.uId,
        user_code: "",
        username: "new.guy",
      },
    })
    expect(user.memberships).toEqual([{ gId: scene.gId("SUPPORT"), wId: scene.wId("Acme"), isSv: false }])
    expect(user.currentWId).toBe(scene.wId("Acme"))
    expect(scene.world.mail.list()).toEqual([])
  })

  test("roles and keys of the group are effective at once", async () => {
    const scene = await people()
    await add(scene, { email: "carol@acme.test" })
    const body = { email: "neu@acme.test", no_confirm_email: true, tmp_password: "p" }
    await add(scene, body, "ada", "TOKYO")
    const { token } = (await scene.anybody.login({ body: { email: "neu@acme.test", password: "p" } })).body
    const me = (await scene.withToken(token).getUserInfo()).body
    expect(me.user_roles.map((role) => role.role_id)).toEqual(["MEMBER", "SELLER"])
  })

  test("an existing user keeps their name; the group by display ID", async () => {
    const scene = await people()
    const answer = await scene
      .as("ada")
      .addUser({ body: { email: "OLGA@globex.test", user_code: "O-1", g_id: "SUPPORT", username: "Other" } })
    expect(answer.body).toMatchObject({
      added: true,
      exists: true,
      user_profile: { username: "Olga", confirmed: true },
    })
    const olga = scene.user("olga@globex.test", "O-1")
    expect(olga.currentWId).toBe(scene.wId("Globex"))
    expect(olga.memberships).toHaveLength(2)
  })

  test("does nothing for a member of the group, and sends no mail", async () => {
    const scene = await people()
    const hash = scene.world.hash()
    const answer = await add(scene, { email: "pat@acme.test", send_password_to_email: true })
    expect(answer.body).toMatchObject({ added: false, exists: true })
    expect(scene.world.hash()).toBe(hash)
  })

  test("tmp_password lets the user log in at once, and an existing password stays", async () => {
    const scene = await people()
    const { anybody } = scene
    const logIn = async (email: string, password: string) => (await anybody.login({ body: { email, password } })).status
    const body = { no_confirm_email: true, tmp_password: "tmp" }
    const answer = await add(scene, { email: "new@acme.test", ...body })
    expect(answer.body.user_profile).toMatchObject({ confirmed: true, email_sent: false })
    expect(await logIn("new@acme.test", "tmp")).toBe(200)
    await add(scene, { email: "carol@acme.test", ...body })
    expect([await logIn("carol@acme.test", "tmp"), await logIn("carol@acme.test", "carol-pass")]).toEqual([401, 200])
    await add(scene, { email: "pat@acme.test", ...body }, "ada", "SALES")
    expect(await logIn("pat@acme.test", "tmp")).toBe(200)
  })

  test("tmp_password has no effect without no_confirm_email", async () => {
    const scene = await people()
    await add(scene, { email: "new@acme.test", tmp_password: "tmp" })
    expect(scene.user("new@acme.test")).toMatchObject({ passwordHash: null, confirmed: false })
  })

  test.each([
    [{ send_password_to_email: true }, 1],
    [{ confirm_email_ack: true }, 1],
    [{ send_password_to_email: true, confirm_email_ack: true }, 1],
    [{ send_password_to_email: true, no_confirm_email: true, tmp_password: "s3cret" }, 1],
    [{ confirm_email_ack: false }, 0],
    [{ no_confirm_email: true, tmp_password: "s3cret" }, 0],
    [{}, 0],
  ])("%j causes %i completion mails", async (asked, mails) => {
    const scene = await people()
    const answer = await add(scene, { email: "new@acme.test", ...asked })
    const sent = scene.world.mail.list()
    expect(sent.map((mail) => [mail.kind, mail.to])).toEqual(Array(mails).fill(["completion", "new@acme.test"]))
    expect(JSON.stringify(sent)).not.toContain("s3cret")
    expect(answer.body.user_profile.email_sent).toBe(mails > 0)
  })

  test("the completion mail has the sender and template of the request", async () => {
    const scene = await people()
    await add(scene, {
      email: "new@acme.test",
      username: "Neo",
      confirm_email_ack: true,
      conf_email_template_id: "T-DONE",
      sender_address: "hr@acme.test",
      sender_name: "HR",
    })
    expect(scene.world.mail.list()).toMatchObject([{ from: "HR <hr@acme.test>", subject: "Done {{plan.name}}" }])
  })

  test("several users share an address by their codes", async () => {
    const scene = await people()
    const answer = await add(scene, { email: "bob@acme.test", user_code: "B-2" })
    expect(answer.body).toMatchObject({ added: true, exists: false, user_profile: { user_code: "B-2" } })
    expect((await add(scene, { email: "bob@acme.test" })).body).toMatchObject({ added: true, exists: false })
    expect((await add(scene, { email: "bob@acme.test", user_code: "B-1" })).body).toMatchObject({ added: false })
  })

  test("a workspace-only user", async () => {
    const scene = await people()
    const exclusive_w_id = scene.wId("Acme")
    const body = { email: "only@acme.test", exclusive_w_id, no_confirm_email: true, tmp_password: "p" }
    expect((await add(scene, body)).body).toMatchObject({ added: true, exists: false })
    expect((await add(scene, body)).body).toMatchObject({ added: false, exists: true })
    const normal = await add(scene, { email: "only@acme.test" })
    expect(normal.body).toMatchObject({ added: true, exists: false })
    const login = { email: "only@acme.test", password: "p", exclusive_w_id }
    const { token } = (await scene.anybody.login({ body: login })).body
    expect((await scene.withToken(token).createNewWorkspace({ body: { name: "Mine" } })).status).toBe(403)
    const other = await scene.as("olga").addUser({ body: { ...body, g_id: scene.gId("GLOBEX") } })
    expect([other.status, other.body]).toEqual([400, flat("INVALID_PARAMS")])
  })

  test("the policy for tmp_password is that of the invitor's workspace, else of the group's", async () => {
    const scene = await people()
    const { world, uId } = scene
    const weak = { email: "new@acme.test", no_confirm_email: true, tmp_password: "weak" }
    const strictly = { ...weak, invitor_id: uId("sam@strict.test") }
    expect(await refusalOf(world, () => add(scene, strictly))).toEqual([400, flat("INVALID_VALUE")])
    expect((await add(scene, { ...weak, invitor_id: uId("bob@acme.test", "B-1") })).status).toBe(200)
    const inStrict = () => scene.as("sam").addUser({ body: { ...weak, g_id: scene.gId("STRICT") } })
    expect(await refusalOf(world, inStrict)).toEqual([400, flat("INVALID_VALUE")])
    const invited = { ...weak, g_id: scene.gId("STRICT"), invitor_id: uId("ada@acme.test") }
    expect((await scene.as("sam").addUser({ body: invited })).status).toBe(200)
  })

  test("the limit of the workspace counts users, not memberships", async () => {
    const scene = await people()
    const { as, gId, world } = scene
    const into = (email: string) => () => as("olga").addUser({ body: { email, g_id: gId("GLOBEX") } })
    expect((await into("one@globex.test")()).status).toBe(200)
    expect(await refusalOf(world, into("two@globex.test"))).toEqual([400, flat("INVALID_SETTINGS")])
    expect((await into("one@globex.test")()).body).toMatchObject({ added: false })
    const made = await as("olga").createGroup({
      params: { "parent-group-id": "GLOBEX" },
      body: { name: "Lab", display_id: "LAB" },
    })
    const inLab = await as("olga").addUser({ body: { email: "one@globex.test", g_id: made.body.group.g_id } })
    expect(inLab.body).toMatchObject({ added: true, exists: true })
  })

  const refusals: [string, object][] = [
    ["no address", { email: null }],
    ["a bad address", { email: "no one@acme.test" }],
    ["an address with CR and LF", { email: "a@b.test\r\nBcc: c@d" }],
    ["a name with a line break", { username: "a\nb" }],
    ["a sender with a line break", { sender_name: "a\rb" }],
    ["a bad sender", { sender_address: "x" }],
    ["no tmp_password", { no_confirm_email: true }],
    ["a code in use in the workspace", { user_code: "B-1" }],
    ["an unknown invitor", { invitor_id: "f".repeat(24) }],
    ["an unknown template", { conf_email_template_id: "nope" }],
    ["a template of another kind", { conf_email_template_id: "T-INV" }],
    ["a text as flag", { no_confirm_email: "yes" }],
  ]
  test.each(refusals)("refuses %s", async (_, body) => {
    const scene = await people()
    const request = () => add(scene, { email: "new@acme.test", ...body })
    expect(await refusalOf(scene.world, request)).toEqual([400, flat("INVALID_PARAMS")])
  })

  test("refuses an exclusive_w_id that is not the group's, an empty tmp_password", async () => {
    const scene = await people()
    const elsewhere = () => add(scene, { email: "new@acme.test", exclusive_w_id: scene.wId("Globex") })
    expect(await refusalOf(scene.world, elsewhere)).toEqual([400, flat("INVALID_PARAMS")])
    const empty = () => add(scene, { email: "new@acme.test", no_confirm_email: true, tmp_password: "" })
    expect(await refusalOf(scene.world, empty)).toEqual([400, flat("INVALID_VALUE")])
  })

  test("a code that an existing user brings along must be free in the workspace they join", async () => {
    const scene = await people()
    await scene.as("carol").updateUserInfo({ body: { user_code: "O-1" } })
    const bring = () => add(scene, { email: "olga@globex.test", user_code: "O-1" })
    expect(await refusalOf(scene.world, bring)).toEqual([400, flat("INVALID_PARAMS", "User code already exists")])
  })

  test("the group is looked for first, then the right, then the parameters", async () => {
    const scene = await people()
    const { as, gId, world } = scene
    const bad = { email: 5 }
    const ask = (name: string, body: object) => () => as(name).addUser({ body })
    expect(await refusalOf(world, ask("ada", { ...bad, g_id: "NOPE" }))).toEqual([404, flat("NOT_FOUND")])
    expect(await refusalOf(world, ask("ada", { ...bad, g_id: gId("GLOBEX") }))).toEqual([404, flat("NOT_FOUND")])
    expect(await refusalOf(world, ask("bob", { ...bad, g_id: gId("ACME") }))).toEqual([403, flat("NO_PRIVILEGES")])
    expect(await refusalOf(world, ask("dave", { ...bad, g_id: gId("SUPPORT") }))).toEqual([403, flat("NO_PRIVILEGES")])
    expect(await refusalOf(world, ask("bob", {}))).toEqual([403, flat("NO_PRIVILEGES")])
    expect(await refusalOf(world, ask("ada", {}))).toEqual([400, flat("INVALID_PARAMS")])
    expect(await refusalOf(world, ask("ada", { ...bad, g_id: gId("ACME") }))).toEqual([400, flat("INVALID_PARAMS")])
    expect((await refusalOf(world, () => scene.anybody.addUser({ body: {} })))[0]).toBe(401)
  })

  test("an admin of a group may add to it and to those below", async () => {
    const scene = await people()
    for (const group of ["SALES", "TOKYO"]) {
      expect((await add(scene, { email: "new@acme.test" }, "dave", group)).status).toBe(200)
    }
    expect((await add(scene, { email: "new@acme.test" }, "dave", "ACME")).status).toBe(403)
  })
})
