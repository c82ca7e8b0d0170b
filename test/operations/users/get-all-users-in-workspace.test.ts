import { describe, expect, test } from "vitest"
import { flat, people, refusalOf } from "../../sample-worlds/people.ts"

const names = (members: readonly { username: string }[]) => members.map((member) => member.username)

describe("GetAllUsersInWorkspace (api.md section 12)", () => {
  test("the group and all below, once each", async () => {
    const { as, uId, world } = await people()
    const { body } = await as("bob").getAllUsersInWorkspace({ params: { "group-id": "SALES" } })
    expect(names(body.members)).toEqual(["Carol", "Dave", "Shared", "Shared Two"])
    expect(body.totalMembers).toBe(4)
    const carol = uId("carol@acme.test")
    expect(body.members[0]).toEqual({
      confirmed: true,
      email: "carol@acme.test",
      email_sent: false,
      profile_pics: [{ mediaLink: `http://hexarium/api/v0/public/userinfo/profilepic/${carol}` }],
      u_id: carol,
      user_code: "",
      username: "Carol",
    })
    const ask = () => as("bob").getAllUsersInWorkspace({ params: { "group-id": "GLOBEX" } })
    expect(await refusalOf(world, ask)).toEqual([404, flat("NOT_FOUND")])
  })
})
