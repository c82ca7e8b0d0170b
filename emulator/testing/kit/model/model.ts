import type { KitAction, KitDatastore, KitField, KitGroup, KitSchema, KitUser } from "../schema.ts"

export type ModelValue = string | number | readonly string[]

export interface ModelItem {
  readonly iId: string
  readonly datastore: KitDatastore
  /** Field values by display ID. This object must not be mutated, because all models of a schema share it. */
  values: Readonly<Record<string, ModelValue>>
  status: string | null
  rev: number
  /** Access keys: `u:<u_id>`, `g:<g_id>` or `r:<APP:ROLE>`. */
  keys: Set<string>
  /** IDs of items that are linked by hand or by related_ds_items. */
  links: Set<string>
  /** History entries: one for each creation, change and comment. */
  histories: ModelHistory[]
}

export interface ModelHistory {
  readonly author: string
  readonly isComment: boolean
  comment: string
  readonly readBy: Set<string>
  /** ID of the history entry; null until a response has contained the ID. */
  id: string | null
}

export interface ModelFile {
  readonly id: string
  readonly text: string
  readonly uploader: string
  readonly madeMs: number
  /** The field and item for which the file was uploaded; null for a detached upload. */
  place: { readonly dId: string; readonly fId: string; readonly iId: string } | null
  isAttached: boolean
  isDeleted: boolean
}

/** The reference model: the state that the tested world should have, as plain mutable data. It shares no code with the engine. */
export interface Model {
  readonly schema: KitSchema
  readonly groups: Map<string, KitGroup>
  readonly users: Map<string, KitUser>
  /** Existing items by i_id, in creation order. */
  readonly items: Map<string, ModelItem>
  readonly counters: Map<string, number>
  /** Next due time of each enabled auto action, in milliseconds since 1970, keyed by auto_id. */
  readonly due: Map<string, number>
  readonly files: Map<string, ModelFile>
  nowMs: number
  /**
   * Whether this sequence may run unmodelled commands. If modelled writes are possible too, the first drawn command decides, so that the
   * other sequences stay modelled to their end.
   */
  isUnpredicted: boolean | undefined
  /** True after a command whose effects the model does not know. */
  isOutdated: boolean
  /** How often each command was drawn, keyed by command name. Includes draws in which the command could not run. */
  readonly drawn: Map<string, number>
}

/** The expected response. Omitted properties are not compared. */
export interface Prediction {
  /** Expected HTTP status. */
  readonly status: number
  /** Expected codes of the elements of `error` or `errors`, in any order. */
  readonly codes?: readonly string[]
  /** Whether each expected code may occur several times, e.g. once for each invalid field. */
  readonly isRepeated?: boolean
}

export const findDatastore = (model: Model, path: string): KitDatastore | undefined =>
  model.schema.datastores.find((datastore) => datastore.path === path)

export const itemsOf = (model: Model, datastore: KitDatastore): ModelItem[] =>
  [...model.items.values()].filter((item) => item.datastore === datastore)

export const fieldOf = (datastore: KitDatastore, displayId: string): KitField | undefined =>
  datastore.fields.find((field) => field.displayId === displayId)

export const defaultAction = (datastore: KitDatastore, crudType: KitAction["crudType"]): KitAction | undefined => {
  const ofType = datastore.actions.filter((action) => action.crudType === crudType)
  return ofType.find((action) => action.isDefault) ?? ofType.find((action) => action.status === null)
}
