import type { KitAction, KitDatastore, KitField, KitGroup, KitSchema, KitUser } from "../schema.ts"
import type { KeptTemplate, KitScript, ModelFile } from "../../../../test/testing/kit/hexarium/model/extras.ts"

/**
 * A field's value as the model keeps it: options by display ID, users by u_id, lookups by i_id, instants in ms form.
 */
export type ModelValue = string | number | readonly string[]

export interface ModelItem {
  readonly iId: string
  readonly datastore: KitDatastore
  /** Replaced as a whole, since models of one schema begin with the same. */
  values: Readonly<Record<string, ModelValue>>
  status: string | null
  rev: number
  /** `u:<u_id>`, `g:<g_id>`, `r:<APP:ROLE>`. */
  keys: Set<string>
  /** Outgoing links made by hand or by related entries. */
  links: Set<string>
  /** Whose creations and changes it has seen: one entry a history. */
  histories: ModelHistory[]
}

export interface ModelHistory {
  readonly author: string
  readonly isComment: boolean
  comment: string
  readonly readBy: Set<string>
  /** Known once an answer named it. */
  id: string | null
}

/**
 * The reference model: what the specification says a world is, as plain mutable data. It shares no code with the engine
 * and knows nothing of speed, storage or wire forms.
 */
export interface Model {
  /** What the world is made of. */
  readonly schema: KitSchema
  /** Groups by g_id. */
  readonly groups: Map<string, KitGroup>
  /** Users by u_id. */
  readonly users: Map<string, KitUser>
  /** Alive items by i_id, in creation order. */
  readonly items: Map<string, ModelItem>
  /** Display counters by f_id, and `f_id/branch` for the others. */
  readonly counters: Map<string, number>
  /** Enabled auto actions by auto_id with their next due instant in ms. */
  readonly due: Map<string, number>
  /** What commands uploaded, by file_id. */
  readonly files: Map<string, ModelFile>
  /** Scripts that commands gave to actions, by `a_id:pre` and `a_id:post`. */
  readonly scripts: Map<string, KitScript>
  /** What commands saved, by tp_id. */
  readonly templates: Map<string, KeptTemplate>
  /** Whether an application was made of one of them. */
  hasCopy: boolean
  /** IDs that were given to CreateItemWithItemID; one of a deleted item can't be used again. */
  readonly usedIds: Set<string>
  /** What the world's clock shows, in milliseconds since 1970. */
  nowMs: number
  /** How often each command was about to run, whether there was an occasion for it or not. */
  readonly drawn: Map<string, number>
}

/** What the model expects an answer to be; members left out are not predicted. */
export interface Prediction {
  /** The HTTP status. */
  readonly status: number
  /** Codes of the elements of `error`/`errors`, in no order. */
  readonly codes?: readonly string[]
  /** Each of the codes may stand there more than once: one element for each thing that is wrong. */
  readonly isRepeated?: true
}

export const findDatastore = (model: Model, path: string): KitDatastore | undefined =>
  model.schema.datastores.find((datastore) => datastore.path === path)

export const itemsOf = (model: Model, datastore: KitDatastore): ModelItem[] =>
  [...model.items.values()].filter((item) => item.datastore === datastore)

export const fieldOf = (datastore: KitDatastore, displayId: string): KitField | undefined =>
  datastore.fields.find((field) => field.displayId === displayId)

/** The flagged default of a crud type, else the first item action of the type. */
export const defaultAction = (datastore: KitDatastore, crudType: KitAction["crudType"]): KitAction | undefined => {
  const ofType = datastore.actions.filter((action) => action.crudType === crudType)
  return ofType.find((action) => action.isDefault) ?? ofType.find((action) => action.status === null)
}
