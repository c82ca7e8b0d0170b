import {
  type AccessKey,
  byOrdinal,
  DomainError,
  type GId,
  noPrivileges,
  oncePer,
  type Refusal,
  type RId,
  type UId,
  type WId,
} from "../model/index.ts"
import {
  type Action,
  ADMIN,
  type Datastore,
  type Field,
  type Group,
  type Item,
  type Report,
  type Role,
  type StoredFunction,
  type Template,
  type User,
  type Workspace,
} from "../model/records/index.ts"
import type { Table, View } from "../state/index.ts"

/** A user in a workspace, with the access keys, roles and groups that determine what the user may do. */
export interface Actor {
  /** The stored user record. `user.currentWId` may differ from `wId`. */
  readonly user: User
  readonly uId: UId
  /** The workspace of the call; default: the user's current workspace. Null if the user has no workspace or the workspace is archived; all lookups then fail. */
  readonly wId: WId | null
  /** Keys of the user, of the user's groups and all their subgroups, and of the user's roles (model.md section 4). */
  readonly accessKeys: ReadonlySet<AccessKey>
  /** Roles in workspace `wId` that the user holds directly or through their groups and the groups' ancestors. */
  readonly roles: ReadonlySet<RId>
  readonly ownGroups: readonly GId[]
  /** Groups in which the user's membership has `isSv`, with all their subgroups. */
  readonly administeredGroups: ReadonlySet<GId>
  readonly isWorkspaceAdmin: boolean
}

interface CacheEntry {
  readonly actor: Actor
  readonly groups: Table<Group>
  readonly roles: Table<Role>
  readonly workspaces: Table<Workspace>
}

const cache = new WeakMap<User, CacheEntry>()

/** Returns the actor for the user's current workspace. The result is cached until the user, a group, a role or a workspace changes. */
export function actorOf(view: View, user: User): Actor {
  const groups = view.table("groups")
  const roles = view.table("roles")
  const workspaces = view.table("workspaces")
  const cached = cache.get(user)
  if (cached?.groups === groups && cached.roles === roles && cached.workspaces === workspaces) return cached.actor
  const actor = makeActor(view, user, user.currentWId)
  cache.set(user, { actor, groups, roles, workspaces })
  return actor
}

export const actorIn = (view: View, user: User, wId: WId): Actor =>
  user.currentWId === wId ? actorOf(view, user) : makeActor(view, user, wId)

/** Returns the actor for a user ID, in workspace `wId` or, by default, in the user's current workspace (api.md section 9.3). */
export function requireActor(view: View, uId: string, wId?: WId): Actor {
  const user = view.get("users", uId)
  if (user === undefined)
    throw new DomainError("UNAUTHORIZED", "token", "TOKEN_INVALID", { description: "unknown user" })
  return wId === undefined ? actorOf(view, user) : actorIn(view, user, wId)
}

export function lineage(view: View, gId: GId): Group[] {
  const groups: Group[] = []
  for (let group = view.get("groups", gId); group !== undefined; ) {
    groups.push(group)
    group = group.parentGId === null ? undefined : view.get("groups", group.parentGId)
  }
  return groups
}

/** Returns a group and all its subgroups, with parents before children and siblings ordered by index. */
export function subtree(view: View, gId: GId): Group[] {
  const groups: Group[] = []
  const top = view.get("groups", gId)
  const stack = top === undefined ? [] : [top]
  for (let group = stack.pop(); group !== undefined; group = stack.pop()) {
    groups.push(group)
    stack.push(...view.list("groups", "groupsByParent", group.gId).sort((one, other) => other.index - one.index))
  }
  return groups
}

function makeActor(view: View, user: User, given: WId | null): Actor {
  // Nothing in an archived workspace can be found, so the actor there has no workspace.
  const wId = given !== null && view.get("workspaces", given)?.isArchived === true ? null : given
  const memberships = user.memberships.filter((membership) => membership.wId === wId)
  const accessKeys = new Set<AccessKey>([user.accessKey])
  const roles = rolesOf(view, user, wId)
  const administeredGroups = new Set<GId>()
  for (const { gId, isSv } of memberships) {
    for (const group of subtree(view, gId)) {
      accessKeys.add(group.accessKey)
      if (isSv) administeredGroups.add(group.gId)
    }
  }
  for (const rId of roles) {
    const role = view.get("roles", rId)
    if (role !== undefined) accessKeys.add(role.accessKey)
  }
  return {
    user,
    uId: user.uId,
    wId,
    accessKeys,
    roles,
    ownGroups: memberships.map((membership) => membership.gId),
    administeredGroups,
    isWorkspaceAdmin: wId !== null && (view.get("workspaces", wId)?.admins.includes(user.uId) ?? false),
  }
}

