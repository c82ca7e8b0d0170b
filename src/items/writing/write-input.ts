import * as z from "zod"
import type { AccessKeyUpdates } from "../../access/index.ts"
import {
  anyObject,
  anyValue,
  data,
  lazy,
  list,
  map,
  object,
  optionalBoolean,
  optionalId,
  optionalInt,
  optionalString,
  shareName,
} from "../../model/input/index.ts"

/** A new value for a field. */
export interface FieldChange {
  /** Display ID or internal ID of the field. */
  readonly id: string
  /** The new value. Null clears the field. */
  readonly value: unknown
}

/** Values of a write: an object with field IDs as keys, a list of changes, or both. If both contain a field, the change applies. */
export interface GivenValues {
  readonly item?: Readonly<Record<string, unknown>> | undefined
  readonly changes?: readonly FieldChange[] | undefined
}

/** A write to a related item. */
export interface RelatedEntry extends GivenValues {
  /** 1 creates, 2 updates, 3 deletes, 11 links, 12 unlinks (api.md section 6.4). An entry with another number fails. */
  readonly operation?: number | undefined
  /** ID of the action to run. Default: the datastore's default action for the operation. */
  readonly actionId?: string | undefined
  /** ID of the item to update, delete, link or unlink. Omit for operation 1. */
  readonly itemId?: string | undefined
  /** Revision that the caller last read. If the item has another revision, the entry fails with a conflict. */
  readonly revNo?: number | undefined
  /** If true, links both items to each other. If false (the default), only the parent item links to this item. */
  readonly linkToParent?: boolean | undefined
  /** Access keys to give to the item. */
  readonly accessKeyUpdates?: AccessKeyUpdates | undefined
  /** Writes to items that are related to this entry's item. */
  readonly relatedDsItems?: RelatedDsItems | undefined
}

/** Writes to related items. The keys are display or internal IDs of their datastores (api.md section 6.4). */
export type RelatedDsItems = Readonly<Record<string, readonly RelatedEntry[]>>

/** Values and options that all item writes have (api.md sections 6.1, 6.2 and 18.1). */
export type WriteOptions = z.output<z.ZodObject<ReturnType<typeof updateOptions>>>

/** Input schema `Change` of api.md section 0. */
export const change = lazy(() =>
  shareName(
    "Change",
    object({
      id: z.string().describe("Display ID or f_id of the field"),
      value: data(
        anyValue().describe(
          "The field's new value, in the form of its data type (model.md section 5); null empties it",
        ),
      ),
    }),
  ),
)

/** Input schema `KeyUpd` of api.md section 0. */
export const keyUpdates = lazy(() =>
  shareName(
    "KeyUpdates",
    object({
      overwrite: optionalBoolean("True: the given keys replace the present ones; false: they are added. Default false"),
      ignoreActionSettings: optionalBoolean(
        "True: only the given keys count, not those of the action and of users fields. Default false",
      ),
      applyRelatedDs: optionalBoolean(
        "True: applies to related items, too; an entry's own access_key_updates wins. Default false",
      ),
      groupsToPublish: groupKeys().optional(),
      rolesToPublish: list(z.string())
        .describe("Roles whose holders may see the item, by display ID; only keys that the caller holds")
        .optional(),
      usersToPublish: list(z.string()).describe("Users of the workspace who may see the item, by u_id").optional(),
    }).describe("Who may see the item besides those its action publishes it to (api.md section 6.5)"),
  ),
)

const groupKeys = () =>
  list(z.string()).describe(
    "Groups whose members may see the item, all by display ID or all by g_id; only keys that the caller holds",
  )

/** Returns the access keys to update. Adds the groups in `groupsToPublish` to those in `accessKeyUpdates`. */
export function keyUpdatesFor({ accessKeyUpdates, groupsToPublish }: WriteOptions): AccessKeyUpdates | undefined {
  if (groupsToPublish === undefined) return accessKeyUpdates
  return { ...accessKeyUpdates, groupsToPublish: [...(accessKeyUpdates?.groupsToPublish ?? []), ...groupsToPublish] }
}

/** Maximum number of related datastores in one request (control.md section 4). */
const MAX_DATASTORES = 1000

