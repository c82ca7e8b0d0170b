import type { Finding } from "../model/error.ts"
import { DomainError } from "../model/error.ts"
import type { AccessKey, UId } from "../model/ids.ts"
import type { Action, Datastore } from "../records/datastore.ts"
import type { View } from "../state/view.ts"
import type { Actor } from "./actor.ts"
import type { AccessKeyUpdates } from "./key-updates.ts"
import { perActor } from "./per-actor.ts"
import { findGroup, findRole } from "./places.ts"

/** Keys that a request grants beyond those of the action, and how (api.md section 6.5). */
export interface Grant {
  readonly overwrite: boolean
  readonly ignoreActionSettings: boolean
  readonly applyRelatedDs: boolean
  readonly keys: readonly AccessKey[]
  /** One per group or role that the actor may not grant. */
  readonly warnings: readonly Finding[]
  /** Taken over from the item above, of which its warnings were told. */
  readonly isInherited?: true
}

/** Nothing beyond what the action gives. */
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
 * Refuses key settings that rule out the whole request: group IDs of both kinds, or users who are not in the workspace. An
 * ID that names nothing is of neither kind. `all` are the settings of the request and its entries.
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
      description: "groups_to_publish mixes display IDs and internal IDs",
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

/** The keys that the actor may grant of those asked for; users were checked by `checkKeyUpdates`. */
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
  /** The users whom the item's values publish it to. */
  readonly publishedTo: readonly UId[]
  /** The keys so far; undefined for a new item. */
  readonly had: readonly AccessKey[] | undefined
  readonly grant: Grant
}

/** The keys that any run of an action by the actor gives, sorted. */
const keysOfRun = perActor((view, actor, action: Action): readonly AccessKey[] => {
  const groups = action.publish.groups ? actor.ownGroups.map((gId) => view.expect("groups", gId).accessKey) : []
  const roles = action.publish.roles.flatMap((rId) => view.get("roles", rId)?.accessKey ?? [])
  return Object.freeze([...new Set([actor.user.accessKey, ...groups, ...roles])].sort())
})

/** Whether an update by this alone would leave an item that nobody sees; it keeps its keys then (api.md section 6.5). */
export const leavesNoKey = ({ overwrite, ignoreActionSettings, keys }: Grant): boolean =>
  overwrite && ignoreActionSettings && keys.length === 0

/** The keys an item has after a write (model.md section 4), sorted. */
export function keysAfterWrite(view: View, write: KeyedWrite): readonly AccessKey[] {
  const { actor, action, publishedTo, had = [], grant } = write
  const ofRun = keysOfRun(view, actor, action)
  if (grant === NO_GRANT && publishedTo.length === 0) {
    if (had.length === 0) return ofRun
    if (ofRun.every((key) => had.includes(key))) return had
  }
  const keys = new Set<AccessKey>(grant.overwrite ? [] : had)
  for (const key of grant.keys) keys.add(key)
  if (!grant.ignoreActionSettings) {
    for (const key of ofRun) keys.add(key)
    for (const uId of publishedTo) {
      const user = view.get("users", uId)
      if (user !== undefined) keys.add(user.accessKey)
    }
  }
  if (write.had === undefined && keys.size === 0) keys.add(actor.user.accessKey)
  if (keys.size === 0) return had
  if (keys.size === had.length && had.every((key) => keys.has(key))) return had
  return Object.freeze([...keys].sort())
}
