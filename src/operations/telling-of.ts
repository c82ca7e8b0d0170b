import { actorOfCaller, type Caller, type Visitor } from "../engine/use-case.ts"
import { type Asked, DomainError } from "../error.ts"
import { deviations } from "../refusals/deviations.ts"
import type { View } from "../state/view.ts"
import { missingPlace } from "./missing-place.ts"

/** An operation's name in the API's spelling: `CreateItem`. */
export const apiNameOf = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

/** Of V8 and others: where the program is just now. */
interface Host {
  readonly captureStackTrace?: (error: Error, above: unknown) => void
}

/** Runs an operation that is called in process; a refusal says what was asked, where and by whom, and leads to who called. */
export async function tellingOf<T>(
  name: string,
  caller: Visitor | Caller,
  input: unknown,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof DomainError) {
      error.tellOf(askedOf(name, caller, input, error))
      ;(Error as Host).captureStackTrace?.(error, tellingOf)
    }
    throw error
  }
}

function askedOf(name: string, caller: Visitor | Caller, input: unknown, { reason }: DomainError): Asked {
  const view = caller.engine.view()
  const user = "uId" in caller ? view.get("users", caller.uId) : undefined
  const named = textsOf(input)
  return {
    operation: apiNameOf(name),
    place: placeOf(view, named),
    missing: reason === "place" || reason === "target" ? missingOf(caller, view, named) : null,
    user: user === undefined ? null : user.email === "" ? user.uId : user.email,
    refusing: deviations[name] ?? null,
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

function missingOf(caller: Visitor | Caller, view: View, named: ReturnType<typeof textsOf>): string | null {
  if (!("uId" in caller) || view.get("users", caller.uId) === undefined) return null
  return missingPlace(view, actorOfCaller(view, caller), named)
}

/** In display IDs, where the references lead somewhere; else as they were given. */
function placeOf(view: View, { application, datastore, group }: ReturnType<typeof textsOf>): string | null {
  const found = datastore === undefined ? undefined : view.get("datastores", datastore)
  const inside = view.get("applications", application ?? found?.pId ?? "")?.displayId ?? application
  const names = [inside, found?.displayId ?? datastore].filter((name) => name !== undefined)
  if (names.length > 0) return names.join("/")
  return group === undefined ? null : `group ${view.get("groups", group)?.displayId ?? group}`
}
