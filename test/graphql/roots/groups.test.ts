import { expect, test } from "vitest"
import { people } from "../../sample-worlds/people.ts"
import { graphqlClient } from "../graphql-client.ts"

test("getGroupTree returns the top group with all groups below it", async () => {
  const { world, gId } = await people()
  const { error, result } = await graphqlClient(world, "ada-token").root("getGroupTree")
  expect(error).toBe(null)
  expect(result).toHaveLength(1)
  expect(result[0]).toMatchObject({ display_id: "ACME", show_child: true, index: 0, disable_ui_access: false })
  expect(result[0].childGroups).toEqual([
    expect.objectContaining({
      id: gId("SALES"),
      display_id: "SALES",
      name: "Sales",
      index: 0,
      childGroups: [
        expect.objectContaining({ display_id: "TOKYO", index: 0 }),
        expect.objectContaining({ display_id: "OSAKA", index: 1 }),
      ],
    }),
    expect.objectContaining({ display_id: "SUPPORT", index: 1, childGroups: [] }),
  ])
})

test("workspaceGetGroupChildren lists direct subgroups, by default of the top group", async () => {
  const { world, gId } = await people()
  const ada = graphqlClient(world, "ada-token")
  const top = await ada.root("workspaceGetGroupChildren")
  expect(top).toMatchObject({ error: "", group: { group_id: "ACME" }, count: 2 })
  expect(top.children.map((group: { group_id: string }) => group.group_id)).toEqual(["SALES", "SUPPORT"])
  for (const groupId of ["SALES", gId("SALES")]) {
    const sales = await ada.root("workspaceGetGroupChildren", { groupId })
    expect(sales.group).toEqual({ g_id: gId("SALES"), group_id: "SALES", name: "Sales", index: 0 })
  }
})

test("getUsersInGroup lists the direct members", async () => {
  const { world, gId, uId } = await people()
  const { members, count } = await graphqlClient(world, "ada-token").root("getUsersInGroup", { groupId: gId("SALES") })
  expect(count).toBe(1)
  expect(members).toEqual([
    expect.objectContaining({ u_id: uId("dave@acme.test"), email: "dave@acme.test", is_sv: true }),
  ])
})

test("updateGroup changes name and display ID, and returns the group", async () => {
  const { world, gId } = await people()
  const ada = graphqlClient(world, "ada-token")
  expect(await ada.root("updateGroup", { groupId: "SALES", payload: { display_id: "SOLD", name: "Sold" } })).toEqual({
    error: null,
    group: { g_id: gId("SOLD"), group_id: "SOLD", name: "Sold", index: 0 },
    children: expect.any(Array),
    count: 2,
  })
  expect(await ada.root("updateGroup", { groupId: gId("SOLD"), payload: { name: "Sales" } })).toMatchObject({
    group: { group_id: "SOLD", name: "Sales" },
  })
  const refused = await ada.refused("updateGroup", { groupId: "nothing", payload: { name: "X" } })
  expect(refused.extensions).toMatchObject({ code: "NOT_FOUND", status: 404 })
})

test("deleteGroup deletes a group without children", async () => {
  const { world, gId } = await people()
  const ada = graphqlClient(world, "ada-token")
  const full = await ada.refused("deleteGroup", { groupId: gId("SALES") })
  expect(full.extensions).toMatchObject({ code: "INVALID_PARAMS", status: 400 })
  expect(await ada.root("deleteGroup", { groupId: gId("OSAKA") })).toEqual({ error: null })
  expect((await ada.root("workspaceGetGroupChildren", { groupId: "SALES" })).count).toBe(1)
})

