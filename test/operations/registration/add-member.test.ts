import { expect, test } from "vitest"
import { people } from "../../sample-worlds/people.ts"

test("AddUser returns added:false for a member and changes nothing, not even the password (api.md section 5.1)", async () => {
  const { as, gId, user, world } = await people()
  const before = user("pat@acme.test")
  expect(before.passwordHash).toBeNull()
  const { status, body } = await as("ada").addUser({
    body: {
      email: "pat@acme.test",
      g_id: gId("SUPPORT"),
      no_confirm_email: true,
      tmp_password: "pat-pass",
      confirm_email_ack: true,
    },
  })
  expect([status, body.added, body.exists, body.user_profile.email_sent]).toEqual([200, false, true, false])
  expect(user("pat@acme.test")).toEqual(before)
  expect(world.mail.list()).toEqual([])
})
