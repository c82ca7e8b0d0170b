import { findField } from "../access/index.ts"
import type { Caller, Visitor } from "../engine/index.ts"
import { fieldTypeOf, isSystemKey } from "../fields/index.ts"
import { unknownField } from "../items/index.ts"
import { type Finding, inNfc } from "../model/index.ts"
import { isObject, isReturnedProperty, type JsonObject } from "../model/input/index.ts"
import type { Datastore, Field } from "../model/records/index.ts"
import { findUserByReference } from "../people/index.ts"
import type { View } from "../state/index.ts"

interface NaturalInput {
  readonly input: unknown
  /** Errors for keys of `item` and `changes` that are no fields. */
  readonly findings: readonly Finding[]
}

/**
 * Converts natural values in a call's input to the values that writes take, such as IDs of users, looked-up items and files. Callers can
 * therefore send values back unchanged (model.md section 5.7). Takes the values of an item that was read, if `item` is such an item. Also
 * converts numbers in conditions to strings.
 */
export function readNatural(caller: Visitor | Caller, given: unknown): NaturalInput {
  const input = readConditions(given)
  if (!isObject(input)) return { input, findings: [] }
  if (!(isObject(input.item) || "changes" in input || "relatedDsItems" in input)) return { input, findings: [] }
  const view = caller.engine.view()
  const datastore = findMeant(view, caller, input)
  if (datastore === undefined) return { input, findings: [] }
  const findings: Finding[] = []
  return { input: readEntry({ view, findings }, datastore, input), findings }
}

/** Converts finite numbers in the conditions of a call's input, including nested conditions, to strings. */
export function readConditions(given: unknown): unknown {
  if (!isObject(given)) return given
  const { conditions, searchValue, itemList } = given
  if (conditions === undefined && searchValue === undefined && itemList === undefined) return given
  return {
    ...given,
    ...(Array.isArray(conditions) ? { conditions: conditions.map(readConditions) } : {}),
    ...(Array.isArray(searchValue)
      ? { searchValue: searchValue.map((one: unknown) => (Number.isFinite(one) ? String(one) : one)) }
      : {}),
    ...(itemList === undefined ? {} : { itemList: readConditions(itemList) }),
  }
}

/** Finds the datastore that the input refers to, in the workspace of the call. */
function findMeant(
  view: View,
  caller: Visitor | Caller,
  { application, datastore }: JsonObject,
): Datastore | undefined {
  if (typeof datastore !== "string" || !("uId" in caller)) return undefined
  const workspace = caller.wId ?? view.get("users", caller.uId)?.currentWId
  const named = findDatastores(view, datastore, typeof application === "string" ? application : undefined)
  return named.find(({ wId }) => wId === workspace)
}

interface Reading {
  readonly view: View
  readonly findings: Finding[]
}

/** Leaves a value of the wrong kind unchanged, which the input schema then refuses with its place. */
function readEntry(reading: Reading, datastore: Datastore, entry: unknown): unknown {
  if (!isObject(entry)) return entry
  const { view, findings } = reading
  const { changes, relatedDsItems } = entry
  const item = valuesOfItem(entry.item, findings)
  const read = (id: unknown, value: unknown) => {
    const field = typeof id === "string" ? findField(datastore, id) : undefined
    if (field !== undefined) return readValue(view, field, value)
    // Over HTTP, writes ignore system properties. They would hide a mistake in a call that the compiler does not check.
    if (typeof id === "string" && isSystemKey(id)) findings.push(unknownField(id))
    return value
  }
  const readChange = (change: JsonObject) =>
    "value" in change ? { ...change, value: read(change.id, change.value) } : change
  return {
    ...entry,
    ...(isObject(item)
      ? { item: Object.fromEntries(Object.entries(item).map(([id, value]) => [id, read(id, value)])) }
      : {}),
    ...(Array.isArray(changes)
      ? { changes: changes.map((one: unknown) => (isObject(one) ? readChange(one) : one)) }
      : {}),
    ...(isObject(relatedDsItems) ? { relatedDsItems: readRelated(reading, datastore, relatedDsItems) } : {}),
  }
}

/** Returns the values of an item that was read. Returns any other value unchanged. */
function valuesOfItem(item: unknown, findings: Finding[]): unknown {
  if (!isObject(item) || typeof item.itemId !== "string" || !isObject(item.values)) return item
  for (const name of Object.keys(item)) if (!isReturnedProperty(name)) findings.push(outsideValues(name))
  return item.values
}

const outsideValues = (name: string): Finding => ({
  description: name,
  error: "is beside the values of an item that was read; move it into values",
  errorCode: "INVALID_PARAMS",
  errorLevel: "ERROR",
  referenceId: `f_id:${name}`,
})

function readRelated(reading: Reading, { pId, wId }: Datastore, related: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(related).map(([name, entries]) => {
      const named = findDatastores(reading.view, name).filter((one) => one.wId === wId)
      const datastore = named.find((one) => one.pId === pId) ?? named[0]
      if (datastore === undefined || !Array.isArray(entries)) return [name, entries]
      return [name, entries.map((entry: unknown) => readEntry(reading, datastore, entry))]
    }),
  )
}

function readValue(view: View, field: Field, value: unknown): unknown {
  switch (fieldTypeOf(field).names?.what) {
    case "users":
      return Array.isArray(value) ? value.map((one) => readUser(view, one)) : readUser(view, value)
    case "items":
      return isObject(value) ? (value.itemId ?? value) : value
    case "files":
      return Array.isArray(value) ? value.map((one: unknown) => (isObject(one) ? (one.fileId ?? one) : one)) : value
    default:
      return value
  }
}

const readUser = (view: View, value: unknown): unknown =>
  typeof value === "string" && value !== "" ? (findUserByReference(view, value)?.uId ?? value) : value

/** Finds datastores by display or internal ID, in the given application or else in all applications. */
export function findDatastores(view: View, datastore: string, application?: string): Datastore[] {
  const isMeant = (one: { readonly displayId: string }, id: string, reference: string) =>
    id === reference || one.displayId === inNfc(reference)
  return view.all("datastores").filter((one) => {
    if (!isMeant(one, one.dId, datastore)) return false
    return application === undefined || isMeant(view.expect("applications", one.pId), one.pId, application)
  })
}
