import { actorOfCaller, type Caller, type Visitor } from "../engine/caller.ts"
import type { Operation } from "../engine/operation.ts"
import { type Asked, DomainError } from "../model/error.ts"
import { absentProperty, UnknownProperty } from "../model/input/unknown-properties.ts"
import type { FieldChange } from "../items/writing/write-options.ts"
import type { View } from "../state/view.ts"
import { missingPlace, strayFields } from "./missing-place.ts"

/** Of V8 and others: where the program is just now. */
interface Host {
  readonly captureStackTrace?: (error: Error, above: unknown) => void
}

/** Runs an operation that is called in process; a refusal says what was asked, where and by whom, and leads to who called. */
export async function tellingOf<T>(
  operation: Operation,
  caller: Visitor | Caller,
  input: unknown,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof DomainError) && !(error instanceof UnknownProperty)) throw error
    if (error instanceof DomainError) error.tellOf(askedOf(operation, caller, input, error))
    ;(Error as Host).captureStackTrace?.(error, tellingOf)
    throw error
  }
}

function askedOf(operation: Operation, caller: Visitor | Caller, input: unknown, error: DomainError): Asked {
  const view = caller.engine.view()
  const user = "uId" in caller ? view.get("users", caller.uId) : undefined
  const named = textsOf(input)
  return {
    operation: operation.name,
    place: placeOf(view, named),
    instead:
      absentOf(operation, input, error) ??
      staleOf(input, error) ??
      missingOf(caller, view, named, error) ??
      strayOf(caller, view, input, error),
    user: user === undefined ? null : user.email === "" ? user.uId : user.email,
    refusing: operation,
    names: {
      "item-id": named.itemId ?? named.item ?? "",
      "datastore-id": named.datastore ?? "",
      "action-id": named.actionId ?? named.action ?? "",
      "field-id": named.field ?? "",
      "auto-id": named.autoId ?? "",
      "current-workspace": ("wId" in caller ? caller.wId : undefined) ?? user?.currentWId ?? "",
    },
  }
}

/** The members of an input that are texts: references, as they were given. */
const textsOf = (input: unknown): Readonly<Record<string, string | undefined>> =>
  typeof input !== "object" || input === null
    ? {}
    : Object.fromEntries(Object.entries(input).filter(([, member]) => typeof member === "string"))

/** The first member that says where, and was not given. */
function absentOf(operation: Operation, input: unknown, { reason }: DomainError): string | null {
  if (reason === "conflict" || reason === "values") return null
  const absent = absentProperty(operation.input(), input)
  return absent === undefined || !WHERE.includes(absent) ? null : `no ${absent} was given`
}

const WHERE: readonly string[] = ["application", "datastore", "itemId", "actionId", "action", "field", "group", "role"]

/** A writer who names no revision is as one who knows an old one (model.md section 7), but hasn't named that. */
function staleOf(input: unknown, { reason, text, refusal }: DomainError): string | null {
  if (reason !== "conflict") return null
  if (typeof input !== "object" || input === null || ("revNo" in input && input.revNo !== undefined)) return null
  return `${refusal.findings?.[0]?.description ?? text}; give the item's revNo, or isForceUpdate: true`
}

function missingOf(
  caller: Visitor | Caller,
  view: View,
  named: ReturnType<typeof textsOf>,
  { reason }: DomainError,
): string | null {
  if (reason !== "place" && reason !== "target") return null
  if (!("uId" in caller) || view.get("users", caller.uId) === undefined) return null
  return missingPlace(view, actorOfCaller(view, caller), named)
}

/** A write that names fields which there are not, outside of related entries. */
function strayOf(caller: Visitor | Caller, view: View, input: unknown, { refusal }: DomainError): string | null {
  const { findings = [] } = refusal
  if (findings.length === 0 || findings.some(({ error }) => error !== "unknown field")) return null
  if (!("uId" in caller) || typeof input !== "object" || input === null) return null
  const { item = {}, changes = [] } = input as { readonly item?: object; readonly changes?: readonly FieldChange[] }
  const given = [...Object.keys(item), ...changes.map(({ id }) => id)]
  const keys = given.filter((key) => findings.some(({ referenceId }) => referenceId === `f_id:${key}`))
  return keys.length < findings.length ? null : strayFields(view, actorOfCaller(view, caller), textsOf(input), keys)
}

/** In display IDs, where the references lead somewhere; else as they were given. */
function placeOf(view: View, { application, datastore, group }: ReturnType<typeof textsOf>): string | null {
  const found = datastore === undefined ? undefined : view.get("datastores", datastore)
  const inside = view.get("applications", application ?? found?.pId ?? "")?.displayId ?? application
  const names = [inside, found?.displayId ?? datastore].filter((name) => name !== undefined)
  if (names.length > 0) return names.join("/")
  return group === undefined ? null : `group ${view.get("groups", group)?.displayId ?? group}`
}
