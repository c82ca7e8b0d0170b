import { describe, expect, test } from "vitest"
import { flat, people, refusalOf } from "../../sample-worlds/people.ts"

describe("GetUserInfoByAdmin (api.md section 12)", () => {
  test("accepts an address or a code, in the query or in a body", async () => {
    const { as, uId, wId } = await people()
    const bob = {
      u_id: uId("bob@acme.test", "B-1"),
      username: "Bob",
      email: "bob@acme.test",
      profile_pic: expect.stringContaining(uId("bob@acme.test", "B-1")),
      confirmed: true,
      email_sent: false,
      user_roles: [
        expect.objectContaining({ role_id: "MEMBER", application_id: "CRM" }),
        expect.objectContaining({ role_id: "CLERK", application_id: "SHOP" }),
      ],
      user_code: "B-1",
    }
    expect((await as("ada").getUserInfoByAdmin({ query: { email: "BOB@acme.test" } })).body).toEqual(bob)
    expect((await as("ada").getUserInfoByAdmin({ query: { user_code: "B-1" } })).body).toEqual(bob)
    const find = async (query: Record<string, string>) => (await as("ada").getUserInfoByAdmin({ query })).body.username
    expect(await find({ email: "shared@acme.test" })).toBe("Shared")
    expect(await find({ email: "shared@acme.test", user_code: "S-2" })).toBe("Shared Two")
    expect(await find({ email: "xena@acme.test", exclusive_w_id: wId("Acme") })).toBe("Xena")
  })

  test("nobody of another workspace, nothing to look for, no administrator", async () => {
    const { as, anybody, world, wId } = await people()
    const ask = (name: string, query: Record<string, string>) => () => as(name).getUserInfoByAdmin({ query })
    expect(await refusalOf(world, ask("ada", { email: "olga@globex.test" }))).toEqual([404, flat("NOT_FOUND")])
    expect(await refusalOf(world, ask("ada", { user_code: "O-1" }))).toEqual([404, flat("NOT_FOUND")])
    expect(await refusalOf(world, ask("ada", { email: "bob@acme.test", user_code: "B-2" }))).toEqual([
      404,
      flat("NOT_FOUND"),
    ])
    expect(await refusalOf(world, ask("ada", { email: "bob@acme.test", exclusive_w_id: wId("Acme") }))).toEqual([
      404,
      flat("NOT_FOUND"),
    ])
    // A request finds a workspace-only user only with the user's workspace.
    expect(await refusalOf(world, ask("ada", { email: "xena@acme.test" }))).toEqual([404, flat("NOT_FOUND")])
    expect(await refusalOf(world, ask("ada", {}))).toEqual([400, flat("INVALID_PARAMS")])
    expect(await refusalOf(world, ask("dave", {}))).toEqual([403, flat("NO_PRIVILEGES")])
    expect((await refusalOf(world, () => anybody.getUserInfoByAdmin()))[0]).toBe(401)
  })
})