const byDatastore = (entry: z.ZodType<RelatedEntry, RelatedEntry>) => map(list(entry), { max: MAX_DATASTORES })

/** Operations of related entries by their number, with their texts (api.md section 6.4). */
const RELATED_OPERATIONS = { 1: "new", 2: "update", 3: "delete", 11: "add a link", 12: "remove a link" } as const

export type RelatedOperation = keyof typeof RELATED_OPERATIONS

export const isRelatedOperation = (operation: number | undefined): operation is RelatedOperation =>
  operation !== undefined && Object.hasOwn(RELATED_OPERATIONS, operation)

/** Input schema `RelEntry` of api.md section 0. All properties are optional, because each `operation` requires different ones. */
const relatedEntry: () => z.ZodType<RelatedEntry, RelatedEntry> = lazy(
  (): z.ZodType<RelatedEntry, RelatedEntry> =>
    shareName(
      "RelatedEntry",
      object({
        operation: z
          .number()
          .describe(
            Object.entries(RELATED_OPERATIONS)
              .map(([number, text]) => `${number} ${text}`)
              .join(", "),
          )
          .optional(),
        actionId: optionalId().describe(
          "For operations 1, 2 and 3: the action; default: the default action of the datastore",
        ),
        itemId: optionalId().describe("The item; required except for operation 1"),
        item: anyObject().describe("Values of a new or updated item, by f_id or display ID of the field").optional(),
        changes: list(change()).describe("The same as values one by one").optional(),
        revNo: optionalInt("For updates and deletions: the revision that the caller knows"),
        linkToParent: optionalBoolean(
          "False: a link from the parent to the item only; true: in both directions. Default false",
        ),
        accessKeyUpdates: keyUpdates()
          .optional()
          .describe("Who may see the item besides those its action publishes it to (api.md section 6.5)"),
        relatedDsItems: byDatastore(z.lazy(relatedEntry))
          .describe("Entries of the next level, which run after their parent entry")
          .optional(),
      }),
    ),
)

/** Input properties that all item writes share (api.md sections 6.1, 6.2 and 18.1). */
export const createOptions = () => ({
  item: anyObject()
    .describe("Values by field, keyed by display ID or f_id; the forms of values are in model.md section 5")
    .optional(),
  changes: list(change()).describe("The same as values one by one; they apply after item").optional(),
  returnItemResult: optionalBoolean("True: the answer has the item as it is now. Default false"),
  returnDisplayId: optionalBoolean("True: the keys of item in the answer are display IDs, else f_ids. Default false"),
  ensureTransaction: optionalBoolean(
    "True: a related entry that fails undoes everything. Default false: what succeeded stays, and the failures are reported",
  ),
  execChildrenPostProcs: optionalBoolean(
    "True: post scripts, webhooks, auto links and notifications run for related items, too. Default false",
  ),
  asParams: anyObject().describe("Any object, which pre and post scripts read as data.as_params").optional(),
  isForceUpdate: optionalBoolean(
    "True: no revision is compared, the last write wins, in entries of related items too. Default false",
  ),
  isSyncRelatedItems: optionalBoolean("Has no effect: related entries always run in the order sent"),
  relatedDsItems: byDatastore(relatedEntry())
    .describe("Entries for items of related datastores, by ID of the datastore (api.md section 6.4)")
    .optional(),
  realtimeAutoLink: optionalBoolean("True: auto links are made before the answer. Default false: they follow it"),
  accessKeyUpdates: keyUpdates()
    .optional()
    .describe("Who may see the item besides those its action publishes it to (api.md section 6.5)"),
  comment: optionalString("Comment for the history entry of the write"),
  isNotifyToSender: optionalBoolean(
    "True: the hub notifies the caller's own connections of the write and of its related entries, too. Default false",
  ),
  useDisplayId: optionalBoolean(
    "Whether field keys are display IDs rather than internal ones; they are recognized either way",
  ),
})

/** Input properties that all updates and deletions share. */
export const updateOptions = () => ({
  ...createOptions(),
  revNo: optionalInt("The revision that the caller knows; another one is refused with ITEM_REV_CONFLICT"),
  groupsToPublish: groupKeys().optional(),
})
