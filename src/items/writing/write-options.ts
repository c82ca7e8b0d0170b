import type { AccessKeyUpdates } from "../../access/key-updates.ts"
/** A field's new value, by the field's display or internal ID. */
export interface FieldChange {
  /** The field, by its ID or display ID. */
  readonly id: string
  /** What it is to hold; null is nothing. */
  readonly value: unknown
}

/** Values of a write: by field key, or as a list of changes; with both, the changes come after. */
export interface GivenValues {
  readonly item?: Readonly<Record<string, unknown>> | undefined
  readonly changes?: readonly FieldChange[] | undefined
}

/** 1 new, 2 update, 3 delete, 11 add link, 12 remove link; any other number is reported as a failed entry. */
export interface RelatedEntry extends GivenValues {
  /** What to do: 1 creates, 2 updates, 3 deletes, 11 links, 12 unlinks (api.md section 6.4). */
  readonly operation?: number | undefined
  /** The action to run; absent: the default of its kind. */
  readonly actionId?: string | undefined
  /** The item to write, link or unlink; none for creations. */
  readonly itemId?: string | undefined
  /** The revision that the writer knows; refused with a conflict when it is stale. */
  readonly revNo?: number | undefined
  /** False: a link from the parent to the item only; true: in both directions. Default false */
  readonly linkToParent?: boolean | undefined
  /** Keys to give to the item. */
  readonly accessKeyUpdates?: AccessKeyUpdates | undefined
  /** Entries below this one. */
  readonly relatedDsItems?: RelatedDsItems | undefined
}

/** Entries by related datastore, display or internal ID (api.md section 6.4). */
export type RelatedDsItems = Readonly<Record<string, readonly RelatedEntry[]>>

/** What every write of an item takes, whatever its datastore (api.md sections 6.1, 6.2 and 18.1). */
export interface WriteFlags {
  readonly comment?: string | undefined
  readonly useDisplayId?: boolean | undefined
  readonly returnItemResult?: boolean | undefined
  readonly returnDisplayId?: boolean | undefined
  readonly ensureTransaction?: boolean | undefined
  readonly execChildrenPostProcs?: boolean | undefined
  readonly asParams?: Readonly<Record<string, unknown>> | undefined
  readonly isForceUpdate?: boolean | undefined
  /** Entries always run in payload order, so this changes nothing (model.md section 8.2). */
  readonly isSyncRelatedItems?: boolean | undefined
  readonly realtimeAutoLink?: boolean | undefined
  readonly revNo?: number | undefined
}

/** What every write of an item takes (api.md sections 6.1, 6.2 and 18.1). */
export interface WriteOptions extends GivenValues, WriteFlags {
  readonly relatedDsItems?: RelatedDsItems | undefined
  readonly accessKeyUpdates?: AccessKeyUpdates | undefined
  /** The same as those of `accessKeyUpdates`. */
  readonly groupsToPublish?: readonly string[] | undefined
}