test("addUserInGroup adds a user without a mail, whatever the payload asks for", async () => {
  const { world, gId } = await people()
  const ada = graphqlClient(world, "ada-token")
  const mails = world.mail.list().length
  const added = await ada.root("addUserInGroup", {
    payload: {
      email: "new@acme.test",
      group_id: gId("TOKYO"),
      username: "New",
      current_workspace_id: "any",
      workspace_key: "any",
      hostname: "any",
      confirm_email_ack: true,
      send_password_to_email: true,
      dynamic_template_data: { a: null },
    },
  })
  expect(added).toMatchObject({ added: true, exists: false, user_profile: { email: "new@acme.test", username: "New" } })
  expect(world.mail.list()).toHaveLength(mails)
  const again = await ada.root("addUserInGroup", { payload: { email: "new@acme.test", group_id: "TOKYO" } })
  expect(again).toMatchObject({ added: false, exists: true })
})

test("removeUserFromGroup removes a member", async () => {
  const { world, gId, uId } = await people()
  const ada = graphqlClient(world, "ada-token")
  const payload = { group_id: gId("SUPPORT"), user_id: uId("pat@acme.test"), workspace_id: "any" }
  expect(await ada.root("removeUserFromGroup", { payload })).toEqual({ error: null })
  const again = await ada.refused("removeUserFromGroup", { payload })
  expect(again.extensions).toMatchObject({ code: "NOT_FOUND", status: 404 })
})

test("place and privilege are decided before the other arguments", async () => {
  const { world } = await people()
  const carol = graphqlClient(world, "carol-token")
  const denied = await carol.refused("addUserInGroup", { payload: { email: "no address", group_id: "SUPPORT" } })
  expect(denied.extensions).toMatchObject({ code: "NO_PRIVILEGES", status: 403 })
  const lost = await carol.refused("addUserInGroup", { payload: { email: "no address", group_id: "nothing" } })
  expect(lost.extensions).toMatchObject({ code: "NOT_FOUND", status: 404 })
})

test("createGroup creates a group below another one, and the caller does not become a member", async () => {
  const { world, gId } = await people()
  const ada = graphqlClient(world, "ada-token")
  for (const [parentGroupId, display_id] of [
    ["SALES", "NAGOYA"],
    [gId("SALES"), "KYOTO"],
  ] as const) {
    const payload = { name: display_id.toLowerCase(), display_id, is_empty_group: true }
    expect(await ada.root("createGroup", { parentGroupId, payload })).toEqual({
      error: null,
      groupTree_datastores_res: null,
      group: {
        id: gId(display_id),
        g_id: gId(display_id),
        name: payload.name,
        display_id,
        index: expect.any(Number),
        disable_ui_access: false,
        is_root: false,
        access_key: expect.any(String),
        created_at: expect.stringMatching(/^2026-01-05T09:00/),
      },
    })
    expect((await ada.root("getUsersInGroup", { groupId: gId(display_id) })).members).toEqual([])
  }
})

test("createGroup is refused as CreateGroup is", async () => {
  const { world, as } = await people()
  const before = world.hash()
  const cases = [
    { name: "ada", parentGroupId: "nothing", payload: { name: "X", display_id: "X" } },
    { name: "carol", parentGroupId: "SALES", payload: { name: "X", display_id: "X" } },
    { name: "ada", parentGroupId: "SALES", payload: { display_id: "X" } },
    { name: "ada", parentGroupId: "SALES", payload: { name: "X" } },
    { name: "ada", parentGroupId: "SALES", payload: { name: "X", display_id: "TOKYO" } },
  ]
  for (const { name, parentGroupId, payload } of cases) {
    const refused = await graphqlClient(world, `${name}-token`).refused("createGroup", { parentGroupId, payload })
    const { status, body } = await as(name).createGroup({
      params: { "parent-group-id": parentGroupId },
      body: payload as never,
    })
    // REST names the body before the property.
    const { error, ...others } = body as unknown as { readonly error: string }
    expect(refused.extensions).toMatchObject({ status, response: { ...others, error: error.replace(/^body\./, "") } })
  }
  expect(world.hash()).toBe(before)
})
