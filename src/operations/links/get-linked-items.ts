import * as z from "zod"
import {
  type Actor,
  causesOfPlace,
  findApplication,
  findDatastore,
  itemNotFound,
  requireDatastore,
  requireVisibleItem,
} from "../../access/index.ts"
import { type Authorized, query } from "../../engine/index.ts"
import { Reading, readLinkedDatastores } from "../../items/index.ts"
import { invalidParams } from "../../model/index.ts"
import { optionalBoolean, optionalId, optionalString } from "../../model/input/index.ts"
import type { Datastore } from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"
import { answerLinked } from "../answers/items.ts"
import { itemNotFoundAnswer } from "../error-answers.ts"
import { anyItem } from "../places.ts"

const linksInput = () => ({
  ...anyItem(),
  linkedDatastore: optionalString(
    "Only links into this datastore, by display or internal ID; refused like a missing item if unknown",
  ),
  onlyDatastore: optionalId().describe("Only links into this datastore, by display or internal ID"),
  onlyApplication: optionalId().describe("Only links into datastores of this application, by display or internal ID"),
  ids: z.enum(["display", "internal"]).describe("Which IDs values are keyed by. Default: internal").optional(),
  bothWays: optionalBoolean("True: also returns the items that link to the item. Default false"),
  includeLookups: optionalBoolean("True: includes the items in their lookup fields. Default false"),
  returnNumberValue: optionalBoolean("True: numbers are numbers; false: strings. Default false"),
})

type LinksInput = z.output<z.ZodObject<ReturnType<typeof linksInput>>>

/** Returns the items that an item links to and that the caller may see. (api.md section 17.3) */
export const getLinkedItems = query({
  name: "GetLinkedItems",
  summary: "Returns the items that an item links to",
  input: linksInput,
  place: ["application", "datastore"],
  authorize: requireDatastore,
  errors: { params: { shape: "errorsWithResult" }, target: itemNotFoundAnswer },
  execute: linkedItemsOf,
  answer: ({ linked }, context) => ({ linkedItems: answerLinked(context, linked) }),
})

function linkedItemsOf(view: View, { principal: actor, granted: datastore }: Authorized<Datastore>, input: LinksInput) {
  const narrowed = narrow(view, actor, datastore, input)
  const item = requireVisibleItem(view, actor, datastore, input.itemId)
  const ids = input.ids ?? "internal"
  const linked = readLinkedDatastores(
    new Reading(view, actor, { ids, returnNumberValue: input.returnNumberValue }),
    item.iId,
    { lookups: input.includeLookups === true, bothWays: input.bothWays, ...(narrowed.dId && { only: narrowed.dId }) },
  )
  return {
    linked: narrowed.pId === undefined ? linked : linked.filter(({ datastore: { pId } }) => pId === narrowed.pId),
    ids,
    lang: view.settings.lang,
  }
}

/** Returns the datastore and application to which the links are restricted. The path's datastore overrides the query's. */
function narrow(view: View, actor: Actor, datastore: Datastore, input: LinksInput) {
  const { linkedDatastore, onlyDatastore, onlyApplication, itemId } = input
  const preferred = view.expect("applications", datastore.pId)
  const application = onlyApplication === undefined ? undefined : findApplication(view, actor, onlyApplication)
  if (onlyApplication !== undefined && application === undefined) {
    throw invalidParams(`linked_p_id not found: ${onlyApplication}`)
  }
  if (linkedDatastore !== undefined) {
    const found = findDatastore(view, actor, linkedDatastore, { preferred })
    if (found === undefined) {
      throw itemNotFound(itemId, causesOfPlace(view, actor, { datastore: linkedDatastore }))
    }
    return { dId: found.dId, pId: application?.pId }
  }
  if (onlyDatastore === undefined) return { dId: undefined, pId: application?.pId }
  const found = findDatastore(view, actor, onlyDatastore, application === undefined ? { preferred } : { application })
  if (found === undefined) throw invalidParams(`linked_d_id not found: ${onlyDatastore}`)
  return { dId: found.dId, pId: undefined }
}
