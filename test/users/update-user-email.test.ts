import { describe, expect, test } from "vitest"
import { flat, type People, people, refused } from "../worlds/people.ts"

const json = { accept: "application/json" }

const request = async ({ as, world }: People, body: object = {}) => {
  await as("bob").updateUserEmailRequest({ body: { email: "new@acme.test", ...body } })
  return world.mail.list({ kind: "email" }).at(-1)?.links[0]?.confirmationId ?? ""
}

describe("UpdateUserEmailRequest (api.md section 3.1)", () => {
  test("a mail goes to the new address", async () => {
    const { as, world } = await people()
    const answer = await as("bob").updateUserEmailRequest({ body: { email: "New@Acme.test" } })
    expect(answer).toMatchObject({ status: 200, body: { error: null } })
    expect(answer.body).toEqual({ error: null })
    const [mail] = world.mail.list()
    expect(mail).toMatchObject({ kind: "email", to: "new@acme.test" })
    const [link] = mail?.links ?? []
    expect(link?.url).toBe(`http://hexarium/api/v0/users/confirmations/${link?.confirmationId}`)
    expect(mail?.text).toContain(link?.url)
  })

  test("without a mail the id is in the answer", async () => {
    const { as, world, anybody } = await people()
    const answer = await as("bob").updateUserEmailRequest({ body: { email: "new@acme.test", no_confirm_email: true } })
    expect(answer.body).toEqual({ error: null, confirmation_id: expect.stringMatching(/^[A-Za-z0-9]{72}$/) })
    expect(world.mail.list()).toEqual([])
    const { confirmation_id } = answer.body
    expect((await anybody.updateUserEmail({ body: { confirmation_id } })).status).toBe(200)
  })

  test("the same address with another code or exclusivity is another login", async () => {
    const { as } = await people()
    expect((await as("bob").updateUserEmailRequest({ body: { email: "ada@acme.test" } })).status).toBe(200)
    expect((await as("xena").updateUserEmailRequest({ body: { email: "ada@acme.test" } })).status).toBe(200)
  })

  const refusals: [string, object, string?][] = [
    ["a bad address", { email: "x@" }],
    ["an address of 255 characters", { email: `${"a".repeat(246)}@acme.tes` }],
    ["an address in use", { email: "BOB@acme.test" }, "Email already exists"],
    ["the address they have", { email: "Carol@acme.test" }],
    ["another scheme", { email: "n@n.test", registration_path: "javascript:alert(1)//x" }],
    ["another scheme in disguise", { email: "n@n.test", registration_path: "JavaScript://x/%0aalert(1)" }],
    ["data", { email: "n@n.test", registration_path: "data:text/html,x" }],
    ["http without a host", { email: "n@n.test", registration_path: "http:evil" }],
    ["a line break in the path", { email: "n@n.test", registration_path: "ok\r\nSet-Cookie: a=b" }],
    ["an unknown template", { email: "n@n.test", email_templates_id: "nope" }],
    ["a template of another kind", { email: "n@n.test", email_template_id: "T-REG" }],
    ["a bad sender", { email: "n@n.test", sender_address: "a b@c" }],
  ]
  test.each(refusals)("refuses %s", async (_, body, error) => {
    const scene = await people()
    await scene.as("bob").updateUserInfo({ body: { user_code: "" } })
    const ask = () => scene.as("carol").updateUserEmailRequest({ body })
    expect(await refused(scene.world, ask)).toEqual([400, flat("INVALID_PARAMS", error)])
  })
})

