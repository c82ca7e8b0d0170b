import type { Actor } from "../../access/actor.ts"
import type { Engine } from "../../engine/engine.ts"
import { readableFields } from "../../fields/readable-fields.ts"
import type { HistoryFilter } from "../../histories/unread.ts"
import type { Patterns } from "../../ports/patterns.ts"
import type { WallClock } from "../../ports/wall-clock.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { Field } from "../../model/records/field.ts"
import type { Item } from "../../model/records/item.ts"
import { itemsTable } from "../../state/tables.ts"
import type { View } from "../../state/view.ts"
import type { SearchCost } from "./pace.ts"
import { SearchTurns } from "./turns.ts"

/** Where, for whom and with what items are searched for. */
export interface SearchScope {
  readonly view: View
  readonly datastore: Datastore
  /** Whose keys and roles decide, and whose unread marks count. */
  readonly actor: Actor
  /** True: every item and every field counts, whatever the keys and roles (auto actions, model.md section 10). */
  readonly unrestricted?: boolean
  /** Which histories count as unread. */
  readonly unread?: HistoryFilter
  readonly patterns: Patterns
  readonly wallClock: WallClock
  readonly cost: SearchCost
  /** Absent: nobody else has a turn until the search is through. */
  readonly turns?: SearchTurns
}

/** What an actor searches. `request`: an object that stands for this search alone, in each of its turns. */
export const searchScope = (
  view: View,
  actor: Actor,
  datastore: Datastore,
  { patterns, ports }: Engine,
  request: object,
): SearchScope => {
  const turns = SearchTurns.of(request, view.base, ports.timer)
  return { view, actor, datastore, patterns, wallClock: ports.wallClock, cost: turns.cost, turns }
}

/** The fields that may be named. */
export const fieldsInScope = ({ view, datastore, actor, unrestricted }: SearchScope): readonly Field[] =>
  unrestricted === true ? datastore.fields : readableFields(view, actor, datastore)

/** Whether an item is there at all for the search. */
export function visibility({ actor, unrestricted }: SearchScope): (item: Item) => boolean {
  if (unrestricted === true) return () => true
  const held = actor.accessKeys
  return ({ accessKeys }) => {
    for (let at = 0; at < accessKeys.length; at += 1) if (held.has(accessKeys[at] as never)) return true
    return false
  }
}

export const itemsInScope = ({ view, datastore }: SearchScope) => view.table(itemsTable(datastore.dId))
