import type { AId, DId, FId, Instant, PId, RId, SId, WId } from "../model/ids.ts"
import type { Names } from "../model/names.ts"
import type { Condition } from "./condition.ts"
import type { Field } from "../model/records/field.ts"

/** A status that items of a datastore can have. */
export interface Status {
  /** ID of the status. */
  readonly sId: SId
  /** The name that requests and fixtures give it, unique beside its like. */
  readonly displayId: string
  /** Its name in each language; an absent one is shown in the other. */
  readonly name: Names
  /** Its place among the statuses, from 0; the first is the initial one. */
  readonly sortId: number
  /** Its place on the picture of the statuses, from the left. */
  readonly x: number
  /** The same from the top. */
  readonly y: number
  /** A CSS colour; empty is none. */
  readonly color: string
}

/** '1' new, '2' update, '3' delete, '4' copy. */
export type CrudType = "1" | "2" | "3" | "4"

export interface Script {
  /** JavaScript that defines `main(data)`. */
  readonly code: string
  /** Post scripts only: awaited, with its result in the answer. */
  readonly sync: boolean
  /** Whether it runs. */
  readonly enabled: boolean
}

/** How an action treats one field; a field without an entry is shown, updatable, not mandatory. */
export interface ActionFieldSetting {
  /** Whether the action shows the field. */
  readonly show: boolean
  /** Whether it writes the field. */
  readonly update: boolean
  /** Whether it asks for a value. */
  readonly mandatory: boolean
}

/** What can be done to an item (model.md section 6). */
export interface Action {
  /** ID of the action. */
  readonly aId: AId
  /** The name that requests and fixtures give it, unique beside its like. */
  readonly displayId: string
  /** Its name in each language; an absent one is shown in the other. */
  readonly name: Names
  /** Free text; empty by default. */
  readonly description: string
  /** What it does: 1 creates, 2 updates, 3 deletes, 4 copies. */
  readonly crudType: CrudType
  /** Its place in lists, ascending. */
  readonly displayOrder: number
  /** Set on a status action: the status in which it is offered. */
  readonly statusId: SId | null
  /** The status the item gets, if any. */
  readonly setStatus: SId | null
  /** Flagged as the default of its crud type. */
  readonly isDefault: boolean
  /** Roles that may run it; empty = ADMIN only. */
  readonly roles: readonly RId[]
  /** Keys a run gives to the item (model.md section 4): those of the runner's own groups, and of these roles. */
  readonly publish: {
    /** Whether the groups of who runs it get the item's key. */
    readonly groups: boolean
    /** The roles that get it. */
    readonly roles: readonly RId[]
  }
  /** Roles whose holders get a notification mail. */
  readonly notify: readonly RId[]
  /** By field, what its runs may do there; a field without an entry is shown and may be written, and need not be. */
  readonly fieldSettings: Readonly<Record<FId, ActionFieldSetting>>
  /** Runs before the write, and can stop it (model.md section 9); null is none. */
  readonly preScript: Script | null
  /** Runs after the write (model.md section 9); null is none. */
  readonly postScript: Script | null
  /** URLs that are told of each run. */
  readonly webhooks: readonly string[]
}

/** Links items of this datastore to items of another whose field holds the same value (model.md section 8.1). */
export interface AutoLink {
  /** The field whose value is compared. */
  readonly fId: FId
  /** The datastore whose items are linked to. */
  readonly toDId: DId
  /** The field there that holds the same value. */
  readonly toFId: FId
  /** Whether they are linked back. */
  readonly both: boolean
}

/** A table of an application with its fields, statuses and actions, all in settings order. */
export interface Datastore {
  /** ID of the datastore. */
  readonly dId: DId
  /** ID of the application. */
  readonly pId: PId
  /** ID of the workspace. */
  readonly wId: WId
  /** The name that requests and fixtures give it, unique beside its like. */
  readonly displayId: string
  /** Its name in each language; an absent one is shown in the other. */
  readonly name: Names
  /** In fieldIndex order. */
  readonly fields: readonly Field[]
  /** In sort_id order; the first is the initial one. */
  readonly statuses: readonly Status[]
  /** What can be done to its items, in display order. */
  readonly actions: readonly Action[]
  /** Roles that see the datastore; empty = ADMIN only. */
  readonly roles: readonly RId[]
  /** IDs of the datastores that a write may name in related_ds_items. */
  readonly relations: readonly DId[]
  /** The conditions of a search that asks for the default ones. */
  readonly defaultSearch: readonly Condition[]
  /** Which items link themselves to which, by equal values (model.md section 8). */
  readonly autoLinks: readonly AutoLink[]
  /** When it was made: ISO 8601 in UTC with milliseconds. */
  readonly createdAt: Instant
  /** Position in creation order within the application, from 0. */
  readonly ordinal: number
}