describe("ConfirmUserEmail (api.md section 3.2)", () => {
  const redirects: [object, string][] = [
    [{}, "https://app.example.test/confirm_email/ID"],
    [{ registration_path: "" }, "https://app.example.test/confirm_email/ID"],
    [{ registration_path: "welcome/back" }, "https://app.example.test/welcome/back/ID"],
    [{ registration_path: "/welcome/" }, "https://app.example.test/welcome/ID"],
    [{ registration_path: "//evil.test/x" }, "https://app.example.test/evil.test/x/ID"],
    [{ registration_path: "https://my.test/done" }, "https://my.test/done?confirmation_id=ID"],
    [{ registration_path: "HTTP://my.test:81/a?b=c" }, "HTTP://my.test:81/a?b=c&confirmation_id=ID"],
    [{ registration_path: "https://my.test/?x=1#/page" }, "https://my.test/?x=1&confirmation_id=ID#/page"],
    [{ registration_path: "https://my.test/ü <x>" }, "https://my.test/%C3%BC%20%3Cx%3E?confirmation_id=ID"],
  ]
  test.each(redirects)("%j leads to %s", async (body, location) => {
    const scene = await people()
    const id = await request(scene, body)
    const answer = await scene.anybody.confirmUserEmail({ params: { confirmation_id: id } })
    expect(answer.status).toBe(302)
    expect(answer.headers.get("location")?.replace(id, "ID")).toBe(location)
    expect(scene.world.view().get("confirmations", id)?.emailConfirmed).toBe(true)
  })

  test("JSON for who asks for it", async () => {
    const scene = await people()
    const { anybody, world, uId, gId, wId } = scene
    const id = await request(scene)
    const answer = await anybody.confirmUserEmail({ params: { confirmation_id: id }, headers: json })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      user: {
        confirmation_id: id,
        email: "bob@acme.test",
        tmp_email: "new@acme.test",
        id: uId("bob@acme.test", "B-1"),
        username: "Bob",
        current_workspace_id: wId("Acme"),
        email_confirmed: true,
        confirmed: true,
        isElapsed: false,
        workspace: {
          id: gId("ACME"),
          g_id: gId("ACME"),
          name: "Acme",
          display_id: "ACME",
          access_key: world.view().get("groups", gId("ACME"))?.accessKey,
          index: 0,
          is_root: true,
          disable_ui_access: false,
          created_at: "2026-01-05T09:00:00.000Z",
        },
      },
    })
  })

  test("of a used, replaced or elapsed id nothing is recorded, and it still redirects", async () => {
    const scene = await people()
    const { anybody, world } = scene
    const follow = async (id: string) => {
      const hash = world.hash()
      const answer = await anybody.confirmUserEmail({ params: { confirmation_id: id } })
      expect([answer.status, world.hash()]).toEqual([302, hash])
    }
    const replaced = await request(scene)
    const used = await request(scene)
    await anybody.updateUserEmail({ body: { confirmation_id: used } })
    await follow(replaced)
    await follow(used)
    const elapsed = await request(scene, { email: "newer@acme.test" })
    await world.clock.move({ advance: "25h" })
    await follow(elapsed)
    const looked = await anybody.confirmUserEmail({ params: { confirmation_id: elapsed }, headers: json })
    expect(looked.body.user).toMatchObject({ isElapsed: true, email_confirmed: false })
  })

  test("shows invitations and registrations without recording anything", async () => {
    const { anybody, as, world } = await people()
    const registration = (await anybody.userRegistration({ body: { email: "n@n.test" } })).body.confirmation_id
    await as("ada").userInvite({ body: { users: [{ email: "pat@acme.test" }], domain: "my.test" } })
    const [mail] = world.mail.list({ kind: "invitation" })
    const [link] = mail?.links ?? []
    const hash = world.hash()
    const invitation = await anybody.confirmUserEmail({ params: { confirmation_id: link?.confirmationId ?? "" } })
    expect(invitation.headers.get("location")).toBe(link?.url)
    const look = (id: string) => anybody.confirmUserEmail({ params: { confirmation_id: id }, headers: json })
    expect((await look(registration)).body.user).toMatchObject({
      email: "n@n.test",
      tmp_email: "",
      current_workspace_id: "",
      email_confirmed: false,
      confirmed: false,
    })
    expect((await look(link?.confirmationId ?? "")).body.user).toMatchObject({ email: "pat@acme.test" })
    expect(world.hash()).toBe(hash)
  })

  test("an unknown id, or one of a password mail", async () => {
    const { anybody, world } = await people()
    await anybody.forgotPassword({ body: { email: "bob@acme.test" } })
    const password = world.mail.list()[0]?.links[0]?.confirmationId ?? ""
    for (const id of ["unknown", "__proto__", password]) {
      const follow = () => anybody.confirmUserEmail({ params: { confirmation_id: id } })
      expect(await refused(world, follow)).toEqual([404, flat("NOT_FOUND")])
    }
  })
})

describe("UpdateUserEmail (api.md section 3.3)", () => {
  test("the new address becomes the login address", async () => {
    const scene = await people()
    const { anybody, as } = scene
    const id = await request(scene)
    expect(await anybody.updateUserEmail({ body: { confirmation_id: id } })).toMatchObject({ status: 200, body: {} })
    const logIn = async (email: string) => (await anybody.login({ body: { email, password: "bob-pass" } })).status
    expect([await logIn("bob@acme.test"), await logIn("new@acme.test")]).toEqual([401, 200])
    expect((await as("bob").getUserInfo()).body.email).toBe("new@acme.test")
  })

  test("a token that is sent must be valid and the user's own", async () => {
    const scene = await people()
    const { withToken, as, world } = scene
    const id = await request(scene)
    const body = { confirmation_id: id }
    expect((await refused(world, () => withToken("bad").updateUserEmail({ body })))[0]).toBe(401)
    expect(await refused(world, () => as("ada").updateUserEmail({ body }))).toEqual([403, flat("NO_PRIVILEGES")])
    expect((await as("bob").updateUserEmail({ body })).status).toBe(200)
  })

  test("once, not after a newer request, not after its time", async () => {
    const scene = await people()
    const { anybody, world } = scene
    const update = (id: string) => () => anybody.updateUserEmail({ body: { confirmation_id: id } })
    const first = await request(scene)
    const second = await request(scene, { email: "second@acme.test" })
    expect(await refused(world, update(first))).toEqual([400, flat("INVALID_PARAMS", "invalid id")])
    await update(second)()
    expect(await refused(world, update(second))).toEqual([400, flat("INVALID_PARAMS", "invalid id")])
    const third = await request(scene)
    await world.clock.move({ advance: 86_400_001 })
    expect(await refused(world, update(third))).toEqual([400, flat("INVALID_PARAMS", "id has elapsed")])
    expect(await refused(world, update("unknown"))).toEqual([400, flat("INVALID_PARAMS", "invalid id")])
  })

  test("an address that was taken meanwhile is refused, and the id stays", async () => {
    const { anybody, as, gId, world } = await people()
    const asked = await as("carol").updateUserEmailRequest({ body: { email: "new@acme.test", no_confirm_email: true } })
    const body = { confirmation_id: asked.body.confirmation_id }
    await as("ada").addUser({ body: { email: "new@acme.test", g_id: gId("SUPPORT") } })
    const update = () => anybody.updateUserEmail({ body })
    expect(await refused(world, update)).toEqual([400, flat("INVALID_PARAMS", "Email already exists")])
    expect(world.view().get("confirmations", body.confirmation_id ?? "")?.used).toBe(false)
  })
})
