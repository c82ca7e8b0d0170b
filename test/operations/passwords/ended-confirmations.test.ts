import { describe, expect, test } from "vitest"
import { flat, type People, people, refusalOf } from "../../sample-worlds/people.ts"

const BOB = "bob@acme.test"

/** Bob's confirmation IDs for a new password and for a new address. */
async function requestConfirmations({ anybody, as, world }: People) {
  await anybody.forgotPassword({ body: { email: BOB } })
  const { body } = await as("bob").updateUserEmailRequest({ body: { email: "next@acme.test", no_confirm_email: true } })
  const password = world.mail.list({ kind: "password" }).at(-1)?.links[0]?.confirmationId ?? ""
  return { password, email: body.confirmation_id ?? "" }
}

type Ids = Awaited<ReturnType<typeof requestConfirmations>>

const setNew = ({ anybody }: People, { password: id }: Ids) =>
  anybody.setNewPassword({ body: { id, new_password: "later", confirm_password: "later" } })

const moveTo = ({ anybody }: People, { email }: Ids) => anybody.updateUserEmail({ body: { confirmation_id: email } })

const INVALID_ID = [400, flat("INVALID_PARAMS", "invalid id")]

describe("password and e-mail IDs become invalid (model.md section 12.2)", () => {
  test("when the address changes, by the user or by an administrator", async () => {
    const one = await people()
    const ids = await requestConfirmations(one)
    expect((await moveTo(one, ids)).status).toBe(200)
    expect(await refusalOf(one.world, () => setNew(one, ids))).toEqual(INVALID_ID)

    const other = await people()
    const theirs = await requestConfirmations(other)
    await other.as("ada").updateUsersInGroupByAdmin({
      params: { "parent-group-id": "ACME" },
      body: { members: [{ user_id: other.uId(BOB, "B-1"), values: { email: "moved@acme.test" } }] } as never,
    })
    expect(other.user("moved@acme.test", "B-1").email).toBe("moved@acme.test")
    expect(await refusalOf(other.world, () => setNew(other, theirs))).toEqual(INVALID_ID)
    expect(await refusalOf(other.world, () => moveTo(other, theirs))).toEqual(INVALID_ID)
  })

  test("when a password is set by another way", async () => {
    const scene = await people()
    const ids = await requestConfirmations(scene)
    const body = { old_password: "bob-pass", new_password: "other", confirm_password: "other" }
    expect((await scene.as("bob").setPassword({ body })).status).toBe(200)
    expect(await refusalOf(scene.world, () => setNew(scene, ids))).toEqual(INVALID_ID)
    expect(await refusalOf(scene.world, () => moveTo(scene, ids))).toEqual(INVALID_ID)
  })
})

describe("invitations (model.md section 12.2)", () => {
  const invite = async ({ as }: People, by: string, email: string) => {
    const { body } = await as(by).userInvite({ body: { users: [{ email }], no_confirm_email: true } })
    return JSON.stringify(body).match(/[A-Za-z0-9]{72}/)?.[0] ?? ""
  }

  const register = ({ anybody }: People, confirmation_id: string, email: string) =>
    anybody.registerUser({ body: { confirmation_id, email, password: "pat-pass" } })

  test("an invitation to another workspace stays valid", async () => {
    const scene = await people()
    await scene.as("olga").addUser({ body: { email: "pat@acme.test", g_id: scene.gId("GLOBEX") } })
    const first = await invite(scene, "ada", "pat@acme.test")
    await invite(scene, "olga", "pat@acme.test")
    expect((await register(scene, first, "pat@acme.test")).status).toBe(200)
  })

  test("an invitation follows the user's changed address, and the old address is refused", async () => {
    const scene = await people()
    const id = await invite(scene, "ada", "pat@acme.test")
    await scene.as("ada").updateUsersInGroupByAdmin({
      params: { "parent-group-id": "ACME" },
      body: { members: [{ user_id: scene.uId("pat@acme.test"), values: { email: "new@acme.test" } }] } as never,
    })
    expect((await refusalOf(scene.world, () => register(scene, id, "pat@acme.test")))[0]).toBe(400)
    expect((await register(scene, id, "new@acme.test")).status).toBe(200)
  })
})
