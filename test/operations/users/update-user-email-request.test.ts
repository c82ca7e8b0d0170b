import { describe, expect, test } from "vitest"
import { flat, people, refusalOf } from "../../sample-worlds/people.ts"

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

  test("returns the ID without a mail", async () => {
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
    expect(await refusalOf(scene.world, ask)).toEqual([400, flat("INVALID_PARAMS", error)])
  })
})
