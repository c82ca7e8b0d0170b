import { describe, expect, test } from "vitest"
import { flat, people, refused } from "../worlds/people.ts"

const LINK = /^http:\/\/hexarium\/api\/v0\/users\/password\/validate\?id=([A-Za-z0-9]{72})$/

describe("ForgotPassword and ResetUserPassword (api.md sections 2.1 and 12)", () => {
  test("a known address gets a mail with a link, an unknown one nothing", async () => {
    const { anybody, world } = await people()
    expect(await anybody.forgotPassword({ body: { email: "Bob@Acme.TEST" } })).toMatchObject({
      status: 200,
      body: { valid_email: true },
    })
    const mails = world.mail.list()
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({ kind: "password", to: "bob@acme.test", from: "no-reply@localhost" })
    const [link] = mails[0]?.links ?? []
    const [, id] = LINK.exec(link?.url ?? "") ?? []
    expect(link).toEqual({ rel: "confirm", url: link?.url, confirmationId: id })
    expect(mails[0]?.text).toContain(link?.url)
    expect(mails[0]?.html).toContain(`href="${link?.url}"`)
    const hash = world.hash()
    expect((await anybody.forgotPassword({ body: { email: "nobody@acme.test" } })).body).toEqual({ valid_email: false })
    expect(world.hash()).toBe(hash)
  })

  test("the link leads to the landing page that was asked for", async () => {
    const { anybody, world } = await people()
    const land = async (body: object) => {
      await world.mail.clear()
      await anybody.forgotPassword({ body: { email: "ada@acme.test", ...body } })
      const id = world.mail.list()[0]?.links[0]?.confirmationId ?? ""
      const answer = await anybody.validatePassword({ query: { id } })
      expect(answer.status).toBe(302)
      return answer.headers.get("location")?.replace(id, "ID")
    }
    expect(await land({})).toBe("https://app.example.test/reset_password/ID")
    expect(await land({ host: "http://localhost:8080/" })).toBe("http://localhost:8080/reset_password/ID")
    expect(await land({ host: "https://my.test", root_path: "/account/new/", query_params: "lang=ja&x=1" })).toBe(
      "https://my.test/account/new/ID?lang=ja&x=1",
    )
    expect(await land({ root_path: "", query_params: "?a=b", host: null })).toBe(
      "https://app.example.test/reset_password/ID?a=b",
    )
    expect(await land({ query_params: "a=ä b&c=%20" })).toBe(
      "https://app.example.test/reset_password/ID?a=%C3%A4%20b&c=%20",
    )
  })

  test("of several users at an address the plain one, or the one that is named", async () => {
    const { anybody, world, uId, wId } = await people()
    const asked = async (body: object) => {
      await world.mail.clear()
      const answer = await anybody.forgotPassword({ body })
      const id = world.mail.list()[0]?.links[0]?.confirmationId ?? ""
      return [answer.body.valid_email, world.view().get("confirmations", id)?.uId]
    }
    const shared = "shared@acme.test"
    expect(await asked({ email: shared })).toEqual([true, uId(shared)])
    expect(await asked({ email: shared, user_code: "S-2" })).toEqual([true, uId(shared, "S-2")])
    expect(await asked({ email: shared, user_code: "S-3" })).toEqual([false, undefined])
    expect(await asked({ email: "xena@acme.test" })).toEqual([true, uId("xena@acme.test")])
    expect(await asked({ email: "xena@acme.test", exclusive_w_id: wId("Acme") })).toEqual([true, uId("xena@acme.test")])
    expect(await asked({ email: "xena@acme.test", exclusive_w_id: wId("Globex") })).toEqual([false, undefined])
    expect(await asked({ email: "bob@acme.test", exclusive_w_id: wId("Acme") })).toEqual([false, undefined])
    expect(await asked({ email: "pat@acme.test" })).toEqual([true, uId("pat@acme.test")])
  })

  test("sender and template", async () => {
    const { anybody, world } = await people()
    await anybody.forgotPassword({
      body: {
        email: "ada@acme.test",
        sender_address: "it@acme.test",
        sender_name: 'IT "Desk"',
        email_template_id: "T-PW",
      },
    })
    const [mail] = world.mail.list()
    expect(mail).toMatchObject({ from: '"IT \\"Desk\\"" <it@acme.test>', subject: "Reset" })
    expect(mail?.text).toBe(`Reset ${mail?.links[0]?.confirmationId} {{unknown}}`)
  })

  const refusals: [string, object][] = [
    ["no address", {}],
    ["a bad address", { email: "bob" }],
    ["two addresses", { email: "a@b,c@d" }],
    ["an address with a line break", { email: "a@b\r\nBcc: c" }],
    ["a host of another scheme", { email: "ada@acme.test", host: "javascript:alert(1)" }],
    ["a host without scheme", { email: "ada@acme.test", host: "app.example.test" }],
    ["a host that is none", { email: "ada@acme.test", host: "https:///x" }],
    ["a line break in the host", { email: "ada@acme.test", host: "https://a\r\nx" }],
    ["a line break in the path", { email: "ada@acme.test", root_path: "a\nb" }],
    ["NUL in the query", { email: "ada@acme.test", query_params: "a=\u0000" }],
    ["a bad sender", { email: "ada@acme.test", sender_address: "it" }],
    ["a line break in the sender's name", { email: "ada@acme.test", sender_name: "IT\r\nBcc: all@acme.test" }],
    ["an unknown template", { email: "ada@acme.test", email_templates_id: "T-9" }],
    ["a template of another kind", { email: "ada@acme.test", email_templates_id: "T-REG" }],
    ["a number as address", { email: 5 }],
  ]
  test.each(refusals)("refuses %s", async (_, body) => {
    const { anybody, as, world } = await people()
    expect(await refused(world, () => anybody.forgotPassword({ body }))).toEqual([400, flat("INVALID_PARAMS")])
    expect(await refused(world, () => as("ada").resetUserPassword({ body }))).toEqual([400, flat("INVALID_PARAMS")])
  })

  test("an administrator does it for a user of their workspace, nobody else does", async () => {
    const { as, anybody, world } = await people()
    expect((await as("ada").resetUserPassword({ body: { email: "bob@acme.test" } })).body).toEqual({
      valid_email: true,
    })
    expect(world.mail.list()).toMatchObject([{ kind: "password", to: "bob@acme.test" }])
    const other = await as("ada").resetUserPassword({ body: { email: "olga@globex.test" } })
    expect(other.body).toEqual({ valid_email: false })
    for (const name of ["bob", "dave"]) {
      const asked = () => as(name).resetUserPassword({ body: { email: 5 } })
      expect(await refused(world, asked)).toEqual([403, flat("NO_PRIVILEGES")])
    }
    expect((await refused(world, () => anybody.resetUserPassword({ body: {} })))[0]).toBe(401)
  })
})

