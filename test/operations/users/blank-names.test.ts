import { expect, test } from "vitest"
import { people } from "../../sample-worlds/people.ts"

test("a blank username or user_code returns 400 INVALID_PARAMS (model.md section 2.1)", async () => {
  const { anybody, as, gId, uId, world } = await people()
  const before = world.hash()
  const add = (body: object) => as("ada").addUser({ body: { email: "new@acme.test", g_id: gId("ACME"), ...body } })
  const update = (member: object) =>
    as("ada").updateUsersInGroupByAdmin({
      params: { "parent-group-id": "ACME" },
      body: { members: [{ user_id: uId("bob@acme.test", "B-1"), values: member }] } as never,
    })
  const answers = [
    await add({ username: " " }),
    await add({ user_code: "\t" }),
    await update({ user_name: "  " }),
    await update({ user_code: " " }),
    await as("bob").updateUserInfo({ body: { username: " " } }),
    await as("bob").updateUserInfo({ body: { user_code: "\u3000" } }),
    await anybody.userRegistration({ body: { email: "new@some.test", username: " " } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400))
  expect(world.hash()).toBe(before)
})
