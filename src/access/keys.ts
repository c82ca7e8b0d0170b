import { type AccessKey, DomainError, type Finding, type UId } from "../model/index.ts"
import type { Action, Datastore } from "../model/records/index.ts"
import type { View } from "../state/index.ts"
import { type Actor, perActor } from "./actor.ts"
import { findGroup, findRole } from "./places.ts"

/** Changes to an item's access keys, without those for groups and roles (api.md section 6.5). */
export interface KeyFacts {
  readonly overwrite?: boolean | undefined
  readonly ignoreActionSettings?: boolean | undefined
  readonly applyRelatedDs?: boolean | undefined
  readonly usersToPublish?: readonly string[] | undefined
}

/** Changes to an item's access keys (api.md section 6.5). */
export interface AccessKeyUpdates extends KeyFacts {
  readonly groupsToPublish?: readonly string[] | undefined
  readonly rolesToPublish?: readonly string[] | undefined
}

/** Access keys that a request grants in addition to the action's keys (api.md section 6.5). */
export interface Grant {
  readonly overwrite: boolean
  readonly ignoreActionSettings: boolean
  readonly applyRelatedDs: boolean
  readonly keys: readonly AccessKey[]
  /** One warning per group or role that the actor may not grant. */
  readonly warnings: readonly Finding[]
  /** True if the grant comes from the parent item. The parent item has then already reported the warnings. */
  readonly isInherited?: true
}

export const NO_GRANT: Grant = Object.freeze({
  overwrite: false,
  ignoreActionSettings: false,
  applyRelatedDs: false,
  keys: [],
  warnings: [],
})

const refusedKey = (kind: "group" | "role", id: string): Finding => ({
  description: `no privileges to publish to ${kind} ${id}`,
  error: "no privileges",
  errorCode: "NO_PRIVILEGES",
  errorLevel: "WARN",
  referenceId: id,
})

/**
 * Throws if a request mixes internal and display IDs of groups, or names users outside the workspace. Ignores unknown groups. `all`
 * contains the access-key settings of the request and of its related items.
 */
export function checkKeyUpdates(view: View, actor: Actor, all: readonly AccessKeyUpdates[]): void {
  const kinds = new Set<"display" | "internal">()
  const findings: Finding[] = []
  const unknownUsers = new Set<string>()
  for (const { groupsToPublish = [], usersToPublish = [] } of all) {
    for (const reference of groupsToPublish) {
      const group = findGroup(view, actor, reference)
      if (group !== undefined && group.gId !== group.displayId)
        kinds.add(group.gId === reference ? "internal" : "display")
    }
    for (const uId of usersToPublish) {
      if (actor.wId === null || !view.hasEntry("usersByWorkspace", actor.wId, uId)) unknownUsers.add(uId)
    }
  }
  if (kinds.size > 1) {
    findings.push({
      description: "groups_to_publish must contain only display IDs or only internal IDs",
      error: "invalid groups_to_publish",
      errorCode: "INVALID_PARAMS",
      errorLevel: "ERROR",
      referenceId: "groups_to_publish",
    })
  }
  for (const uId of unknownUsers) {
    findings.push({
      description: `user_id not found in the workspace: ${uId}`,
      error: "invalid users_to_publish",
      errorCode: "INVALID_PARAMS",
      errorLevel: "ERROR",
      referenceId: uId,
    })
  }
  const [first] = findings
  if (first !== undefined) throw new DomainError("INVALID_PARAMS", "values", first.error ?? "", { findings })
}

/** Returns the access keys that a request asks for and the actor may grant. Users must have passed `checkKeyUpdates`. */
export function resolveGrant(
  view: View,
  actor: Actor,
  datastore: Datastore,
  updates: AccessKeyUpdates | undefined,
): Grant {
  if (updates === undefined) return NO_GRANT
  const keys = new Set<AccessKey>()
  const warnings: Finding[] = []
  const grant = (kind: "group" | "role", reference: string, key: AccessKey | undefined): void => {
    if (key !== undefined && actor.accessKeys.has(key)) keys.add(key)
    else warnings.push(refusedKey(kind, reference))
  }
  for (const reference of updates.groupsToPublish ?? []) {
    grant("group", reference, findGroup(view, actor, reference)?.accessKey)
  }
  const application = view.expect("applications", datastore.pId)
  for (const reference of updates.rolesToPublish ?? []) {
    const byId = view.get("roles", reference)
    const role = byId?.wId === actor.wId ? byId : findRole(view, application, reference)
    grant("role", reference, role?.accessKey)
  }
  for (const uId of updates.usersToPublish ?? []) keys.add(view.expect("users", uId).accessKey)
  return {
    overwrite: updates.overwrite === true,
    ignoreActionSettings: updates.ignoreActionSettings === true,
    applyRelatedDs: updates.applyRelatedDs === true,
    keys: [...keys],
    warnings,
  }
}

export interface KeyedWrite {
  readonly actor: Actor
  readonly action: Action
  /** Users who get access to the item because a user field of the item contains them. */
  readonly publishedTo: readonly UId[]
  readonly presentKeys: readonly AccessKey[] | undefined
  readonly grant: Grant
}

/** Returns the access keys, sorted, that an item gets when the actor runs the action on it. */
export const keysOfRun = perActor((view, actor, action: Action): readonly AccessKey[] => {
  const groups = action.publish.groups ? actor.ownGroups.map((gId) => view.expect("groups", gId).accessKey) : []
  const roles = action.publish.roles.flatMap((rId) => view.get("roles", rId)?.accessKey ?? [])
  return Object.freeze([...new Set([actor.user.accessKey, ...groups, ...roles])].sort())
})

/** Returns whether a request alone would remove all of the item's keys. The item then keeps its keys (api.md section 6.5). */
export const leavesNoKey = ({ overwrite, ignoreActionSettings, keys }: Grant): boolean =>
  overwrite && ignoreActionSettings && keys.length === 0

/** Returns the item's sorted access keys after a write (model.md section 4). */
export function keysAfterWrite(view: View, write: KeyedWrite): readonly AccessKey[] {
  const { actor, action, publishedTo, presentKeys = [], grant } = write
  const ofRun = keysOfRun(view, actor, action)
  if (grant === NO_GRANT && publishedTo.length === 0) {
    if (presentKeys.length === 0) return ofRun
    if (ofRun.every((key) => presentKeys.includes(key))) return presentKeys
  }
  const keys = new Set<AccessKey>(grant.overwrite ? [] : presentKeys)
  for (const key of grant.keys) keys.add(key)
  if (!grant.ignoreActionSettings) {
    for (const key of ofRun) keys.add(key)
    for (const uId of publishedTo) {
      const user = view.get("users", uId)
      if (user !== undefined) keys.add(user.accessKey)
    }
  }
  if (write.presentKeys === undefined && keys.size === 0) keys.add(actor.user.accessKey)
  if (keys.size === 0) return presentKeys
  if (keys.size === presentKeys.length && presentKeys.every((key) => keys.has(key))) return presentKeys
  return Object.freeze([...keys].sort())
}
