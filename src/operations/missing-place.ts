import type { Actor } from "../access/actor.ts"
import { seesDatastore } from "../access/may.ts"
import { findApplication, findDatastore, listApplications, listDatastores } from "../access/places.ts"
import type { Application } from "../records/application.ts"
import type { View } from "../state/view.ts"
import { nearest } from "../texts/nearest.ts"

/** References to a place, as they were given. */
interface Place {
  readonly application?: string | undefined
  readonly datastore?: string | undefined
}

/** As many names as one is offered where none is near. */
const MOST_OFFERED = 8

/**
 * Which part of a place is not there for somebody, and what was probably meant; null where the place is there. Only for who uses a world
 * in process: over the wire what is not shown is as not there (errors.md section 2).
 */
export function missingPlace(view: View, actor: Actor, { application, datastore }: Place): string | null {
  if (application === undefined && datastore === undefined) return null
  if (actor.wId === null) return `${actor.user.email} works in no workspace`
  const inside = application === undefined ? undefined : findApplication(view, actor, application)
  if (application !== undefined && inside === undefined) return missingApplication(view, actor, actor.wId, application)
  if (datastore === undefined) return null
  const within = inside === undefined ? {} : { application: inside }
  if (findDatastore(view, actor, datastore, within) !== undefined) return null
  return missingDatastore(view, actor, inside === undefined ? listApplications(view, actor.wId) : [inside], datastore)
}

function missingApplication(view: View, actor: Actor, wId: string, reference: string): string {
  const elsewhere = view
    .table("applications")
    .toArray()
    .find((one) => one.wId !== wId && (one.pId === reference || one.displayId === reference))
  if (elsewhere !== undefined) {
    const nameOf = (id: string) => JSON.stringify(view.get("workspaces", id)?.name ?? id)
    return `application not found: ${reference}; it is of the workspace ${nameOf(elsewhere.wId)}, and ${actor.user.email} works in ${nameOf(wId)}`
  }
  const names = listApplications(view, wId).map(({ displayId }) => displayId)
  return `application not found: ${reference}${offer(reference, names)}`
}

function missingDatastore(view: View, actor: Actor, applications: readonly Application[], reference: string): string {
  const among = applications.flatMap(({ pId }) => listDatastores(view, pId))
  const hidden = among.find(({ dId, displayId }) => dId === reference || displayId === reference)
  if (hidden !== undefined) return `datastore not found: ${reference}; no role of ${actor.user.email} shows it`
  const names = among.filter((one) => seesDatastore(view, actor, one)).map(({ displayId }) => displayId)
  return `datastore not found: ${reference}${offer(reference, names)}`
}

/** Fields that a datastore has not, by how a write named them, and what was probably meant; null where the place is not there. */
export function strayFields(view: View, actor: Actor, place: Place, keys: readonly string[]): string | null {
  const { application, datastore = "" } = place
  const inside = application === undefined ? undefined : findApplication(view, actor, application)
  const found = findDatastore(view, actor, datastore, inside === undefined ? {} : { application: inside })
  if (found === undefined) return null
  const names = found.fields.map(({ displayId }) => displayId)
  return keys.map((key) => `unknown field: ${key}${offer(key, names)}`).join("; ")
}

function offer(given: string, names: readonly string[]): string {
  const meant = nearest(given, names)
  if (meant !== undefined) return `; did you mean ${meant}?`
  if (names.length === 0) return ""
  const more = names.length - MOST_OFFERED
  return `; there ${names.length === 1 ? "is" : "are"} ${names.slice(0, MOST_OFFERED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`
}
