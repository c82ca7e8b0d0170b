import * as fc from "fast-check"
import { expect, test } from "vitest"
import type { OperationName } from "../../emulator/api/index.ts"
import { type App, createApp } from "../../emulator/index.ts"
import { lineage } from "../../src/access/index.ts"
import type { GId } from "../../src/model/index.ts"
import type { World } from "../../src/world/index.ts"
import { makeRequest } from "../conformance.ts"
import { people } from "../sample-worlds/people.ts"

/** Users of the workspace Acme who are in no other workspace: the admin, a group admin and two members. */
const CALLERS = ["ada", "dave", "bob", "carol"] as const

/** Every operation on people, with the kinds of values for its parameters. */
const OPERATIONS: Partial<Record<OperationName, { params?: readonly Pool[]; body?: (draw: Draw) => object }>> = {
  getUserInfo: {},
  getGroupTree: {},
  getGroup: { params: ["group-id"] },
  getUsersInGroup: { params: ["group-id"] },
  getAllUsersInWorkspace: { params: ["group-id"] },
  getUsersInWorkspace: { params: ["workspace-id"] },
  getPasswordPolicy: { params: ["workspace-id"] },
  getWorkspaceUsage: { params: ["workspace-id"] },
  getWorkspaceFunctionality: { params: ["workspace-id"] },
  selectWorkspace: { params: ["workspace-id"] },
  getRoles: { params: ["app-id"] },
  getRoleUsers: { params: ["app-id", "role-id"] },
  createGroup: { params: ["parent-group-id"], body: (draw) => ({ name: "G", display_id: draw("display-id") }) },
  createTopGroup: { params: ["workspace-id"], body: (draw) => ({ name: "G", display_id: draw("display-id") }) },
  updateGroup: { params: ["group-id"], body: (draw) => ({ name: "H", display_id: draw("display-id") }) },
  deleteGroup: { params: ["group-id"] },
  addUser: {
    body: (draw) => ({ email: draw("email"), g_id: draw("group-id"), user_code: draw("code"), ...draw.flags() }),
  },
  removeUser: { body: (draw) => ({ g_id: draw("group-id"), u_id: draw("user-id") }) },
  userInvite: { body: (draw) => ({ users: [{ email: draw("email") }], domain: "my.test" }) },
  updateUsersInGroupByAdmin: {
    params: ["parent-group-id"],
    body: (draw) => ({
      members: [1, 2, 3].map(() => ({
        user_id: draw("user-id"),
        values: { user_code: draw("code"), email: draw("email"), user_name: "N" },
      })),
    }),
  },
  updateUserInfo: { body: (draw) => ({ user_id: draw("user-id"), user_code: draw("code"), username: "M" }) },
  addRoleToUser: { params: ["app-id"], body: (draw) => ({ user_id: draw("user-id"), role_id: draw("role-id") }) },
  removeRoleFromUser: { params: ["app-id"], body: (draw) => ({ user_id: draw("user-id"), role_id: draw("role-id") }) },
  updateGroupRoles: {
    params: ["group-id"],
    body: (draw) => ({ group_roles: [{ app_id: draw("app-id"), role_id: draw("role-id") }] }),
  },
  addGroupRoles: {
    params: ["group-id"],
    body: (draw) => ({ group_roles: [{ app_id: draw("app-id"), role_id: draw("role-id") }] }),
  },
  createNewWorkspace: { body: () => ({ name: "Another" }) },
  updateUserEmailRequest: { body: (draw) => ({ email: draw("email"), no_confirm_email: true }) },
}
const NAMES = Object.keys(OPERATIONS) as OperationName[]

type Pool =
  | "group-id"
  | "parent-group-id"
  | "workspace-id"
  | "app-id"
  | "role-id"
  | "user-id"
  | "email"
  | "code"
  | "display-id"
interface Draw {
  (pool: Pool): string
  flags(): object
}

