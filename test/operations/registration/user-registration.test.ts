import { describe, expect, test } from "vitest"
import { flat, people, refusalOf } from "../../sample-worlds/people.ts"
import { requestRegistration } from "./registered.ts"

describe("UserRegistration (api.md section 4.1)", () => {
  test("makes an unconfirmed user and sends the link", async () => {
    const { anybody, world, user } = await people()
    const answer = await anybody.userRegistration({
      body: { email: "New.One@Some.test", additional_info: { plan: "gold" } },
    })
    const id = answer.body.confirmation_id
    expect(answer).toMatchObject({ status: 200, body: { email: "new.one@some.test", status: 200 } })
    expect(id).toMatch(/^[A-Za-z0-9]{72}$/)
    expect(user("new.one@some.test")).toMatchObject({
      username: "new.one",
      confirmed: false,
      passwordHash: null,
      memberships: [],
      currentWId: null,
      additionalInfo: { plan: "gold" },
    })
    const [mail] = world.mail.list()
    const url = `http://hexarium/api/v0/users/registration/confirm?id=${id}`
    expect(mail).toMatchObject({
      kind: "registration",
      to: "new.one@some.test",
      from: "no-reply@localhost",
      links: [{ rel: "confirm", url, confirmationId: id }],
    })
    expect(mail?.text).toContain(url)
    expect(mail?.html).toContain(`<a href="${url}"`)
  })

  test("uses template, sender and name, and sends no mail with noConfirmEmail", async () => {
    const { anybody, world } = await people()
    const body = {
      email: "new@some.test",
      username: "<Nora>",
      email_template_id: "T-REG",
      sender_address: "hello@some.test",
    }
    const { confirmation_id } = (await anybody.userRegistration({ body })).body
    const url = `http://hexarium/api/v0/users/registration/confirm?id=${confirmation_id}`
    expect(world.mail.list()[0]).toMatchObject({
      from: "hello@some.test",
      subject: "Welcome <Nora>",
      text: `Hi <Nora>, go to ${url}`,
      html: `<p>Hi &lt;Nora&gt;, go to <a href="${url}">${url}</a></p>`,
    })
    await world.mail.clear()
    const quiet = await anybody.userRegistration({ body: { email: "quiet@some.test", no_confirm_email: true } })
    expect(quiet.body.confirmation_id).toMatch(/^[A-Za-z0-9]{72}$/)
    expect(world.mail.list()).toEqual([])
  })

  test("a known address that can't log in yet gets a fresh confirmation, and the old one dies", async () => {
    const scene = await people()
    const { anybody, world, uId } = scene
    const first = await requestRegistration(scene, { email: "pat@acme.test", username: "Other" })
    const second = await requestRegistration(scene, { email: "pat@acme.test" })
    expect(world.view().get("confirmations", second)?.uId).toBe(uId("pat@acme.test"))
    expect(scene.user("pat@acme.test").username).toBe("Pat")
    const complete = (confirmation_id: string) => () =>
      anybody.registerUser({ body: { confirmation_id, email: "pat@acme.test", password: "p" } })
    expect((await refusalOf(world, complete(first)))[0]).toBe(400)
    expect((await complete(second)()).status).toBe(200)
  })

  test("treats only the plain user of an address as registered", async () => {
    const scene = await people()
    const own = await requestRegistration(scene, { email: "xena@acme.test" })
    expect(scene.world.view().get("confirmations", own)?.uId).not.toBe(
      scene.world
        .view()
        .table("users")
        .toArray()
        .find((user) => user.exclusiveWId !== null && !user.isBot)?.uId,
    )
    expect((await scene.anybody.userRegistration({ body: { email: "bob@acme.test" } })).status).toBe(200)
  })

  const refusals: [string, object][] = [
    ["no address", { email: null }],
    ["a bad address", { email: "new some@x.test" }],
    ["an address without a local part", { email: "@x.test" }],
    ["an address of 255 characters", { email: `${"a".repeat(245)}@some.test` }],
    ["a registered address", { email: "ADA@acme.test" }],
    ["an unknown template", { email_template_id: "nope" }],
    ["a template of another kind", { email_templates_id: "T-PW" }],
    ["a name with a line break", { username: "Nora\nBcc: x@y" }],
    ["a sender with a line break", { sender_address: "a@b\r\nBcc: x@y" }],
    ["another scheme", { registration_path: "javascript:alert(1)" }],
    ["another protocol", { hostname: "my.test", protocol: "javascript" }],
    ["a host name with more in it", { hostname: "my.test@evil.test" }],
    ["a host name with a line break", { hostname: "my.test\r\nX: y" }],
    ["a path of 20,000 characters", { registration_path: "x".repeat(20_000) }],
    ["a path of 1,000 that a header has 9,000 for", { registration_path: "日".repeat(1000) }],
    ["NUL in the path", { registration_path: "a\u0000b" }],
    ["additional information that is a text", { additional_info: "x" }],
  ]
  test.each(refusals)("refuses %s", async (_, body) => {
    const { anybody, world } = await people()
    const request = () => anybody.userRegistration({ body: { email: "new@some.test", ...body } })
    expect(await refusalOf(world, request)).toEqual([400, flat("INVALID_PARAMS")])
  })

  test("254 characters pass", async () => {
    const { anybody } = await people()
    const email = `${"a".repeat(244)}@some.test`
    expect(email).toHaveLength(254)
    expect((await anybody.userRegistration({ body: { email } })).status).toBe(200)
  })
})
