import { describe, expect, test } from "vitest"
import { flat, people, refusalOf } from "../../sample-worlds/people.ts"
import { requestRegistration } from "./registered.ts"

const json = { accept: "application/json" }

describe("ConfirmRegistration (api.md section 4.2)", () => {
  const redirects: [object, string][] = [
    [{}, "https://app.example.test/confirm_email/ID"],
    [{ registration_path: "welcome" }, "https://app.example.test/welcome/ID"],
    [{ registration_path: "https://my.test/hi?a=b" }, "https://my.test/hi?a=b&confirmation_id=ID"],
    [{ registration_path: "https://my.test/hi", hostname: "x.test" }, "https://my.test/hi?confirmation_id=ID"],
    [{ hostname: "my.test" }, "https://my.test/confirm_email/ID"],
    [{ registration_path: "/hi/", hostname: "my.test:8080", protocol: "http" }, "http://my.test:8080/hi/ID"],
    [{ registration_path: "hi", registration_domain: "dom.test" }, "https://dom.test/hi/ID"],
    [{ registration_path: "hi", registration_domain: "dom.test", hostname: "host.test" }, "https://host.test/hi/ID"],
    [{ registration_path: "hi", hostname: "", protocol: "http" }, "https://app.example.test/hi/ID"],
  ]
  test.each(redirects)("%j leads to %s", async (body, location) => {
    const scene = await people()
    const id = await requestRegistration(scene, body)
    const answer = await scene.anybody.confirmRegistration({ query: { id } })
    expect([answer.status, answer.headers.get("location")?.replace(id, "ID")]).toEqual([302, location])
    expect(scene.user("new@some.test").confirmed).toBe(true)
    expect(scene.world.view().get("confirmations", id)?.emailConfirmed).toBe(true)
  })

  test("JSON for who asks for it; repeating is harmless", async () => {
    const scene = await people()
    const id = await requestRegistration(scene)
    const answer = await scene.anybody.confirmRegistration({ query: { id }, headers: json })
    expect(answer).toMatchObject({ status: 200 })
    expect(answer.body).toEqual({
      user: {
        confirmation_id: id,
        email: "new@some.test",
        id: scene.uId("new@some.test"),
        username: "new",
        confirmed: true,
        isElapsed: false,
        email_confirmed: true,
      },
    })
    const hash = scene.world.hash()
    expect(await scene.anybody.confirmRegistration({ query: { id }, headers: json })).toMatchObject({
      status: 200,
      body: answer.body,
    })
    expect(scene.world.hash()).toBe(hash)
  })

  test("an elapsed, replaced or used id records nothing and still redirects", async () => {
    const scene = await people()
    const { anybody, world } = scene
    const replaced = await requestRegistration(scene)
    const elapsed = await requestRegistration(scene)
    const follow = async (id: string) => {
      const hash = world.hash()
      expect((await anybody.confirmRegistration({ query: { id } })).status).toBe(302)
      expect(world.hash()).toBe(hash)
    }
    await follow(replaced)
    await world.clock.move({ advance: "25h" })
    await follow(elapsed)
    expect((await anybody.confirmRegistration({ query: { id: elapsed }, headers: json })).body.user).toMatchObject({
      isElapsed: true,
      confirmed: false,
      email_confirmed: false,
    })
    const used = await requestRegistration(scene)
    await anybody.registerUser({ body: { confirmation_id: used, email: "new@some.test", password: "p" } })
    await follow(used)
  })

  test("an unknown or missing id, or one of another kind", async () => {
    const { anybody, as, world } = await people()
    await as("ada").userInvite({ body: { users: [{ email: "pat@acme.test" }], domain: "x.test" } })
    const invitation = world.mail.list()[0]?.links[0]?.confirmationId ?? ""
    for (const query of [{ id: "unknown" }, {}, { id: invitation }]) {
      const follow = () => anybody.confirmRegistration({ query: query as Record<string, string> })
      expect(await refusalOf(world, follow)).toEqual([400, flat("INVALID_PARAMS")])
    }
  })
})
