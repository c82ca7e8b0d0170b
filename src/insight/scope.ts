import { type Actor, actorIn, actorOf, findAction } from "../access/index.ts"
import type { Operation } from "../engine/index.ts"
import { findDefaultAction } from "../items/index.ts"
import { inNfc } from "../model/index.ts"
import type { JsonObject } from "../model/input/index.ts"
import type { Action, Application, Datastore, Item } from "../model/records/index.ts"
import { findDatastores } from "../operations/index.ts"
import { itemsTable, type View } from "../state/index.ts"
import type { TriedRequest } from "./tried-request.ts"

/** The records that a request names, whether or not its caller may see them. */
export interface Scope {
  readonly view: View
  readonly actor: Actor | null
  readonly operation: Operation | null
  readonly input: JsonObject
  readonly application: Application | undefined
  readonly datastore: Datastore | undefined
  /** The named action, or else the default action of the operation. */
  readonly action: Action | undefined
  readonly item: Item | undefined
}

export function scopeOf(view: View, { operation, uId, wId, input }: TriedRequest<unknown>): Scope {
  const text = (name: string): string | undefined => {
    const value = input[name]
    return typeof value === "string" && value !== "" ? value : undefined
  }
  const user = uId === null ? undefined : view.get("users", uId)
  const actor = user === undefined ? null : wId === undefined ? actorOf(view, user) : actorIn(view, user, wId)
  const itemId = text("itemId")
  const datastore = datastoreOf(view, actor, text("application"), text("datastore"), itemId)
  const named = text("application")
  const application =
    datastore === undefined
      ? view.all("applications").find((one) => one.wId === actor?.wId && isMeant(one, one.pId, named))
      : view.get("applications", datastore.pId)
  const reference = text("actionId") ?? text("action")
  const kind = operation?.defaultAction
  const action =
    datastore &&
    (reference === undefined ? kind && findDefaultAction(datastore, kind) : findAction(datastore, reference))
  const item = datastore && itemId !== undefined ? view.get(itemsTable(datastore.dId), itemId) : undefined
  return { view, actor, operation, input, application, datastore, action: action || undefined, item }
}

const isMeant = (one: { readonly displayId: string }, id: string, reference: string | undefined): boolean =>
  reference !== undefined && (id === reference || one.displayId === inNfc(reference))

function datastoreOf(
  view: View,
  actor: Actor | null,
  application: string | undefined,
  datastore: string | undefined,
  itemId: string | undefined,
): Datastore | undefined {
  if (datastore !== undefined) {
    const named = findDatastores(view, datastore, application)
    return named.find(({ wId }) => wId === actor?.wId) ?? named[0]
  }
  if (itemId === undefined) return undefined
  return view.all("datastores").find(({ dId }) => view.get(itemsTable(dId), itemId) !== undefined)
}
