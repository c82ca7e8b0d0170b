import { describe, expect, test } from "vitest"
import { flat, people, refusalOf } from "../../sample-worlds/people.ts"
import { request } from "./email-request.ts"

const json = { accept: "application/json" }

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

  test("records nothing for a used, replaced or elapsed ID, and still redirects", async () => {
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
      expect(await refusalOf(world, follow)).toEqual([404, flat("NOT_FOUND")])
    }
  })
})
