import { findDatastores } from "../answers/all-items.ts"
import type { Caller, Visitor } from "../engine/caller.ts"
import { kindOf } from "../fields/types/registry.ts"
import type { Datastore } from "../records/datastore.ts"
import type { Field } from "../model/records/field.ts"
import type { View } from "../state/view.ts"
import { findUserByReference } from "../people/users/reference.ts"

type Members = Readonly<Record<string, unknown>>

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * What a call in process was given, with values in the forms that writes take: users by their IDs, lookups and files by theirs. So
 * values that were answered can be sent back as they are (model.md section 5.7).
 */
export function readNatural(caller: Visitor | Caller, input: unknown): unknown {
  if (!isMembers(input) || !(isMembers(input.item) || "changes" in input || "relatedDsItems" in input)) return input
  const view = caller.engine.view()
  const datastore = findMeant(view, caller, input)
  return datastore === undefined ? input : readEntry(view, datastore, input)
}

/** In the workspace that the call is made in. */
function findMeant(view: View, caller: Visitor | Caller, { application, datastore }: Members): Datastore | undefined {
  if (typeof datastore !== "string" || !("uId" in caller)) return undefined
  const workspace = caller.wId ?? view.get("users", caller.uId)?.currentWId
  const named = findDatastores(view, datastore, typeof application === "string" ? application : undefined)
  return named.find(({ wId }) => wId === workspace)
}

function readEntry(view: View, datastore: Datastore, entry: Members): Members {
  const { item, changes, relatedDsItems } = entry
  const read = (id: unknown, value: unknown) => {
    const field = datastore.fields.find(({ fId, displayId }) => fId === id || displayId === id)
    return field === undefined ? value : readValue(view, field, value)
  }
  return {
    ...entry,
    ...(isMembers(item)
      ? { item: Object.fromEntries(Object.entries(item).map(([id, value]) => [id, read(id, value)])) }
      : {}),
    ...(Array.isArray(changes)
      ? { changes: changes.map((change: Members) => ({ ...change, value: read(change.id, change.value) })) }
      : {}),
    ...(isMembers(relatedDsItems) ? { relatedDsItems: readRelated(view, datastore, relatedDsItems) } : {}),
  }
}

function readRelated(view: View, { pId, wId }: Datastore, related: Members): Members {
  return Object.fromEntries(
    Object.entries(related).map(([name, entries]) => {
      const named = findDatastores(view, name).filter((one) => one.wId === wId)
      const datastore = named.find((one) => one.pId === pId) ?? named[0]
      if (datastore === undefined || !Array.isArray(entries)) return [name, entries]
      return [name, entries.map((entry: Members) => readEntry(view, datastore, entry))]
    }),
  )
}

function readValue(view: View, field: Field, value: unknown): unknown {
  switch (kindOf(field).names?.what) {
    case "users":
      return Array.isArray(value) ? value.map((one) => readUser(view, one)) : readUser(view, value)
    case "items":
      return isMembers(value) ? (value.itemId ?? value) : value
    case "files":
      return Array.isArray(value) ? value.map((one: unknown) => (isMembers(one) ? (one.fileId ?? one) : one)) : value
    default:
      return value
  }
}

const readUser = (view: View, value: unknown): unknown =>
  typeof value === "string" && value !== "" ? (findUserByReference(view, value)?.uId ?? value) : value
