import { describe, expect, test } from "vitest"
import { flat, type People, people, refused } from "../worlds/people.ts"

const CRM = { "app-id": "CRM" }
const NO_GRANT = { code: 999, message: "No privileges to the Application" }

const held = async ({ as }: People, name: string) =>
  (await as(name).getUserInfo()).body.user_roles.map((role) => `${role.application_id}:${role.role_id}`)

const rolesOf = (scene: People, application: string) => {
  const view = scene.world.view()
  const pId = view
    .table("applications")
    .toArray()
    .find((one) => one.displayId === application)?.pId
  return Object.fromEntries(
    view
      .table("roles")
      .toArray()
      .filter((role) => role.pId === pId)
      .map((role) => [role.displayId, role.rId]),
  )
}

describe("GetRoles (api.md section 13)", () => {
  test("the roles of an application", async () => {
    const scene = await people()
    const answer = await scene.as("bob").getRoles({ params: CRM })
    const roles = rolesOf(scene, "CRM")
    expect(answer.body.map(({ project_id, ...role }) => role)).toEqual([
      { role_id: roles.ADMIN, display_id: "ADMIN", name: "admin", type: "ADMIN" },
      { role_id: roles.MEMBER, display_id: "MEMBER", name: "member", type: "MEMBER" },
      { role_id: roles.SELLER, display_id: "SELLER", name: "seller", type: "CUSTOM" },
    ])
    for (const application of ["NOPE", "HR"]) {
      const ask = () => scene.as("ada").getRoles({ params: { "app-id": application } })
      expect(await refused(scene.world, ask)).toEqual([404, flat("NOT_FOUND")])
    }
  })
})

describe("GetRoleUsers (api.md section 13)", () => {
  test("directly or by a group, once each", async () => {
    const { as, uId } = await people()
    const users = async (role: string) =>
      (await as("bob").getRoleUsers({ params: { ...CRM, "role-id": role } })).body.role_users
    expect(await users("ADMIN")).toEqual([{ email: "ada@acme.test", u_id: uId("ada@acme.test"), username: "Ada" }])
    await as("ada").addRoleToUser({ params: CRM, body: { user_id: uId("carol@acme.test"), role_id: "SELLER" } })
    await as("ada").addRoleToUser({ params: CRM, body: { user_id: uId("pat@acme.test"), role_id: "SELLER" } })
    expect((await users("SELLER")).map((user) => user.username)).toEqual([
      "Carol",
      "Dave",
      "Shared",
      "Shared Two",
      "Pat",
    ])
    expect(await users("MEMBER")).toHaveLength(9)
  })

  test("an unknown role or application", async () => {
    const scene = await people()
    const ask = (application: string, role: string) => () =>
      scene.as("ada").getRoleUsers({ params: { "app-id": application, "role-id": role } })
    for (const [application, role] of [
      ["CRM", "NOPE"],
      ["CRM", "CLERK"],
      ["CRM", rolesOf(scene, "SHOP").CLERK],
      ["HR", "ADMIN"],
      ["NOPE", "ADMIN"],
    ] as [string, string][]) {
      expect(await refused(scene.world, ask(application, role))).toEqual([404, flat("NOT_FOUND")])
    }
  })
})

