import * as z from "zod"
import type { Actor } from "../../access/actor.ts"
import { itemNotFound, requireVisibleItem } from "../../access/items.ts"
import { findApplication, findDatastore, requireDatastore } from "../../access/places.ts"
import { type Authorized, query } from "../../engine/operation.ts"
import { invalidParams } from "../../model/error.ts"
import { object, optionalId } from "../../model/input/schemas.ts"
import { type LinkedDatastore, readLinkedDatastores } from "../../items/reading/linked-datastores.ts"
import { Reading } from "../../items/reading/reading.ts"
import type { Lang } from "../../model/names.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { View } from "../../state/view.ts"
import { answerLinked } from "../answers/items.ts"
import { itemNotFoundAnswer } from "../error-answers.ts"
import { anyItem } from "../places.ts"

interface GetLinkedItems {
  readonly itemId: string
  /** Only links into this datastore, given in the path: an unknown one is answered like a missing item. */
  readonly linkedDatastore?: string | undefined
  /** Only links into this datastore, given in the query: an unknown one is a bad parameter. */
  readonly onlyDatastore?: string | undefined
  /** The application in which `onlyDatastore` is looked up. Given alone: only links into its datastores. */
  readonly onlyApplication?: string | undefined
  /** What values are keyed by; display IDs when absent. */
  readonly ids?: "display" | "internal" | undefined
  readonly includeLookups?: boolean | undefined
  readonly returnNumberValue?: boolean | undefined
}

export interface LinkedItems {
  /** The items by datastore, in the order they were linked. */
  readonly linked: readonly LinkedDatastore[]
  /** What values are keyed by. */
  readonly ids: "display" | "internal"
  /** The world's language, which names are shown in. */
  readonly lang: Lang
}

/** The items that a visible item links to, as far as the reader sees them. (api.md section 17.3) */
export const getLinkedItems = query({
  name: "GetLinkedItems",
  summary: "The items an item links to",
  input: () =>
    object({
      ...anyItem(),
      linkedDatastore: z
        .string()
        .describe("Only links into this datastore, by display or internal ID; refused like a missing item if unknown")
        .optional(),
      onlyDatastore: optionalId().describe("Only links into this datastore, by display or internal ID"),
      onlyApplication: optionalId().describe(
        "Only links into datastores of this application, by display or internal ID",
      ),
      ids: z.enum(["display", "internal"]).describe("Which IDs values are keyed by. Default: internal").optional(),
      includeLookups: z
        .boolean()
        .describe("True: items have the items that their lookups name. Default false")
        .optional(),
      returnNumberValue: z.boolean().describe("True: numbers are numbers; false: strings. Default false").optional(),
    }),
  place: ["application", "datastore"],
  authorize: requireDatastore,
  errors: { params: { shape: "errorsWithResult" }, target: itemNotFoundAnswer },
  execute: linkedItemsOf,
  answer: ({ linked }, context) => ({ linkedItems: answerLinked(context, linked) }),
})

function linkedItemsOf(
  view: View,
  { principal: actor, granted: datastore }: Authorized<Datastore>,
  input: GetLinkedItems,
): LinkedItems {
  const narrowed = narrow(view, actor, datastore, input)
  const item = requireVisibleItem(view, actor, datastore, input.itemId)
  const ids = input.ids ?? "internal"
  const linked = readLinkedDatastores(
    new Reading(view, actor, { ids, returnNumberValue: input.returnNumberValue }),
    item.iId,
    { lookups: input.includeLookups === true, ...(narrowed.dId === undefined ? {} : { only: narrowed.dId }) },
  )
  return {
    linked: narrowed.pId === undefined ? linked : linked.filter(({ datastore: { pId } }) => pId === narrowed.pId),
    ids,
    lang: view.settings.lang,
  }
}

/** The datastore, or at least the application, that links are narrowed to. The path wins over a query that names one too. */
function narrow(view: View, actor: Actor, datastore: Datastore, input: GetLinkedItems) {
  const { linkedDatastore, onlyDatastore, onlyApplication, itemId } = input
  const preferred = view.expect("applications", datastore.pId)
  const application = onlyApplication === undefined ? undefined : findApplication(view, actor, onlyApplication)
  if (onlyApplication !== undefined && application === undefined) {
    throw invalidParams(`linked_p_id not found: ${onlyApplication}`)
  }
  if (linkedDatastore !== undefined) {
    const found = findDatastore(view, actor, linkedDatastore, { preferred })
    if (found === undefined) throw itemNotFound(itemId)
    return { dId: found.dId, pId: application?.pId }
  }
  if (onlyDatastore === undefined) return { dId: undefined, pId: application?.pId }
  const found = findDatastore(view, actor, onlyDatastore, application === undefined ? { preferred } : { application })
  if (found === undefined) throw invalidParams(`linked_d_id not found: ${onlyDatastore}`)
  return { dId: found.dId, pId: undefined }
}
