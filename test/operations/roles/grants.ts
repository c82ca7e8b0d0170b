import type { People } from "../../sample-worlds/people.ts"

export const CRM = { "app-id": "CRM" }

export const NO_GRANT = { code: 999, message: "No privileges to the Application" }

/** A user's roles, as application:role. */
export const heldRoles = async ({ as }: People, name: string) =>
  (await as(name).getUserInfo()).body.user_roles.map((role) => `${role.application_id}:${role.role_id}`)

/** An application's roles: ID by display ID. */
export const rolesOf = (scene: People, application: string) => {
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

/** Applications and bodies that AddRoleToUser and RemoveRoleFromUser refuse. */
export const badGrants = (scene: People): [string, object][] => {
  const { uId } = scene
  const pat = uId("pat@acme.test")
  return [
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
}

/** Body that grants roles to a group, by application and role. */
export const roles = (...named: [string, string][]) => ({
  group_roles: named.map(([app_id, role_id]) => ({ app_id, role_id })),
})

/** Groups and bodies that AddGroupRoles and UpdateGroupRoles refuse. Each also contains a valid grant. */
export const badGroupRoles = (scene: People): [string, object][] => {
  const good: [string, string] = ["SHOP", "CLERK"]
  return [
    ["NOPE", roles(good)],
    ["GLOBEX", roles(good)],
    ["SALES", roles(good, ["NOPE", "CLERK"])],
    ["SALES", roles(good, ["SHOP", "NOPE"])],
    ["SALES", roles(good, ["HR", "ADMIN"])],
    ["SALES", roles(good, ["SHOP", rolesOf(scene, "CRM").SELLER ?? ""])],
    ["SALES", {}],
    ["SALES", { group_roles: [{}] }],
  ]
}