describe("AddRoleToUser and RemoveRoleFromUser (api.md section 13)", () => {
  test("grants and takes away, effective at once; repeating changes nothing", async () => {
    const scene = await people()
    const { as, uId, world } = scene
    const body = { user_id: uId("bob@acme.test", "B-1"), role_id: "SELLER" }
    expect(await as("ada").addRoleToUser({ params: CRM, body })).toMatchObject({ status: 200, body: { error: null } })
    expect(await held(scene, "bob")).toEqual(["CRM:MEMBER", "CRM:SELLER", "SHOP:CLERK"])
    const hash = world.hash()
    const internal = { ...body, role_id: rolesOf(scene, "CRM").SELLER }
    expect((await as("ada").addRoleToUser({ params: CRM, body: internal })).status).toBe(200)
    expect(world.hash()).toBe(hash)
    expect(await as("ada").removeRoleFromUser({ params: CRM, body })).toMatchObject({
      status: 200,
      body: { error: null },
    })
    expect(await held(scene, "bob")).toEqual(["CRM:MEMBER", "SHOP:CLERK"])
    expect((await as("ada").removeRoleFromUser({ params: CRM, body })).status).toBe(200)
  })

  test("what comes from a group stays", async () => {
    const scene = await people()
    const body = { user_id: scene.uId("carol@acme.test"), role_id: "SELLER" }
    expect((await scene.as("ada").removeRoleFromUser({ params: CRM, body })).status).toBe(200)
    expect(await held(scene, "carol")).toEqual(["CRM:MEMBER", "CRM:SELLER"])
  })

  test("ADMIN of the application may, and the workspace admin, nobody else", async () => {
    const scene = await people()
    const { as, uId, world } = scene
    const shop = { "app-id": "SHOP" }
    const admin = { user_id: uId("carol@acme.test"), role_id: "ADMIN" }
    expect((await as("ada").addRoleToUser({ params: shop, body: admin })).status).toBe(200)
    const body = { user_id: uId("pat@acme.test"), role_id: "CLERK" }
    expect((await as("carol").addRoleToUser({ params: shop, body })).status).toBe(200)
    for (const name of ["bob", "dave", "carol"]) {
      for (const operation of ["addRoleToUser", "removeRoleFromUser"] as const) {
        expect(await refused(world, () => as(name)[operation]({ params: CRM, body: {} }))).toEqual([403, NO_GRANT])
      }
    }
  })

  test("refuses what is unknown, or of another application or workspace", async () => {
    const scene = await people()
    const { as, uId, world } = scene
    const pat = uId("pat@acme.test")
    const cases: [string, object][] = [
      ["NOPE", { user_id: pat, role_id: "SELLER" }],
      ["HR", { user_id: pat, role_id: "ADMIN" }],
      ["CRM", { user_id: pat, role_id: "NOPE" }],
      ["CRM", { user_id: pat, role_id: rolesOf(scene, "SHOP").CLERK }],
      ["CRM", { user_id: pat, role_id: rolesOf(scene, "HR").ADMIN }],
      ["CRM", { user_id: "f".repeat(24), role_id: "SELLER" }],
      ["CRM", { user_id: uId("olga@globex.test", "O-1"), role_id: "SELLER" }],
      ["CRM", { role_id: "SELLER" }],
      ["CRM", { user_id: pat }],
    ]
    for (const [application, body] of cases) {
      for (const operation of ["addRoleToUser", "removeRoleFromUser"] as const) {
        const ask = () => as("ada")[operation]({ params: { "app-id": application }, body })
        expect(await refused(world, ask), JSON.stringify(body)).toEqual([400, flat("INVALID_PARAMS")])
      }
    }
  })
})

describe("UpdateGroupRoles and AddGroupRoles (api.md section 13)", () => {
  const roles = (...named: [string, string][]) => ({
    group_roles: named.map(([app_id, role_id]) => ({ app_id, role_id })),
  })

  test("replace all, over all applications; or add", async () => {
    const scene = await people()
    const { as } = scene
    const params = { "group-id": "SALES" }
    expect(await as("ada").addGroupRoles({ params, body: roles(["SHOP", "CLERK"], ["CRM", "SELLER"]) })).toMatchObject({
      status: 200,
      body: {},
    })
    expect(await held(scene, "carol")).toEqual(["CRM:MEMBER", "CRM:SELLER", "SHOP:CLERK"])
    await as("ada").updateGroupRoles({ params, body: roles(["SHOP", "MEMBER"], ["SHOP", "MEMBER"]) })
    expect(await held(scene, "carol")).toEqual(["CRM:MEMBER", "SHOP:MEMBER"])
    await as("ada").updateGroupRoles({ params: { "group-id": scene.gId("SALES") }, body: roles() })
    expect(await held(scene, "carol")).toEqual(["CRM:MEMBER"])
  })

  test("refuses what is unknown, and changes nothing of the rest", async () => {
    const scene = await people()
    const { as, world } = scene
    const good: [string, string] = ["SHOP", "CLERK"]
    const cases: [string, object][] = [
      ["NOPE", roles(good)],
      ["GLOBEX", roles(good)],
      ["SALES", roles(good, ["NOPE", "CLERK"])],
      ["SALES", roles(good, ["SHOP", "NOPE"])],
      ["SALES", roles(good, ["HR", "ADMIN"])],
      ["SALES", roles(good, ["SHOP", rolesOf(scene, "CRM").SELLER ?? ""])],
      ["SALES", {}],
      ["SALES", { group_roles: [{}] }],
    ]
    for (const [group, body] of cases) {
      for (const operation of ["updateGroupRoles", "addGroupRoles"] as const) {
        const ask = () => as("ada")[operation]({ params: { "group-id": group }, body })
        expect(await refused(world, ask), `${group} ${JSON.stringify(body)}`).toEqual([400, flat("INVALID_PARAMS")])
      }
    }
  })

  test("only a workspace administrator", async () => {
    const { as, anybody, world } = await people()
    for (const operation of ["updateGroupRoles", "addGroupRoles"] as const) {
      const ask = () => as("dave")[operation]({ params: { "group-id": "SALES" }, body: {} })
      expect(await refused(world, ask)).toEqual([403, flat("NO_PRIVILEGES")])
      const nobody = () => anybody[operation]({ params: { "group-id": "SALES" }, body: {} })
      expect((await refused(world, nobody))[0]).toBe(401)
    }
  })
})
