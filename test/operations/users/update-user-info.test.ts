import { describe, expect, test } from "vitest"
import { flat, people, refusalOf } from "../../sample-worlds/people.ts"

describe("UpdateUserInfo (api.md section 1.2)", () => {
  test("changes the properties of the body, at once and everywhere", async () => {
    const { as, uId, gId } = await people()
    const carol = as("carol")
    const body = { user_id: uId("carol@acme.test"), username: "Caroline", user_code: "C-1", email: "other@acme.test" }
    expect(await carol.updateUserInfo({ body })).toMatchObject({ status: 200, body: { error: null } })
    expect((await carol.getUserInfo()).body).toMatchObject({
      username: "Caroline",
      user_code: "C-1",
      email: "carol@acme.test",
    })
    const members = (await as("ada").getUsersInGroup({ params: { "group-id": gId("TOKYO") } })).body.members
    expect(members.map((member) => member.username)).toContain("Caroline")
  })

  test("absent and null members stay, an empty user code clears it, an empty user_id is the caller", async () => {
    const { as } = await people()
    const bob = as("bob")
    await bob.updateUserInfo({ body: { user_id: "", username: null, user_code: null } })
    expect((await bob.getUserInfo()).body).toMatchObject({ username: "Bob", user_code: "B-1" })
    await bob.updateUserInfo({ body: { user_code: "" } })
    expect((await bob.getUserInfo()).body).toMatchObject({ username: "Bob", user_code: "" })
  })

  test("additional information is merged", async () => {
    const { as } = await people()
    const bob = as("bob")
    await bob.updateUserInfo({ body: { additional_info: { a: 1, b: { c: 2 } } } })
    await bob.updateUserInfo({ body: { additional_info: { b: null, constructor: "x" } } })
    expect((await bob.getUserInfo()).body.additional_info).toEqual({ a: 1, b: null, constructor: "x" })
  })

  test("a code of another workspace is free, one of a colleague is not", async () => {
    const { as, world } = await people()
    expect((await as("carol").updateUserInfo({ body: { user_code: "O-1" } })).status).toBe(200)
    const taken = () => as("carol").updateUserInfo({ body: { user_code: "B-1" } })
    expect(await refusalOf(world, taken)).toEqual([400, flat("INVALID_PARAMS", "User code already exists")])
  })

  test("a code is looked for in every workspace of the user", async () => {
    const { as, world } = await people()
    const taken = () => as("erin").updateUserInfo({ body: { user_code: "O-1" } })
    expect(await refusalOf(world, taken)).toEqual([400, flat("INVALID_PARAMS", "User code already exists")])
  })

  test("an address with a code is one login", async () => {
    const { anybody, withToken, world } = await people()
    const { token } = (
      await anybody.login({ body: { email: "shared@acme.test", user_code: "S-2", password: "shared-two-pass" } })
    ).body
    const clash = () => withToken(token).updateUserInfo({ body: { user_code: "" } })
    expect(await refusalOf(world, clash)).toEqual([400, flat("INVALID_PARAMS", "Email already exists")])
  })

  test.each([
    ["another user", { user_id: "0".repeat(24), username: "" }, 403, "NO_PRIVILEGES"],
    ["another user, with a malformed name", { user_id: "0".repeat(24), username: 5 }, 403, "NO_PRIVILEGES"],
    ["an empty name", { username: "" }, 400, "INVALID_PARAMS"],
    ["a line break in the name", { username: "Bob\r\nBcc: x@y" }, 400, "INVALID_PARAMS"],
    ["NUL in the code", { user_code: "a\u0000" }, 400, "INVALID_PARAMS"],
    ["a number as name", { username: 5 }, 400, "INVALID_PARAMS"],
    ["additional information that is a list", { additional_info: [] }, 400, "INVALID_PARAMS"],
  ])("refuses %s", async (_, body, status, code) => {
    const { as, world } = await people()
    expect(await refusalOf(world, () => as("bob").updateUserInfo({ body }))).toEqual([status, flat(code)])
  })
})