/** IDs of all workspaces, because callers also refer to foreign records. */
function poolsOf(world: World): Record<Pool, readonly string[]> {
  const view = world.view()
  const groups = view.table("groups").toArray()
  const roles = view.table("roles").toArray()
  const applications = view.table("applications").toArray()
  const groupIds = groups.flatMap((group) => [group.gId, group.displayId])
  return {
    "group-id": groupIds,
    "parent-group-id": groupIds,
    "workspace-id": view
      .table("workspaces")
      .toArray()
      .map((workspace) => workspace.wId),
    "app-id": applications.flatMap((application) => [application.pId, application.displayId]),
    "role-id": roles.flatMap((role) => [role.rId, role.displayId]),
    "user-id": view
      .table("users")
      .toArray()
      .map((user) => user.uId),
    email: ["ada@acme.test", "bob@acme.test", "carol@acme.test", "n1@x.test", "n2@x.test", "shared@acme.test"],
    code: ["", "B-1", "S-2", "O-1", "C-1", "C-2"],
    "display-id": ["G-1", "G-2", "TOKYO", "GLOBEX"],
  }
}

const step = fc.record({
  caller: fc.constantFrom(...CALLERS),
  operation: fc.constantFrom(...NAMES),
  draws: fc.array(fc.nat(1000), { minLength: 12, maxLength: 12 }),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const apps = new WeakMap<World, App>()

function appOf(world: World): App {
  const app = apps.get(world) ?? createApp({ world })
  apps.set(world, app)
  return app
}

/** Sends one step. Returns the response without the texts that the request contained. */
async function send(world: World, { caller, operation, draws }: Step): Promise<string> {
  const pools = poolsOf(world)
  const said = new Set<string>()
  let at = 0
  const next = (): number => draws[at++ % draws.length] ?? 0
  const draw = Object.assign(
    (pool: Pool): string => {
      const text = pools[pool][next() % pools[pool].length] ?? ""
      said.add(text)
      return text
    },
    { flags: () => (next() % 2 === 0 ? {} : { no_confirm_email: true, tmp_password: "p", confirm_email_ack: true }) },
  )
  const { params = [], body } = OPERATIONS[operation] ?? {}
  const request = makeRequest(operation, `${caller}-token`, {
    params: Object.fromEntries(params.map((name) => [name, draw(name)])),
    ...(body === undefined ? {} : { body: body(draw) }),
  })
  const answer = await appOf(world).fetch(request)
  expect(answer.status, `${operation} by ${caller}`).toBeLessThan(500)
  let text = await answer.text()
  for (const word of said) if (word !== "") text = text.replaceAll(word, "…")
  return text
}

const sequence = fc.array(step, { minLength: 10, maxLength: 60 })

test("no sequence of requests shows or changes another workspace", async () => {
  const { world, wId } = await people()
  const globex = wId("Globex")
  const other = (state: World) => {
    const view = state.view()
    const ofGlobex = (record: { readonly wId: string }) => record.wId === globex
    return JSON.stringify({
      workspace: view.get("workspaces", globex),
      groups: view.table("groups").toArray().filter(ofGlobex),
      roles: view.table("roles").toArray().filter(ofGlobex),
      applications: view.table("applications").toArray().filter(ofGlobex),
      members: view
        .table("users")
        .toArray()
        .map((user) => [
          user.uId,
          user.memberships.filter(ofGlobex),
          user.roles.filter((rId) => view.get("roles", rId)?.wId === globex),
        ])
        .filter(([, memberships, roles]) => memberships?.length !== 0 || roles?.length !== 0),
      olga: view
        .table("users")
        .toArray()
        .find((user) => user.email === "olga@globex.test"),
    })
  }
  const before = other(world)
  const view = world.view()
  const secrets = [
    "Globex",
    "Olga",
    "olga@globex.test",
    "O-1",
    ...view
      .table("groups")
      .toArray()
      .filter((group) => group.wId === globex)
      .flatMap((group) => [group.gId, group.accessKey]),
    ...view
      .table("roles")
      .toArray()
      .filter((role) => role.wId === globex)
      .flatMap((role) => [role.rId, role.accessKey]),
    ...view
      .table("applications")
      .toArray()
      .filter((application) => application.wId === globex)
      .map((application) => application.pId),
  ]
  await fc.assert(
    fc.asyncProperty(sequence, async (steps) => {
      const twin = world.fork()
      for (const one of steps) {
        const text = await send(twin, one)
        for (const secret of secrets)
          expect(text.includes(secret), `${one.operation} shows ${secret}: ${text}`).toBe(false)
      }
      expect(other(twin)).toBe(before)
    }),
    { numRuns: 60, seed: 21 },
  )
})

test("identities stay unique, and what users hold is of places they are in", async () => {
  const { world } = await people()
  await fc.assert(
    fc.asyncProperty(sequence, async (steps) => {
      const twin = world.fork()
      for (const one of steps) await send(twin, one)
      expectSound(twin)
    }),
    { numRuns: 60, seed: 22 },
  )
})

function expectSound(world: World): void {
  const view = world.view()
  const users = view
    .table("users")
    .toArray()
    .filter((user) => !user.isBot)
  const identities = users.map((user) => JSON.stringify([user.email, user.userCode, user.exclusiveWId]))
  expect(new Set(identities).size).toBe(identities.length)
  for (const workspace of view.table("workspaces").toArray()) {
    const members = users.filter((user) => user.memberships.some((membership) => membership.wId === workspace.wId))
    const codes = members.map((user) => user.userCode).filter((code) => code !== "")
    expect(new Set(codes).size).toBe(codes.length)
    expect(members.map((user) => user.uId)).toEqual(expect.arrayContaining([...workspace.admins]))
  }
  for (const user of users) {
    const wIds = user.memberships.map((membership) => membership.wId)
    for (const { gId, wId } of user.memberships) expect(view.get("groups", gId)?.wId).toBe(wId)
    for (const rId of user.roles) expect(wIds).toContain(view.get("roles", rId)?.wId)
    expect(new Set(user.memberships.map((membership) => membership.gId)).size).toBe(user.memberships.length)
    if (user.currentWId === null) expect(wIds).toEqual([])
    else expect(wIds).toContain(user.currentWId)
  }
  for (const group of view.table("groups").toArray()) {
    for (const rId of group.roles) expect(view.get("roles", rId)?.wId).toBe(group.wId)
    const siblings = group.parentGId === null ? [group] : view.list("groups", "groupsByParent", group.parentGId)
    expect(siblings.map((sibling) => sibling.index).sort((left, right) => left - right)).toEqual([...siblings.keys()])
  }
}

/** All rights: users' roles and memberships, groups' roles, workspaces' administrators. */
function holdings(world: World): Set<string> {
  const view = world.view()
  const users = view.table("users").toArray()
  return new Set([
    ...users.flatMap((user) => user.roles.map((rId) => `role ${rId} of user ${user.uId}`)),
    ...users.flatMap((user) =>
      user.memberships.map(({ gId, isSv }) => `group ${gId}${isSv ? " as admin" : ""} of user ${user.uId}`),
    ),
    ...view
      .table("groups")
      .toArray()
      .flatMap((group) => group.roles.map((rId) => `role ${rId} of group ${group.gId}`)),
    ...view
      .table("workspaces")
      .toArray()
      .flatMap((workspace) => workspace.admins.map((uId) => `workspace ${workspace.wId} of user ${uId}`)),
  ])
}

test.each([
  ["ordinary members", ["bob", "carol"], null],
  ["the admin of a group", ["dave"], "SALES"],
])("%s can give nobody what they could not", async (_, callers, administered) => {
  const { world, gId } = await people()
  const top = administered === null ? null : gId(administered)
  const before = holdings(world)
  await fc.assert(
    fc.asyncProperty(sequence, async (steps) => {
      const twin = world.fork()
      for (const one of steps) {
        if (callers.includes(one.caller) && one.operation !== "createNewWorkspace") await send(twin, one)
      }
      const view = twin.view()
      const isBelow = (gain: string) => {
        const [, group = ""] = /^group (\w+) of/.exec(gain) ?? []
        return lineage(view, group as GId).some((above) => above.gId === top)
      }
      const gains = [...holdings(twin)].filter((gain) => !before.has(gain) && !isBelow(gain))
      expect(gains).toEqual([])
    }),
    { numRuns: 60, seed: 23 },
  )
})
