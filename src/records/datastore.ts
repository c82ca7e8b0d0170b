import type { AId, DId, FId, Instant, PId, RId, SId, WId } from "../ids.ts"
import type { Names } from "../names.ts"
import type { Condition } from "./condition.ts"
import type { Field } from "./field.ts"

/** A status that items of a datastore can have. */
export interface Status {
  readonly sId: SId
  readonly displayId: string
  readonly name: Names
  readonly sortId: number
  readonly x: number
  readonly y: number
  readonly color: string
}

/** '1' new, '2' update, '3' delete, '4' copy. */
export type CrudType = "1" | "2" | "3" | "4"

export interface Script {
  readonly code: string
  /** Post scripts only: awaited, with its result in the answer. */
  readonly sync: boolean
  readonly enabled: boolean
}

/** How an action treats one field; a field without an entry is shown, updatable, not mandatory. */
export interface ActionFieldSetting {
  readonly show: boolean
  readonly update: boolean
  readonly mandatory: boolean
}

/** What can be done to an item (model.md section 6). */
export interface Action {
  readonly aId: AId
  readonly displayId: string
  readonly name: Names
  readonly description: string
  readonly crudType: CrudType
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
  readonly publish: { readonly groups: boolean; readonly roles: readonly RId[] }
  /** Roles whose holders get a notification mail. */
  readonly notify: readonly RId[]
  readonly fieldSettings: Readonly<Record<FId, ActionFieldSetting>>
  readonly preScript: Script | null
  readonly postScript: Script | null
  readonly webhooks: readonly string[]
}

/** Links items of this datastore to items of another whose field holds the same value (model.md section 8.1). */
export interface AutoLink {
  readonly fId: FId
  readonly toDId: DId
  readonly toFId: FId
  readonly both: boolean
}

/** A table of an application with its fields, statuses and actions, all in settings order. */
export interface Datastore {
  readonly dId: DId
  readonly pId: PId
  readonly wId: WId
  readonly displayId: string
  readonly name: Names
  /** In fieldIndex order. */
  readonly fields: readonly Field[]
  /** In sort_id order; the first is the initial one. */
  readonly statuses: readonly Status[]
  readonly actions: readonly Action[]
  /** Roles that see the datastore; empty = ADMIN only. */
  readonly roles: readonly RId[]
  readonly relations: readonly DId[]
  readonly defaultSearch: readonly Condition[]
  readonly autoLinks: readonly AutoLink[]
  readonly createdAt: Instant
  /** Position in creation order within the application, from 0. */
  readonly ordinal: number
}