/** Returns the user's roles in workspace `wId`: direct roles, and roles of the user's groups and of the groups' ancestors. */
export function rolesOf(view: View, user: User, wId: string | null): Set<RId> {
  const roles = new Set<RId>()
  for (const membership of user.memberships) {
    if (membership.wId !== wId) continue
    for (const group of lineage(view, membership.gId)) for (const rId of group.roles) roles.add(rId)
  }
  for (const rId of user.roles) if (view.get("roles", rId)?.wId === wId) roles.add(rId)
  return roles
}

export function sortRoles(view: View, roles: Iterable<RId>): Role[] {
  return [...roles]
    .flatMap((rId) => view.get("roles", rId) ?? [])
    .sort((left, right) => {
      const leftApplication = view.expect("applications", left.pId)
      const rightApplication = view.expect("applications", right.pId)
      return (
        leftApplication.displayOrder - rightApplication.displayOrder ||
        byOrdinal(leftApplication, rightApplication) ||
        byOrdinal(left, right)
      )
    })
}

export const listHeldRoles = (view: View, actor: Actor): Role[] => sortRoles(view, actor.roles)

/** Caches a rule's result per actor and record. Both are immutable: changed groups or roles result in a new actor. */
export function perActor<R extends object, T extends object>(
  rule: (view: View, actor: Actor, record: R) => T,
): (view: View, actor: Actor, record: R) => T {
  const answersTo = oncePer((_: Actor) => new WeakMap<R, T>())
  return (view, actor, record) => {
    const ofActor = answersTo(actor)
    let answer = ofActor.get(record)
    if (answer === undefined) {
      answer = rule(view, actor, record)
      ofActor.set(record, answer)
    }
    return answer
  }
}

/** Returns whether the actor holds the application's ADMIN role (model.md section 2.3). */
export const isApplicationAdmin = (view: View, actor: Actor, pId: string): boolean =>
  [...actor.roles].some((rId) => {
    const role = view.get("roles", rId)
    return role?.pId === pId && role.displayId === ADMIN
  })

/** Returns whether the actor holds one of the roles, or ADMIN, which every role list includes (model.md section 3). */
const holdsOneOf = (view: View, actor: Actor, pId: string, roles: readonly RId[]): boolean =>
  roles.some((rId) => actor.roles.has(rId)) || isApplicationAdmin(view, actor, pId)

export const seesDatastore = (view: View, actor: Actor, datastore: Datastore): boolean =>
  holdsOneOf(view, actor, datastore.pId, datastore.roles)

export const seesField = (view: View, actor: Actor, datastore: Datastore, field: Field): boolean =>
  holdsOneOf(view, actor, datastore.pId, field.roles)

/** Returns whether the actor's roles allow the action. Does not check the item's status. */
export const mayRunAction = (view: View, actor: Actor, datastore: Datastore, action: Action): boolean =>
  holdsOneOf(view, actor, datastore.pId, action.roles)

export const mayCallFunction = (view: View, actor: Actor, pId: string, { roles }: StoredFunction): boolean =>
  holdsOneOf(view, actor, pId, roles)

/** Returns whether the actor's roles allow the report. Does not check access to the report's datastores. */
export const mayReadReport = (view: View, actor: Actor, report: Report): boolean =>
  holdsOneOf(view, actor, report.pId, report.roles)

/** Returns whether the actor is the template's creator, a holder of ADMIN in its source application, or a workspace administrator. */
export const mayUseTemplate = (view: View, actor: Actor, { wId, uId, pId }: Template): boolean =>
  wId === actor.wId &&
  (uId === actor.uId || actor.isWorkspaceAdmin || (pId !== undefined && isApplicationAdmin(view, actor, pId)))

/** Returns whether the actor has at least one of the item's access keys (model.md section 4). */
export const seesItem = (actor: Actor, item: Item): boolean => item.accessKeys.some((key) => actor.accessKeys.has(key))

