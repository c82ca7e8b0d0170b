import { describe, expect, test } from "vitest"
import { flat, people, refusalOf } from "../../sample-worlds/people.ts"
import { request } from "./email-request.ts"

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
    expect((await refusalOf(world, () => withToken("bad").updateUserEmail({ body })))[0]).toBe(401)
    expect(await refusalOf(world, () => as("ada").updateUserEmail({ body }))).toEqual([403, flat("NO_PRIVILEGES")])
    expect((await as("bob").updateUserEmail({ body })).status).toBe(200)
  })

  test("once, not after a newer request, not after its time", async () => {
    const scene = await people()
    const { anybody, world } = scene
    const update = (id: string) => () => anybody.updateUserEmail({ body: { confirmation_id: id } })
    const first = await request(scene)
    const second = await request(scene, { email: "second@acme.test" })
    expect(await refusalOf(world, update(first))).toEqual([400, flat("INVALID_PARAMS", "invalid id")])
    await update(second)()
    expect(await refusalOf(world, update(second))).toEqual([400, flat("INVALID_PARAMS", "invalid id")])
    const third = await request(scene)
    await world.clock.move({ advance: 86_400_001 })
    expect(await refusalOf(world, update(third))).toEqual([400, flat("INVALID_PARAMS", "id has elapsed")])
    expect(await refusalOf(world, update("unknown"))).toEqual([400, flat("INVALID_PARAMS", "invalid id")])
  })

  test("an address that was taken meanwhile is refused, and the id stays", async () => {
    const { anybody, as, gId, world } = await people()
    const asked = await as("carol").updateUserEmailRequest({ body: { email: "new@acme.test", no_confirm_email: true } })
    const body = { confirmation_id: asked.body.confirmation_id }
    await as("ada").addUser({ body: { email: "new@acme.test", g_id: gId("SUPPORT") } })
    const update = () => anybody.updateUserEmail({ body })
    expect(await refusalOf(world, update)).toEqual([400, flat("INVALID_PARAMS", "Email already exists")])
    expect(world.view().get("confirmations", body.confirmation_id ?? "")?.used).toBe(false)
  })
})
