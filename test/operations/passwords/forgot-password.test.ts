import { describe, expect, test } from "vitest"
import { flat, people, refusalOf } from "../../sample-worlds/people.ts"
import { refusals } from "./bad-requests.ts"

const LINK = /^http:\/\/hexarium\/api\/v0\/users\/password\/validate\?id=([A-Za-z0-9]{72})$/

describe("ForgotPassword (api.md section 2.1)", () => {
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

  test("sends the mail to the plain user of an address, or to the named one", async () => {
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
    expect(await asked({ email: shared, user_code: "" })).toEqual([true, uId(shared)])
    expect(await asked({ email: "bob@acme.test" })).toEqual([true, uId("bob@acme.test", "B-1")])
    expect(await asked({ email: "bob@acme.test", user_code: "" })).toEqual([false, undefined])
    expect(await asked({ email: "xena@acme.test" })).toEqual([false, undefined])
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

  test.each(refusals)("refuses %s", async (_, body) => {
    const { anybody, world } = await people()
    expect(await refusalOf(world, () => anybody.forgotPassword({ body }))).toEqual([400, flat("INVALID_PARAMS")])
  })
})
