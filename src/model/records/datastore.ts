import type { AId, DId, FId, PId, RId, SId, WId } from "../ids.ts"
import type { ACTION_FIELD, DISPLAY, RecordOf } from "../settings/index.ts"
import type { Condition } from "./condition.ts"
import type { Field } from "./field.ts"
import type { Created, Identified } from "./record.ts"

/** A status of a datastore's items. */
export interface Status extends Identified {
  /** ID of the status. */
  readonly sId: SId
  /** Position among the statuses, from 0. New items get the first status. */
  readonly sortId: number
  /** Horizontal position in the status diagram, from the left. */
  readonly x: number
  /** Vertical position in the status diagram, from the top. */
  readonly y: number
  /** CSS colour of the status; empty for none. */
  readonly color: string
}

/** Types of actions: '1' creates, '2' updates, '3' deletes, '4' copies an item. */
export const CRUD_TYPES = ["1", "2", "3", "4"] as const

export type CrudType = (typeof CRUD_TYPES)[number]

export interface Script {
  /** JavaScript that defines `main(data)`. */
  readonly code: string
  /** Whether the response waits for the script and contains its result. Applies only to post scripts. */
  readonly sync: boolean
  /** Whether the script runs. */
  readonly enabled: boolean
}

/** An action's settings for one field. */
export type ActionFieldSetting = RecordOf<typeof ACTION_FIELD>

/** An action on items (model.md section 6). */
export interface Action extends Identified {
  /** ID of the action. */
  readonly aId: AId
  /** Free text that describes the action; empty by default. */
  readonly description: string
  /** '1' creates, '2' updates, '3' deletes, '4' copies an item. */
  readonly crudType: CrudType
  /** Sort position in lists, ascending. */
  readonly displayOrder: number
  /** The status in which a status action is available; null for all other actions. */
  readonly statusId: SId | null
  /** Status that the action gives to the item; null leaves the status unchanged. */
  readonly setStatus: SId | null
  /** Whether this is the default action of its `crudType`. */
  readonly isDefault: boolean
  /** Roles that may run the action; if empty, only ADMIN may. */
  readonly roles: readonly RId[]
  /** Additional access keys that the action gives to the item (model.md section 4). */
  readonly publish: {
    /** Whether the groups of the user who runs the action get access to the item. */
    readonly groups: boolean
    /** Roles whose holders get access to the item. */
    readonly roles: readonly RId[]
  }
  /** Roles whose holders get a mail when the action has run. */
  readonly notify: readonly RId[]
  /** Settings by field ID. A field without settings is shown, updatable and optional. */
  readonly fieldSettings: Readonly<Record<FId, ActionFieldSetting>>
  /** Script that runs before the write and can prevent it (model.md section 9); null if none. */
  readonly preScript: Script | null
  /** Script that runs after the write (model.md section 9); null if none. */
  readonly postScript: Script | null
  /** URLs that are called after each run of the action. */
  readonly webhooks: readonly string[]
}

/** Links items to items of another datastore that have the same value in a field (model.md section 8.1). */
export interface AutoLink {
  /** The field of this datastore whose values are compared. */
  readonly fId: FId
  /** ID of the other datastore. */
  readonly toDId: DId
  /** The field of the other datastore whose values are compared. */
  readonly toFId: FId
  /** Whether links are made in both directions. */
  readonly both: boolean
}

/** A table of items in an application, with its fields, statuses and actions, each in the order of the settings. */
export interface Datastore extends Identified, Created {
  /** ID of the datastore. */
  readonly dId: DId
  /** ID of the application. */
  readonly pId: PId
  /** ID of the workspace. */
  readonly wId: WId
  /** Fields in order of `fieldIndex`. */
  readonly fields: readonly Field[]
  /** Statuses in order of `sortId`; the first is the initial status. */
  readonly statuses: readonly Status[]
  /** Actions in display order. */
  readonly actions: readonly Action[]
  /** Roles that can see the datastore; if empty, only ADMIN can. */
  readonly roles: readonly RId[]
  /** IDs of datastores whose items can be changed together with an item of this datastore, through related_ds_items. */
  readonly relations: readonly DId[]
  /** Conditions of the datastore's default search. */
  readonly defaultSearch: readonly Condition[]
  /** Settings of automatic links between items with equal values (model.md section 8). */
  readonly autoLinks: readonly AutoLink[]
  /** Display settings; absent if all have their default. */
  readonly display?: DatastoreDisplay
}

/** Settings of a datastore for clients that display it. Stored for them, without other effect. */
export type DatastoreDisplay = RecordOf<typeof DISPLAY>

/** The name of each `crudType` in an action's settings (model.md section 6). */
export const ACTION_OPERATIONS = { "1": "new", "2": "update", "3": "delete", "4": "copy" } as const satisfies Record<
  CrudType,
  string
>

export type ActionOperation = (typeof ACTION_OPERATIONS)[CrudType]

/** The operations in the order of their `crudType`. */
export const OPERATIONS_OF_ACTIONS = ["new", "update", "delete", "copy"] as const satisfies readonly ActionOperation[]

const BY_OPERATION = { new: "1", update: "2", delete: "3", copy: "4" } as const satisfies Record<
  ActionOperation,
  CrudType
>

export const crudTypeOf = (operation: ActionOperation): CrudType => BY_OPERATION[operation]
