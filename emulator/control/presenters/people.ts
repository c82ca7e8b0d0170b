import { actorIn, lineage, mayRunAction, seesDatastore, seesField, subtree } from "../../../src/access/index.ts"
import { countVisible } from "../../../src/items/index.ts"
import { targetNotFound, type WId } from "../../../src/model/index.ts"
import type { Group, Item, User } from "../../../src/model/records/index.ts"
import { isItemsTable, type View } from "../../../src/state/index.ts"
import { referenceTo } from "../../worlds/index.ts"
import type { WirePerson, WireRights } from "../shapes/people.ts"

type WireWorkspace = WirePerson["workspaces"][number]

/** Converts a user for a response, with workspaces, groups and roles (control.md section 3, "people"). */
export function presentPerson(view: View, user: User): WirePerson {
  const places = new Set(user.memberships.map(({ wId }) => wId))
  return {
    u_id: user.uId,
    user: referenceTo(user),
    username: user.username,
    email: user.email,
    user_code: user.userCode,
    confirmed: user.confirmed,
    locked: user.lockedUntil === "until-reset" || (user.lockedUntil !== null && user.lockedUntil > view.now),
    last_login_at: user.lastLoginAt,
    created_at: user.createdAt,
    tokens: validTokens(view, user).length,
    workspaces: [...places].map((wId) => presentPlace(view, user, wId)),
  }
}

const validTokens = (view: View, { uId }: User) =>
  view.list("tokens", "tokensByUser", uId).filter(({ expiresAt }) => expiresAt === null || expiresAt > view.now)

function presentPlace(view: View, user: User, wId: WId): WireWorkspace {
  const workspace = view.expect("workspaces", wId)
  const memberships = user.memberships.filter((membership) => membership.wId === wId)
  return {
    w_id: wId,
    name: workspace.name,
    is_current: user.currentWId === wId,
    is_admin: workspace.admins.includes(user.uId),
    groups: memberships.map(({ gId, isSv }) => {
      const group = view.expect("groups", gId)
      return { g_id: gId, group_id: group.displayId, name: group.name, is_admin: isSv }
    }),
    roles: presentRolesOf(
      view,
      user,
      wId,
      memberships.flatMap(({ gId }) => lineage(view, gId)),
    ),
  }
}

function presentRolesOf(view: View, user: User, wId: WId, above: readonly Group[]): WireWorkspace["roles"] {
  const held = [
    ...user.roles.map((rId) => ({ rId, through: null })),
    ...[...new Set(above)].flatMap(({ roles, displayId }) => roles.map((rId) => ({ rId, through: displayId }))),
  ]
  return held.flatMap(({ rId, through }) => {
    const role = view.get("roles", rId)
    if (role === undefined || role.wId !== wId) return []
    const { displayId: applicationId } = view.expect("applications", role.pId)
    return [{ r_id: rId, role_id: role.displayId, application_id: applicationId, through }]
  })
}

/** Converts a user for a response, with the user's rights in the current workspace. */
export function presentRights(view: View, user: User): WireRights {
  const { currentWId } = user
  const email = user.email.toLowerCase()
  let mails = 0
  view.table("mails").forEach(({ to }) => {
    if (to.toLowerCase() === email) mails += 1
  })
  return {
    person: presentPerson(view, user),
    token_list: validTokens(view, user).map(({ createdAt, expiresAt, isFixed }) => ({
      created_at: createdAt,
      expires_at: expiresAt,
      is_fixed: isFixed,
    })),
    mails,
    datastores: currentWId === null ? [] : presentDatastoreRights(view, user, currentWId),
  }
}

function presentDatastoreRights(view: View, user: User, wId: WId): WireRights["datastores"] {
  const actor = actorIn(view, user, wId)
  return view
    .all("datastores")
    .filter((datastore) => datastore.wId === wId)
    .map((datastore) => {
      const sees = seesDatastore(view, actor, datastore)
      return {
        d_id: datastore.dId,
        datastore_id: datastore.displayId,
        application_id: view.expect("applications", datastore.pId).displayId,
        sees,
        items: sees ? countVisible({ view, actor, datastore }) : 0,
        fields: datastore.fields.flatMap((field) =>
          sees && seesField(view, actor, datastore, field) ? [field.displayId] : [],
        ),
        actions: datastore.actions.flatMap((action) =>
          sees && mayRunAction(view, actor, datastore, action) ? [action.displayId] : [],
        ),
      }
    })
}

/** Lists the groups: parents before children, and siblings by index. */
export function listGroupNodes(view: View) {
  return view
    .all("workspaces")
    .flatMap(({ topGId }) =>
      subtree(view, topGId).map((group) => ({ group, depth: lineage(view, group.gId).length - 1 })),
    )
}

/** Finds an item in any datastore; undefined if it does not exist. */
export function findItem(view: View, iId: string) {
  for (const table of view.base.tables.keys()) {
    const item = isItemsTable(table) ? view.get(table, iId) : undefined
    if (item !== undefined) return item
  }
  return undefined
}

/** Like `findItem`. Throws if the item does not exist. */
export function requireItem(view: View, iId: string): Item {
  const item = findItem(view, iId)
  if (item === undefined) throw targetNotFound(`the world has no item ${JSON.stringify(iId)}`)
  return item
}
