import {
  type Actor,
  findApplication,
  findDatastore,
  listApplications,
  listDatastores,
  seesDatastore,
} from "../access/index.ts"
import { findByEitherId, nearest } from "../model/index.ts"
import type { Application } from "../model/records/index.ts"
import type { View } from "../state/index.ts"

/** Application and datastore of a call, as the caller wrote them: IDs, display IDs or unknown texts. */
interface Place {
  readonly application?: string | undefined
  readonly datastore?: string | undefined
}

/** Maximum number of existing names in a message if none of them is similar to the unknown name. */
const MOST_OFFERED = 8

/**
 * Returns a message that says whether the application or datastore is missing and suggests a name. Returns null if both exist. For
 * in-process callers only, because HTTP responses must not reveal whether a place is hidden or missing (errors.md section 2).
 */
export function missingPlace(view: View, actor: Actor, { application, datastore }: Place): string | null {
  if (application === undefined && datastore === undefined) return null
  if (actor.wId === null) return `${actor.user.email} has no current workspace`
  const inside = application === undefined ? undefined : findApplication(view, actor, application)
  if (application !== undefined && inside === undefined) return missingApplication(view, actor, actor.wId, application)
  if (datastore === undefined) return null
  if (findDatastore(view, actor, datastore, { application: inside }) !== undefined) return null
  return missingDatastore(view, actor, inside === undefined ? listApplications(view, actor.wId) : [inside], datastore)
}

function missingApplication(view: View, actor: Actor, wId: string, reference: string): string {
  const others = view.all("applications").filter((one) => one.wId !== wId)
  const elsewhere = findByEitherId(others, ({ pId }) => pId, reference)
  if (elsewhere !== undefined) {
    const nameOf = (id: string) => JSON.stringify(view.get("workspaces", id)?.name ?? id)
    return `application not found: ${reference}; the application is in the workspace ${nameOf(elsewhere.wId)}, but ${actor.user.email} works in ${nameOf(wId)}`
  }
  const names = listApplications(view, wId).map(({ displayId }) => displayId)
  return `application not found: ${reference}${offer(reference, names)}`
}

function missingDatastore(view: View, actor: Actor, applications: readonly Application[], reference: string): string {
  const among = applications.flatMap(({ pId }) => listDatastores(view, pId))
  const hidden = findByEitherId(among, ({ dId }) => dId, reference)
  if (hidden !== undefined)
    return `datastore not found: ${reference}; no role of ${actor.user.email} shows the datastore`
  const names = among.filter((one) => seesDatastore(view, actor, one)).map(({ displayId }) => displayId)
  return `datastore not found: ${reference}${offer(reference, names)}`
}

/** Returns a message that lists the unknown fields of a write and suggests names. Returns null if the datastore is missing. */
export function unknownFields(view: View, actor: Actor, place: Place, keys: readonly string[]): string | null {
  const { application, datastore = "" } = place
  const inside = application === undefined ? undefined : findApplication(view, actor, application)
  const found = findDatastore(view, actor, datastore, { application: inside })
  if (found === undefined) return null
  const names = found.fields.map(({ displayId }) => displayId)
  return keys.map((key) => `unknown field: ${key}${offer(key, names)}`).join("; ")
}

function offer(given: string, names: readonly string[]): string {
  const meant = nearest(given, names)
  if (meant !== undefined) return `; did you mean ${meant}?`
  if (names.length === 0) return ""
  const more = names.length - MOST_OFFERED
  return `; available: ${names.slice(0, MOST_OFFERED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`
}
