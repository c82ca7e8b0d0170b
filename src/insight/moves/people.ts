import {
  actorOf,
  firstWorkspace,
  isInWorkspace,
  listRoleHolders,
  listRoles,
  mayRunAction,
  nameOfUser,
  seesDatastore,
  seesItem,
} from "../../access/index.ts"
import type { RId } from "../../model/index.ts"
import {
  type Action,
  ADMIN,
  type Application,
  type Datastore,
  type Item,
  type User,
} from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"
import type { Scope } from "../scope.ts"
import type { Candidate } from "./move.ts"

/** Maximum number of users among whom a helper is looked for. */
const MAX_HELPERS = 100

/** Returns administrators of the workspace who work in it, and then administrators of the application. */
export function listAdministrators(view: View, wId: string, application?: Application): User[] {
  const admins = view.get("workspaces", wId)?.admins.flatMap((uId) => view.get("users", uId) ?? []) ?? []
  const role = application && listRoles(view, application.pId).find(({ displayId }) => displayId === ADMIN)
  const ofApplication = role === undefined ? [] : listRoleHolders(view, role)
  return [...new Set([...admins, ...ofApplication])].filter(({ currentWId, isBot }) => currentWId === wId && !isBot)
}

/** Returns a user who may run the action on the item: an administrator, or else any member of the workspace. */
export function findRunner(view: View, datastore: Datastore, action: Action, item: Item): User | undefined {
  const application = view.get("applications", datastore.pId)
  const members = view.list("users", "usersByWorkspace", datastore.wId).slice(0, MAX_HELPERS)
  return [...listAdministrators(view, datastore.wId, application), ...members].find((user) => {
    if (user.currentWId !== datastore.wId || user.isBot) return false
    const actor = actorOf(view, user)
    return (
      seesDatastore(view, actor, datastore) && mayRunAction(view, actor, datastore, action) && seesItem(actor, item)
    )
  })
}

/** Returns candidates that give the caller one of the roles. `rIds` without a role means ADMIN (model.md section 3). */
export function roleCandidates({ view, actor, application }: Scope, rIds: readonly RId[]): Candidate[] {
  if (actor === null || application === undefined) return []
  const [admin] = listAdministrators(view, application.wId, application)
  if (admin === undefined || !isInWorkspace(actor.user, application.wId)) return []
  const roles = listRoles(view, application.pId)
  const wanted = roles.filter(({ rId }) => rIds.includes(rId))
  const given = [...wanted, ...roles.filter(({ displayId }) => displayId === ADMIN)]
  return [...new Set(given)]
    .filter(({ rId }) => !actor.roles.has(rId))
    .map(({ displayId }) => ({
      kind: "role_given",
      facts: { user: nameOfUser(actor.user), roles: [displayId] },
      changes: [
        {
          operation: "addRoleToUser",
          uId: admin.uId,
          input: { uId: actor.uId, application: application.displayId, role: displayId },
        },
      ],
    }))
}

/** Returns candidates that let an administrator send the request. */
export function senderCandidates({ view, actor, application }: Scope): Candidate[] {
  if (actor === null || actor.wId === null) return []
  return listAdministrators(view, actor.wId, application)
    .filter(({ uId }) => uId !== actor.uId)
    .slice(0, 2)
    .map((user) => ({ kind: "user_chosen", facts: { user: nameOfUser(user) }, sender: user.uId }))
}

/** Returns a candidate that selects a workspace as the caller. */
export function workspaceCandidate(
  { view, actor }: Scope,
  wId = actor && firstWorkspace(view, actor.user.memberships),
): Candidate[] {
  if (actor === null || wId === null || wId === undefined || !isInWorkspace(actor.user, wId)) return []
  const workspace = view.get("workspaces", wId)
  if (workspace === undefined) return []
  return [
    {
      kind: "workspace_chosen",
      facts: { user: nameOfUser(actor.user), value: workspace.name },
      changes: [{ operation: "selectWorkspace", uId: actor.uId, input: { workspace: wId } }],
    },
  ]
}
