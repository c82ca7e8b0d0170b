import * as z from "zod"
import { anyObject, anyValue, data, lazy, list, map, object, optionalId, shared } from "../../model/input/schemas.ts"
import type { RelatedEntry } from "./write-options.ts"

/** `Change` of api.md section 0. */
export const change = lazy(() =>
  shared(
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

/** `KeyUpd` of api.md section 0. */
export const keyUpdates = lazy(() =>
  shared(
    "KeyUpdates",
    object({
      overwrite: z
        .boolean()
        .describe("True: the keys given replace those there are; false: they are added. Default false")
        .optional(),
      ignoreActionSettings: z
        .boolean()
        .describe("True: only the keys given count, not what the action and users fields publish to. Default false")
        .optional(),
      applyRelatedDs: z
        .boolean()
        .describe("True: the same for related items; an entry's own access_key_updates wins. Default false")
        .optional(),
      groupsToPublish: groupKeys().optional(),
      rolesToPublish: list(z.string())
        .describe("Roles whose holders may see the item, by display ID; only keys that the caller holds")
        .optional(),
      usersToPublish: list(z.string()).describe("Users of the workspace who may see the item, by u_id").optional(),
    }),
  ),
)

const groupKeys = () =>
  list(z.string()).describe(
    "Groups whose members may see the item, all by display ID or all by g_id; only keys that the caller holds",
  )

/** How many datastores one request may name for related items (control.md section 4). */
const MOST_DATASTORES = 1000

const byDatastore = (entry: z.ZodType<RelatedEntry, RelatedEntry>) => map(list(entry), { max: MOST_DATASTORES })

/** `RelEntry` of api.md section 0. What an operation needs is checked per entry, so nothing is required here. */
const relatedEntry: () => z.ZodType<RelatedEntry, RelatedEntry> = lazy(
  (): z.ZodType<RelatedEntry, RelatedEntry> =>
    shared(
      "RelatedEntry",
      object({
        operation: z.number().describe("1 new, 2 update, 3 delete, 11 add a link, 12 remove a link").optional(),
        actionId: optionalId().describe(
          "Of entries 1, 2 and 3: the action; the default one of that datastore when absent",
        ),
        itemId: optionalId().describe("The item concerned; needed for all but new ones"),
        item: anyObject().describe("Values of a new or updated item, by f_id or display ID of the field").optional(),
        changes: list(change()).describe("The same as values one by one").optional(),
        revNo: z.int().describe("Of an update or deletion: the revision that the caller knows").optional(),
        linkToParent: z
          .boolean()
          .describe("False: a link from the parent to the item only; true: in both directions. Default false")
          .optional(),
        accessKeyUpdates: keyUpdates().optional(),
        relatedDsItems: byDatastore(z.lazy(relatedEntry))
          .describe("Entries of the next level, which run once their own item is settled")
          .optional(),
      }),
    ),
)

/** What every write of an item takes (api.md sections 6.1, 6.2 and 18.1). */
export const createOptions = () => ({
  item: anyObject()
    .describe("Values by field, keyed by display ID or f_id; the forms of values are in model.md section 5")
    .optional(),
  changes: list(change()).describe("The same as values one by one; they apply after item").optional(),
  returnItemResult: z.boolean().describe("True: the answer has the item as it is now. Default false").optional(),
  returnDisplayId: z
    .boolean()
    .describe("True: the keys of item in the answer are display IDs, else f_ids. Default false")
    .optional(),
  ensureTransaction: z
    .boolean()
    .describe(
      "True: a related entry that fails undoes everything. Default false: what succeeded stays, and the failures are reported",
    )
    .optional(),
  execChildrenPostProcs: z
    .boolean()
    .describe("True: post scripts, webhooks, auto links and notifications run for related items, too. Default false")
    .optional(),
  asParams: anyObject().describe("Any object, which pre and post scripts read as data.as_params").optional(),
  isForceUpdate: z
    .boolean()
    .describe("True: no revision is compared, the last write wins, in entries of related items too. Default false")
    .optional(),
  isSyncRelatedItems: z.boolean().describe("Has no effect: related entries always run in the order sent").optional(),
  relatedDsItems: byDatastore(relatedEntry())
    .describe("Entries for items of related datastores, by ID of the datastore (api.md section 6.4)")
    .optional(),
  realtimeAutoLink: z
    .boolean()
    .describe("True: auto links are made before the answer. Default false: they follow it")
    .optional(),
  accessKeyUpdates: keyUpdates()
    .describe("Who may see the item besides those its action publishes it to (api.md section 6.5)")
    .optional(),
  comment: z.string().describe("Comment for the history entry of the write").optional(),
  useDisplayId: z
    .boolean()
    .describe("Whether field keys are display IDs rather than internal ones; they are recognized either way")
    .optional(),
})

/** What writes of existing items take besides. */
export const updateOptions = () => ({
  ...createOptions(),
  revNo: z
    .int()
    .describe("The revision that the caller knows; another one is refused with ITEM_REV_CONFLICT")
    .optional(),
  groupsToPublish: groupKeys().optional(),
})
