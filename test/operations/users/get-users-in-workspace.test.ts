import { describe, expect, test } from "vitest"
import { flat, people, refusalOf } from "../../sample-worlds/people.ts"

const names = (members: readonly { username: string }[]) => members.map((member) => member.username)

describe("GetUsersInWorkspace (api.md section 12)", () => {
  test("returns one entry for each group with direct members", async () => {
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

  test("accepts any workspace that the caller is in, and no other", async () => {
    const { as, wId, world } = await people()
    expect((await as("erin").getUsersInWorkspace({ params: { "workspace-id": wId("Globex") } })).status).toBe(200)
    const ask = (workspace: string) => () => as("bob").getUsersInWorkspace({ params: { "workspace-id": workspace } })
    expect(await refusalOf(world, ask(wId("Globex")))).toEqual([403, flat("NO_PRIVILEGES")])
    expect(await refusalOf(world, ask("f".repeat(24)))).toEqual([404, flat("NOT_FOUND")])
  })
})
