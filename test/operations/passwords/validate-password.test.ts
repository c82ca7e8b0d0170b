import { describe, expect, test } from "vitest"
import { flat, people, refusalOf } from "../../sample-worlds/people.ts"

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
      expect(await refusalOf(world, follow)).toEqual([400, flat("INVALID_PARAMS")])
    }
  })
})
