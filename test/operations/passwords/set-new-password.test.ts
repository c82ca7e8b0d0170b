import { describe, expect, test } from "vitest"
import { flat, type People, people, refusalOf } from "../../sample-worlds/people.ts"

/** Requests a new password and returns the ID in the mail. */
async function forgetPassword({ anybody, world }: People, email: string): Promise<string> {
  await anybody.forgotPassword({ body: { email } })
  return world.mail.list({ to: email, kind: "password" }).at(-1)?.links[0]?.confirmationId ?? ""
}

const passwordInput = (id: string, password: string, more: object = {}) => ({
  body: { id, new_password: password, confirm_password: password, ...more },
})

describe("SetNewPassword (api.md section 2.2)", () => {
  test("sets the password without the link being followed, and ends every token of the user", async () => {
    const scene = await people()
    const { anybody, as, world } = scene
    const { token } = (await anybody.login({ body: { email: "ada@acme.test", password: "ada-pass" } })).body
    const id = await forgetPassword(scene, "ada@acme.test")
    expect(await anybody.setNewPassword(passwordInput(id, "new"))).toMatchObject({ status: 200, body: null })
    expect((await as("ada").getUserInfo()).status).toBe(401)
    expect((await scene.withToken(token).getUserInfo()).status).toBe(401)
    expect((await as("bob").getUserInfo()).status).toBe(200)
    const logIn = (password: string) => anybody.login({ body: { email: "ada@acme.test", password } })
    expect((await logIn("ada-pass")).status).toBe(401)
    expect((await logIn("new")).status).toBe(200)
    expect(world.mail.list({ kind: "completion" })).toEqual([])
  })

  test("owning the mailbox confirms an account without password", async () => {
    const scene = await people()
    const id = await forgetPassword(scene, "pat@acme.test")
    await scene.anybody.setNewPassword(passwordInput(id, "pat-pass"))
    expect(scene.user("pat@acme.test").confirmed).toBe(true)
    expect((await scene.anybody.login({ body: { email: "pat@acme.test", password: "pat-pass" } })).status).toBe(200)
  })

  test("an id works once, and not after it was replaced or its time is over", async () => {
    const scene = await people()
    const { anybody, world } = scene
    const first = await forgetPassword(scene, "ada@acme.test")
    const second = await forgetPassword(scene, "ada@acme.test")
    expect(await refusalOf(world, () => anybody.setNewPassword(passwordInput(first, "x")))).toEqual([
      400,
      flat("INVALID_PARAMS", "invalid id"),
    ])
    expect((await anybody.setNewPassword(passwordInput(second, "x"))).status).toBe(200)
    expect(await refusalOf(world, () => anybody.setNewPassword(passwordInput(second, "y")))).toEqual([
      400,
      flat("INVALID_PARAMS", "invalid id"),
    ])
    const third = await forgetPassword(scene, "ada@acme.test")
    await world.clock.move({ advance: 24 * 3_600_000 + 1 })
    expect(await refusalOf(world, () => anybody.setNewPassword(passwordInput(third, "y")))).toEqual([
      400,
      flat("INVALID_PARAMS", "id has elapsed"),
    ])
  })

  test("accepts the ID in its last millisecond", async () => {
    const scene = await people()
    const id = await forgetPassword(scene, "ada@acme.test")
    await scene.world.clock.move({ advance: "24h" })
    expect((await scene.anybody.setNewPassword(passwordInput(id, "y"))).status).toBe(200)
  })

  test("a completion mail when asked for, never with the password, with the template's data", async () => {
    const scene = await people()
    const { anybody, world } = scene
    const done = async (more: object) => {
      await anybody.setNewPassword(passwordInput(await forgetPassword(scene, "ada@acme.test"), "s3cret-word", more))
      return world.mail.list({ kind: "completion" })
    }
    expect(await done({ send_password_to_email: true, no_confirm_email: true })).toEqual([])
    const [mail] = await done({ send_password_to_email: true })
    expect(mail).toMatchObject({ to: "ada@acme.test", links: [] })
    expect(JSON.stringify(mail)).not.toContain("s3cret-word")
    const [, templated] = await done({
      send_password_to_email: true,
      email_templates_id: "T-DONE",
      sender_name: "Ünïcode",
      dynamic_template_data: { plan: { name: "<b>Gold</b> & more" }, count: 3 },
    })
    expect(templated).toMatchObject({
      subject: "Done <b>Gold</b> & more",
      text: "Ada: <b>Gold</b> & more 3",
      html: "<b>&lt;b&gt;Gold&lt;/b&gt; &amp; more</b>",
      from: "Ünïcode <no-reply@localhost>",
    })
  })

  const refusals: [string, object, string][] = [
    ["an unknown id", { id: "nope" }, "INVALID_PARAMS"],
    ["a confirmation that differs", { confirm_password: "other" }, "INVALID_PARAMS"],
    ["an empty password", { new_password: "", confirm_password: "" }, "INVALID_VALUE"],
    ["an unknown template", { email_templates_id: "T-9" }, "INVALID_PARAMS"],
    ["a template of another kind", { email_templates_id: "T-PW" }, "INVALID_PARAMS"],
    ["a sender with a line break", { sender_name: "a\nb" }, "INVALID_PARAMS"],
    [
      "a template value that would break the subject",
      {
        send_password_to_email: true,
        email_templates_id: "T-DONE",
        dynamic_template_data: { plan: { name: "a\r\nBcc: x" } },
      },
      "INVALID_PARAMS",
    ],
    ["template data that is none", { dynamic_template_data: "x" }, "INVALID_PARAMS"],
    ["no password", { new_password: null }, "INVALID_PARAMS"],
    ["no id", { id: null }, "INVALID_PARAMS"],
  ]
  test.each(refusals)("refuses %s", async (_, more, code) => {
    const scene = await people()
    const id = await forgetPassword(scene, "ada@acme.test")
    const request = () => scene.anybody.setNewPassword(passwordInput(id, "fine", more))
    expect(await refusalOf(scene.world, request)).toEqual([400, flat(code)])
  })

  test("an id of another kind is as unknown", async () => {
    const scene = await people()
    const { confirmation_id } = (await scene.anybody.userRegistration({ body: { email: "n@n.test" } })).body
    expect(
      await refusalOf(scene.world, () => scene.anybody.setNewPassword(passwordInput(confirmation_id, "x"))),
    ).toEqual([400, flat("INVALID_PARAMS", "invalid id")])
  })

  test("the policy is that of the workspace the user works in, and a reset ends a lockout", async () => {
    const scene = await people()
    const { anybody, world } = scene
    const logIn = (password: string) => anybody.login({ body: { email: "sid@strict.test", password } })
    for (const status of [401, 401, 401, 403]) expect((await logIn("wrong")).status).toBe(status)
    expect((await logIn("Sid-pass-1")).status).toBe(403)
    const id = await forgetPassword(scene, "sid@strict.test")
    for (const weak of ["Sid-1", "no-digits-here", "12345678-", "NoSymbol123", "Sid-pass-1"]) {
      expect(await refusalOf(world, () => anybody.setNewPassword(passwordInput(id, weak))), weak).toEqual([
        400,
        flat("INVALID_VALUE"),
      ])
    }
    expect((await anybody.setNewPassword(passwordInput(id, "Sid-pass-2"))).status).toBe(200)
    expect((await logIn("Sid-pass-2")).status).toBe(200)
  })
})
