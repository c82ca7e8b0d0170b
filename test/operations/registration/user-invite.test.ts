import { describe, expect, test } from "vitest"
import { flat, type People, people, refusalOf } from "../../sample-worlds/people.ts"

const invite = ({ as }: People, users: unknown, more: object = { domain: "my.test" }) =>
  as("ada").userInvite({ body: { users, ...more } as object })

describe("UserInvite (api.md section 5.2)", () => {
  test("sends a mail to each user of the workspace, in order, and lists the other users separately", async () => {
    const scene = await people()
    const users = ["Pat@acme.test", "nobody@acme.test", "olga@globex.test", "carol@acme.test"].map((email) => ({
      email,
    }))
    const answer = await invite(scene, users)
    expect(answer).toMatchObject({ status: 200 })
    expect(answer.body).toEqual([
      { email: "Pat@acme.test", stats: 200 },
      { email: "nobody@acme.test", stats: 400 },
      { email: "olga@globex.test", stats: 400 },
      { email: "carol@acme.test", stats: 200 },
    ])
    const mails = scene.world.mail.list({ kind: "invitation" })
    expect(mails.map((mail) => mail.to)).toEqual(["pat@acme.test", "carol@acme.test"])
    const [link] = mails[0]?.links ?? []
    expect(link?.url).toBe(`https://my.test/confirm_email/${link?.confirmationId}`)
    expect(mails[0]?.subject).toBe("You are invited to Acme")
    expect(scene.user("pat@acme.test")).toMatchObject({ emailSent: true, confirmed: false })
    expect(scene.user("olga@globex.test", "O-1").emailSent).toBe(false)
  })

  test.each([
    [{ domain: "my.test", invitation_path: "/join/us/" }, "https://my.test/join/us/ID"],
    [{ domain: "my.test", invitation_path: "" }, "https://my.test/confirm_email/ID"],
    [{ domain: "localhost:3000" }, "http://localhost:3000/confirm_email/ID"],
    [{ domain: "127.0.0.1:8080" }, "http://127.0.0.1:8080/confirm_email/ID"],
    [{ domain: "http://plain.test" }, "http://plain.test/confirm_email/ID"],
    [{ domain: "https://localhost" }, "https://localhost/confirm_email/ID"],
    [{ domain: "my.test/" }, "https://my.test/confirm_email/ID"],
  ])("%j leads to %s", async (more, url) => {
    const scene = await people()
    await invite(scene, [{ email: "pat@acme.test" }], more)
    const [link] = scene.world.mail.list()[0]?.links ?? []
    expect(link?.url.replace(link.confirmationId, "ID")).toBe(url)
  })

  test("returns the IDs without the mail, and RegisterUser accepts them", async () => {
    const scene = await people()
    const answer = await invite(scene, [{ email: "pat@acme.test" }, { email: "nobody@acme.test" }], {
      no_confirm_email: true,
    })
    expect(answer.body).toEqual([
      { email: "pat@acme.test", confirmation_id: expect.stringMatching(/^[A-Za-z0-9]{72}$/) },
      { email: "nobody@acme.test", stats: 400 },
    ])
    expect(scene.world.mail.list()).toEqual([])
    expect(scene.user("pat@acme.test").emailSent).toBe(false)
  })

  test("handles a person who is named twice once, and both positions have the same result", async () => {
    const scene = await people()
    const twice = [{ email: "pat@acme.test" }, { email: "PAT@acme.test" }]
    const ids = await invite(scene, twice, { no_confirm_email: true })
    const [first, second] = ids.body as { confirmation_id: string }[]
    expect(second?.confirmation_id).toBe(first?.confirmation_id)
    expect(scene.world.view().table("confirmations").toArray()).toHaveLength(1)
    const mailed = await invite(scene, twice)
    expect(mailed.body.map((element) => (element as { stats: number }).stats)).toEqual([200, 200])
    expect(scene.world.mail.list()).toHaveLength(1)
  })

  test("a workspace-only user only with their workspace, one of several by their code", async () => {
    const scene = await people()
    const acme = scene.wId("Acme")
    const answer = await invite(scene, [
      { email: "xena@acme.test" },
      { email: "xena@acme.test", exclusive_w_id: scene.wId("Globex") },
      { email: "xena@acme.test", exclusive_w_id: acme },
      { email: "pat@acme.test", exclusive_w_id: acme },
      { email: "shared@acme.test", user_code: "S-2" },
      { email: "shared@acme.test", user_code: "S-9" },
      { email: "shared@acme.test" },
    ])
    expect(answer.body.map((element) => (element as { stats: number }).stats)).toEqual([
      400, 400, 200, 400, 200, 400, 200,
    ])
    const invited = scene.world.mail.list().map((mail) => {
      const [link] = mail.links
      return scene.world.view().get("confirmations", link?.confirmationId ?? "")?.uId
    })
    expect(invited).toEqual([
      scene.uId("xena@acme.test"),
      scene.uId("shared@acme.test", "S-2"),
      scene.uId("shared@acme.test"),
    ])
  })

  test("a newer invitation replaces the older one", async () => {
    const scene = await people()
    await invite(scene, [{ email: "pat@acme.test" }])
    await invite(scene, [{ email: "pat@acme.test" }])
    const ids = scene.world.mail.list().map((mail) => mail.links[0]?.confirmationId ?? "")
    const replaced = ids.map((id) => scene.world.view().get("confirmations", id)?.replaced)
    expect(replaced).toEqual([true, false])
  })

  test("template and sender", async () => {
    const scene = await people()
    await invite(scene, [{ email: "pat@acme.test" }], {
      domain: "my.test",
      email_template_id: "T-INV",
      sender_name: "Ada, CEO",
    })
    const [mail] = scene.world.mail.list()
    const url = mail?.links[0]?.url
    expect(mail).toMatchObject({
      subject: "Join Acme",
      from: '"Ada, CEO" <no-reply@localhost>',
      text: `Join: ${url}`,
      html: `<p>Pat <a href="${url}">join</a></p>`,
    })
  })

  const pat = [{ email: "pat@acme.test" }]
  const refusals: [string, object][] = [
    ["no users", { domain: "my.test" }],
    ["an empty list", { users: [], domain: "my.test" }],
    ["users that are no list", { users: {}, domain: "my.test" }],
    ["a user without an address", { users: [{}], domain: "my.test" }],
    ["no domain", { users: pat }],
    ["an empty domain", { users: pat, domain: "" }],
    ["a domain with a line break", { users: pat, domain: "my.test\r\nX: y" }],
    ["another scheme", { users: pat, domain: "javascript:alert(1)" }],
    ["a domain with a user in it", { users: pat, domain: "good.test@evil.test" }],
    ["a path with a line break", { users: pat, domain: "my.test", invitation_path: "a\nb" }],
    ["an address with a line break", { users: [{ email: "a\n@b" }], domain: "my.test" }],
    ["an unknown template", { users: pat, domain: "my.test", email_templates_id: "nope" }],
    ["a template of another kind", { users: pat, domain: "my.test", email_templates_id: "T-REG" }],
    ["a bad sender", { users: pat, domain: "my.test", sender_address: "nobody" }],
  ]
  test.each(refusals)("refuses %s", async (_, body) => {
    const { as, world } = await people()
    expect(await refusalOf(world, () => as("ada").userInvite({ body }))).toEqual([400, flat("INVALID_PARAMS")])
  })

  test("administrators of the workspace or of any group of it, nobody else", async () => {
    const { as, anybody, world } = await people()
    const body = { users: pat, domain: "my.test" }
    expect((await as("dave").userInvite({ body })).body).toEqual([{ email: "pat@acme.test", stats: 200 }])
    expect(await refusalOf(world, () => as("bob").userInvite({ body: {} }))).toEqual([403, flat("NO_PRIVILEGES")])
    expect((await refusalOf(world, () => anybody.userInvite({ body })))[0]).toBe(401)
  })
})