/** Returns whether the actor administers the workspace, the group or one of the group's ancestors (model.md section 2.3). */
export const administersGroup = (actor: Actor, group: Group): boolean =>
  (actor.isWorkspaceAdmin && actor.wId === group.wId) || actor.administeredGroups.has(group.gId)

/** Returns the user's name, or else their e-mail address or ID. */
export const nameOfUser = ({ username, email, uId }: User): string =>
  [username, email].find((name) => name.trim() !== "") ?? uId

/** Returns the display IDs of the actor's roles in the application. */
export const rolesInApplication = (view: View, actor: Actor, pId: string): readonly string[] =>
  listHeldRoles(view, actor).flatMap((role) => (role.pId === pId ? [role.displayId] : []))

/** Creates the error for an actor who lacks the administration right `rule`. */
export const notAdministrator = (actor: Actor, text: string, rule: string, refusal: Refusal = {}): DomainError =>
  noPrivileges(text, { ...refusal, causes: [{ kind: "administrator", facts: { rule, user: nameOfUser(actor.user) } }] })

/** Creates the error for an actor who has none of the roles `rule` in the application. */
export const lacksRole = (
  view: View,
  actor: Actor,
  pId: string,
  text: string,
  rule: readonly string[],
): DomainError => {
  const facts = { rule, user: nameOfUser(actor.user), roles: rolesInApplication(view, actor, pId) }
  return noPrivileges(text, { causes: [{ kind: "role", facts }] })
}

const WORKSPACE_ADMIN = "an administrator of the workspace"

export function requireWorkspaceAdmin(actor: Actor): void {
  if (!actor.isWorkspaceAdmin) throw notAdministrator(actor, `you must be ${WORKSPACE_ADMIN}`, WORKSPACE_ADMIN)
}

export function requireGroupAdmin(actor: Actor, group: Group): void {
  if (administersGroup(actor, group)) return
  const rule = `${WORKSPACE_ADMIN} or the group`
  throw notAdministrator(actor, `you must be ${rule}`, `${rule} ${group.displayId}`)
}

export function requireApplicationAdmin(view: View, actor: Actor, pId: string): void {
  if (isApplicationAdmin(view, actor, pId)) return
  throw lacksRole(view, actor, pId, "you must be an administrator of the application", [ADMIN])
}

export const holdsRoleIn = (view: View, actor: Actor, pId: string): boolean =>
  [...actor.roles].some((rId) => view.get("roles", rId)?.pId === pId)

/** Throws if the actor has no role in the application and therefore may not read its settings (api.md section 14). */
export function requireApplicationRole(view: View, actor: Actor, pId: string): void {
  if (holdsRoleIn(view, actor, pId)) return
  const roles = view.list("roles", "rolesByApplication", pId).sort(byOrdinal)
  const names = roles.map(({ displayId }) => displayId)
  throw lacksRole(view, actor, pId, "you need a role in the application", names)
}

/** Throws if `userId` is given and is not the actor's own ID. */
export function requireSelf(_: View, { uId }: Actor, named: { readonly userId?: string | undefined }): void {
  if (named.userId !== undefined && named.userId !== uId) {
    throw noPrivileges("you can update only your own information")
  }
}

/** Throws if the actor administers neither the workspace nor any group in it. */
export function requireSomeAdmin(actor: Actor): void {
  if (!actor.isWorkspaceAdmin && actor.administeredGroups.size === 0) {
    const rule = `${WORKSPACE_ADMIN} or of one of its groups`
    throw notAdministrator(actor, `you must be ${rule}`, rule)
  }
}

/** Throws if the actor is neither a workspace administrator nor ADMIN of the application (api.md section 13). */
export function requireMayGrant(view: View, actor: Actor, pId: string): void {
  if (!actor.isWorkspaceAdmin && !isApplicationAdmin(view, actor, pId)) {
    const { displayId } = view.expect("applications", pId)
    const rule = `${WORKSPACE_ADMIN} or of the application ${displayId}`
    throw notAdministrator(actor, "No privileges to the Application", rule)
  }
}

/** Returns the fields that the actor's roles make visible and `hideFromApi` does not hide, ordered by fieldIndex. */
export const shownFields = perActor((view: View, actor, datastore: Datastore): readonly Field[] =>
  datastore.fields.filter((field) => !field.hideFromApi && seesField(view, actor, datastore, field)),
)
