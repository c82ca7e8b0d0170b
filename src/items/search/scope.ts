import { type Actor, findField, seesDatastore, seesField } from "../../access/index.ts"
import type { Engine } from "../../engine/index.ts"
import {
  asIs,
  fieldTypeOf,
  instantSubject,
  readableFields,
  type Subject,
  statusSubject,
  titleReader,
} from "../../fields/index.ts"
import { findByEitherId, invalidParams } from "../../model/index.ts"
import type { Condition, Datastore, Field, Item } from "../../model/records/index.ts"
import type { Patterns, WallClock } from "../../ports/index.ts"
import { itemsTable, type View } from "../../state/index.ts"
import { countUnread, type HistoryFilter } from "../histories.ts"
import type { SearchCost } from "./pace.ts"
import { SearchTurns } from "./text-match.ts"

export interface SearchScope {
  readonly view: View
  readonly datastore: Datastore
  /** User who searches. The result depends on the user's access keys, roles and unread marks. */
  readonly actor: Actor
  /** If true, access keys and roles are not checked. Auto actions search this way (model.md section 10). */
  readonly unrestricted?: boolean
  readonly unread?: HistoryFilter
  readonly exactMatchesAny?: boolean | undefined
  readonly patterns: Patterns
  readonly wallClock: WallClock
  readonly cost: SearchCost
  /** Undefined in a transaction, which cannot pause. */
  readonly turns?: SearchTurns | undefined
}

export function searchScope(
  view: View,
  actor: Actor,
  datastore: Datastore,
  { patterns, ports: { wallClock, timer } }: Engine,
): SearchScope & { readonly turns: SearchTurns } {
  const turns = new SearchTurns(timer)
  return { view, actor, datastore, patterns, wallClock, cost: turns.cost, turns }
}

export const fieldsInScope = ({ view, datastore, actor, unrestricted }: SearchScope): readonly Field[] =>
  unrestricted === true ? datastore.fields : readableFields(view, actor, datastore)

export function visibility({
  actor,
  unrestricted,
}: Pick<SearchScope, "actor" | "unrestricted">): (item: Pick<Item, "accessKeys">) => boolean {
  if (unrestricted === true) return () => true
  const held = actor.accessKeys
  return ({ accessKeys }) => {
    for (let at = 0; at < accessKeys.length; at += 1) if (held.has(accessKeys[at] as never)) return true
    return false
  }
}

export const itemsInScope = ({ view, datastore }: Pick<SearchScope, "view" | "datastore">) =>
  view.table(itemsTable(datastore.dId))

/** Returns how to read the value that a condition's ID refers to: a field's internal or display ID, or a system property such as `i_id`. */
export function requireSubject(scope: SearchScope, id: string): Subject {
  const fields = fieldsInScope(scope)
  const field = findByEitherId(fields, ({ fId }) => fId, id)
  const subject = field === undefined ? systemSubject(scope, id) : fieldTypeOf(field).subject(field, scope)
  if (subject === undefined) throw invalidParams(`unknown condition id: ${id}`, { referenceId: id })
  return subject
}

function systemSubject(scope: SearchScope, id: string): Subject | undefined {
  const { view, datastore, actor, unrestricted } = scope
  switch (id) {
    case "i_id":
      return { match: "ids", read: ({ iId }) => iId, idOf: asIs, isOwnId: true }
    case "created_by":
      return { match: "ids", read: ({ createdBy }) => createdBy, idOf: asIs }
    case "updated_by":
      return { match: "ids", read: ({ updatedBy }) => updatedBy, idOf: asIs }
    case "created_at":
      return { ...instantSubject(({ createdAt }) => createdAt, scope), fId: "created_at" }
    case "updated_at":
      return instantSubject(({ updatedAt }) => updatedAt, scope)
    case "rev_no":
      return { match: "number", read: ({ revNo }) => revNo }
    case "unread":
      return { match: "number", read: ({ iId }) => countUnread(view, actor.uId, iId, scope.unread) }
    case "title": {
      const reader = unrestricted === true ? null : actor
      const read = titleReader({ view, datastore, actor: reader, ids: "internal", numbers: "text" })
      return { match: "text", read: (item) => read(item) || undefined }
    }
    case "status_id":
      return statusSubject(datastore)
    default:
      return undefined
  }
}

/** Returns the conditions with data types added. Removes conditions on fields that the actor may not see, and groups that become empty. */
export function shownConditions(
  view: View,
  actor: Actor,
  datastore: Datastore,
  conditions: readonly Condition[],
): Condition[] {
  const isShown = seesDatastore(view, actor, datastore)
  const complete = (condition: Condition): Condition[] => {
    if (condition.conditions !== undefined) {
      const inner = condition.conditions.flatMap(complete)
      return inner.length === 0 && condition.conditions.length > 0 ? [] : [{ ...condition, conditions: inner }]
    }
    const field = findField(datastore, condition.id ?? "")
    if (field !== undefined && !(isShown && seesField(view, actor, datastore, field))) return []
    return [{ ...condition, dataType: condition.dataType ?? field?.dataType ?? "" }]
  }
  return conditions.flatMap(complete)
}
