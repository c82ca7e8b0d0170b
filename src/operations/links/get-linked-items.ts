import type { Actor } from "../../access/actor.ts"
import { itemNotFound, requireVisibleItem } from "../../access/items.ts"
import { findApplication, findDatastore, requireDatastore } from "../../access/places.ts"
import { type Entered, query } from "../../engine/use-case.ts"
import { invalidParams } from "../../error.ts"
import { type LinkedDatastore, readLinkedDatastores } from "../../items/reading/linked-datastores.ts"
import { Reading } from "../../items/reading/reading.ts"
import type { Lang } from "../../names.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { View } from "../../state/view.ts"

export interface GetLinkedItems {
  readonly application?: string | undefined
  readonly datastore: string
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

/** GetLinkedItems (api.md section 17.3): what a visible item links to, as far as the reader sees it. */
export const getLinkedItems = query({ enter: requireDatastore, run: linkedItemsOf })

function linkedItemsOf(
  view: View,
  { actor, found: datastore }: Entered<Datastore>,
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
