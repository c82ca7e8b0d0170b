import { describe, expect, test } from "vitest"
import { flat, people, refusalOf } from "../../sample-worlds/people.ts"

const names = (members: readonly { username: string }[]) => members.map((member) => member.username)

describe("GetUsersInGroup (api.md section 12)", () => {
  test("the direct members, with everything about them", async () => {
    const { as, uId } = await people()
    await as("bob").updateUserInfo({ body: { additional_info: { desk: 7 } } })
    const { status, body } = await as("bob").getUsersInGroup({ params: { "group-id": "SUPPORT" } })
    expect(status).toBe(200)
    expect(body.count).toBe(2)
    expect(names(body.members)).toEqual(["Bob", "Pat"])
    const bob = uId("bob@acme.test", "B-1")
    expect(body.members[0]).toMatchObject({
      u_id: bob,
      email: "bob@acme.test",
      profile_pic: `http://hexarium/api/v0/public/userinfo/profilepic/${bob}`,
      confirmed: true,
      email_sent: false,
      is_sv: false,
      user_code: "B-1",
      additional_info: { desk: 7 },
    })
    expect(body.members[0]?.user_roles?.map((role) => role.role_id)).toEqual(["MEMBER", "CLERK"])
    expect(body.members[1]).toMatchObject({ confirmed: false, user_code: "" })
    expect(body.members[1]).not.toHaveProperty("additional_info")
  })

  test("recursive adds the members of all groups below, once each", async () => {
    const { as, gId } = await people()
    const list = async (group: string, recursive: string) =>
      (await as("carol").getUsersInGroup({ params: { "group-id": group }, query: { recursive } })).body
    expect(names((await list("SALES", "false")).members)).toEqual(["Dave"])
    expect(names((await list("SALES", "1")).members)).toEqual(["Carol", "Dave", "Shared", "Shared Two"])
    expect((await list("SALES", "true")).members.map((member) => member.is_sv)).toEqual([false, true, false, false])
    const all = await list(gId("ACME"), "true")
    expect(names(all.members)).toEqual(["Ada", "Bob", "Carol", "Dave", "Erin", "Shared", "Shared Two", "Xena", "Pat"])
    expect(all.count).toBe(9)
  })

  test("roles are those of the workspace the group is in", async () => {
    const { as } = await people()
    const { members } = (await as("olga").getUsersInGroup({ params: { "group-id": "GLOBEX" } })).body
    const erin = members.find((member) => member.username === "Erin")
    expect(erin?.user_roles).toEqual([])
  })

  test("an unknown group, one of another workspace", async () => {
    const { as, gId, world } = await people()
    for (const group of ["NOPE", gId("GLOBEX"), "GLOBEX"]) {
      const ask = () => as("ada").getUsersInGroup({ params: { "group-id": group } })
      expect(await refusalOf(world, ask)).toEqual([404, flat("NOT_FOUND")])
    }
  })
})
