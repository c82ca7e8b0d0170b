import type { ActionAnswer, DatastoreAnswer, FieldAnswer, RoleAnswer, StatusAnswer } from "../../answers/settings.ts"
import type { AutoId, Instant, QId } from "../../model/ids.ts"
import type { AutoAction, TimeType } from "../../model/records/auto-action.ts"
import type { Condition } from "../../records/condition.ts"
import type { ActionFieldSetting } from "../../records/datastore.ts"

/** The datastores of an application. */
export interface DatastoresAnswer {
  /** In the order in which they were made. */
  readonly datastores: readonly DatastoreAnswer[]
}

/** A datastore with what it is made of (api.md section 15). */
export interface DatastoreSettingsAnswer extends DatastoreAnswer {
  /** By fieldIndex. */
  readonly fields: readonly FieldAnswer[]
  /** By sortId. */
  readonly statuses: readonly StatusAnswer[]
  /** What can be done to its items. */
  readonly actions: readonly ActionAnswer[]
  /** The roles of its application. */
  readonly roles: readonly RoleAnswer[]
}

/** A status with the actions that it offers. */
export interface StatusWithActionsAnswer extends StatusAnswer {
  /** By display order. */
  readonly actions: readonly ActionAnswer[]
}

/** The actions of a datastore by the status that offers them. */
export interface ActionsByStatusAnswer {
  /** By sortId. */
  readonly statuses: readonly StatusWithActionsAnswer[]
  /** Actions that any status offers. */
  readonly itemActions: readonly ActionAnswer[]
}

/** An action with who may run it, and on which fields. */
export interface ActionSettingsAnswer extends ActionAnswer {
  /** Display IDs of the roles that may run it. */
  readonly roles: readonly string[]
  /** Fields that the action treats in a way of its own, by display ID. */
  readonly fields: Readonly<Record<string, ActionFieldSetting>>
}

/** Fields of a datastore. */
export interface FieldsAnswer {
  /** Those that the caller is shown, by fieldIndex. */
  readonly fields: readonly FieldAnswer[]
}

/** The statuses of a datastore. */
export interface StatusesAnswer {
  /** By sortId. */
  readonly statuses: readonly StatusAnswer[]
}

/** Actions of a datastore. */
export interface ActionsAnswer {
  /** By display order. */
  readonly actions: readonly ActionAnswer[]
}

/** A saved list. */
export interface QueryAnswer {
  /** Its ID. */
  readonly qId: QId
  /** Display ID of its datastore. */
  readonly datastore: string
  /** What it is called. */
  readonly name: string
  /** What it is for. */
  readonly desc: string
  /** Where it stands among the others. */
  readonly displayOrder: number
  /** What its items fit; fields by display ID. */
  readonly conditions: readonly Condition[]
}

/** The saved lists of an application. */
export interface QueriesAnswer {
  /** By display order. */
  readonly queries: readonly QueryAnswer[]
}

/** An action that runs at set times (api.md section 7.1). */
export interface AutoActionAnswer {
  /** Its ID. */
  readonly autoId: AutoId
  /** What it is called. */
  readonly name: string
  /** What its histories say. */
  readonly comment: string
  /** Display ID of the application. */
  readonly application: string
  /** Display ID of the datastore. */
  readonly datastore: string
  /** Display ID of the action that runs; null when it is gone. */
  readonly action: string | null
  /** What items must fit, fields by display ID; none: all items. */
  readonly conditions: readonly Condition[]
  /** What `timeValue` counts. */
  readonly timeType: TimeType
  /** min, hr, week, month: digits. day: the registered instant, ISO 8601 in UTC. */
  readonly timeValue: string
  /** When it runs next; null: never. */
  readonly nextExecAt: Instant | null
  /** Whether it runs when it is due. */
  readonly enabled: boolean
  /** When it ran last; null is never. */
  readonly lastExecution: AutoAction["lastExecution"]
}
