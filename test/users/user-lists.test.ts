import { describe, expect, test } from "vitest"
import { flat, people, refused } from "../worlds/people.ts"

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
      expect(await refused(world, ask)).toEqual([404, flat("NOT_FOUND")])
    }
  })
})

describe("GetUsersInWorkspace (api.md section 12)", () => {
  test("one entry per group with direct members", async () => {
    const { as, gId, wId, user } = await people()
    const params = { "workspace-id": wId("Acme") }
    const { body } = await as("bob").getUsersInWorkspace({ params })
    expect(Object.fromEntries(Object.entries(body).map(([group, users]) => [group, names(users)]))).toEqual({
      [gId("ACME")]: ["Ada", "Bob", "Erin", "Xena"],
      [gId("SALES")]: ["Dave"],
      [gId("TOKYO")]: ["Carol", "Shared"],
      [gId("OSAKA")]: ["Shared Two"],
      [gId("SUPPORT")]: ["Bob", "Pat"],
    })
    const dave = user("dave@acme.test")
    expect(body[gId("SALES")]).toEqual([
      {
        id: dave.uId,
        u_id: dave.uId,
        username: "Dave",
        access_key: dave.accessKey,
        created_at: "2026-01-05T09:00:00.000Z",
        updated_at: "2026-01-05T09:00:00.000Z",
      },
    ])
    const admins = await as("bob").getUsersInWorkspace({ params, query: { admin_only: true } })
    expect(Object.entries(admins.body).map(([group, users]) => [group, names(users)])).toEqual([[gId("ACME"), ["Ada"]]])
  })

  test("of any workspace the caller is in, of no other", async () => {
    const { as, wId, world } = await people()
    expect((await as("erin").getUsersInWorkspace({ params: { "workspace-id": wId("Globex") } })).status).toBe(200)
    const ask = (workspace: string) => () => as("bob").getUsersInWorkspace({ params: { "workspace-id": workspace } })
    expect(await refused(world, ask(wId("Globex")))).toEqual([403, flat("NO_PRIVILEGES")])
    expect(await refused(world, ask("f".repeat(24)))).toEqual([404, flat("NOT_FOUND")])
  })
})

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
    expect(await refused(world, ask)).toEqual([404, flat("NOT_FOUND")])
  })
})

describe("GetUserInfoByAdmin (api.md section 12)", () => {
  test("by address or code, in the query or in a body", async () => {
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
    expect(await find({ email: "xena@acme.test" })).toBe("Xena")
    expect(await find({ email: "xena@acme.test", exclusive_w_id: wId("Acme") })).toBe("Xena")
  })

  test("nobody of another workspace, nothing to look for, no administrator", async () => {
    const { as, anybody, world, wId } = await people()
    const ask = (name: string, query: Record<string, string>) => () => as(name).getUserInfoByAdmin({ query })
    expect(await refused(world, ask("ada", { email: "olga@globex.test" }))).toEqual([404, flat("NOT_FOUND")])
    expect(await refused(world, ask("ada", { user_code: "O-1" }))).toEqual([404, flat("NOT_FOUND")])
    expect(await refused(world, ask("ada", { email: "bob@acme.test", user_code: "B-2" }))).toEqual([
      404,
      flat("NOT_FOUND"),
    ])
    expect(await refused(world, ask("ada", { email: "bob@acme.test", exclusive_w_id: wId("Acme") }))).toEqual([
      404,
      flat("NOT_FOUND"),
    ])
    expect(await refused(world, ask("ada", {}))).toEqual([400, flat("INVALID_PARAMS")])
    expect(await refused(world, ask("dave", {}))).toEqual([403, flat("NO_PRIVILEGES")])
    expect((await refused(world, () => anybody.getUserInfoByAdmin()))[0]).toBe(401)
  })
})