describe("ValidatePassword (api.md section 2.3)", () => {
  const asked = async () => {
    const scene = await people()
    await scene.anybody.forgotPassword({ body: { email: "ada@acme.test" } })
    const id = scene.world.mail.list()[0]?.links[0]?.confirmationId ?? ""
    return { ...scene, id }
  }
  const json = { accept: "application/json" }

  test("JSON for who asks for it: accessed as it is after the call", async () => {
    const { anybody, world, id } = await asked()
    await world.clock.move({ advance: "1m" })
    const answer = await anybody.validatePassword({ query: { id }, headers: json })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        id,
        accessed: true,
        created_at: "2026-01-05T09:00:00.000Z",
        updated_at: "2026-01-05T09:01:00.000Z",
        isElapsed: false,
      },
    })
  })

  test.each([
    ["text/html,application/json", 302],
    ["*/*", 302],
    ["application/json;q=0.9, text/plain", 200],
    ["Application/JSON", 200],
  ])("Accept: %s is answered with %i", async (accept, status) => {
    const { anybody, id } = await asked()
    expect((await anybody.validatePassword({ query: { id }, headers: { accept } })).status).toBe(status)
  })

  test("24 hours are in time, a millisecond more is not; it still redirects and is noted", async () => {
    const { anybody, world, id } = await asked()
    await world.clock.move({ advance: "24h" })
    const query = { id }
    expect((await anybody.validatePassword({ query, headers: json })).body).toMatchObject({ isElapsed: false })
    await world.clock.move({ advance: 1 })
    expect((await anybody.validatePassword({ query })).status).toBe(302)
    expect((await anybody.validatePassword({ query, headers: json })).body).toMatchObject({
      isElapsed: true,
      accessed: true,
      updated_at: "2026-01-06T09:00:00.001Z",
    })
  })

  test("a used or replaced id is marked accessed all the same", async () => {
    const { anybody, world, id } = await asked()
    await anybody.forgotPassword({ body: { email: "ada@acme.test" } })
    expect((await anybody.validatePassword({ query: { id } })).status).toBe(302)
    expect(world.view().get("confirmations", id)).toMatchObject({ accessed: true, replaced: true, used: false })
  })

  test("an unknown or missing id, or one of another kind", async () => {
    const { anybody, world } = await people()
    const registration = await anybody.userRegistration({ body: { email: "new@acme.test" } })
    for (const query of [{ id: "x" }, {}, { id: registration.body.confirmation_id }]) {
      const follow = () => anybody.validatePassword({ query: query as Record<string, string> })
      expect(await refused(world, follow)).toEqual([400, flat("INVALID_PARAMS")])
    }
  })
})
