import type { ChangedItemAnswer, ExecutedActionAnswer, WrittenItemAnswer } from "../../src/inside.ts"
import type { WireFinding } from "../contract/item-shapes/finding.ts"
import type { WireClient } from "../wire-client.ts"
import { asId, readFindings } from "./natural-answers.ts"
import type { People } from "./people.ts"
import type { ItemReader, ReadPlace } from "./read-items.ts"
import { addressesIn, bodyOfWrite, renamed, type WireWrite, wireConditions } from "./wire-words.ts"
import type { FlatOperations } from "./words.ts"

type WriteName =
  | "createItem"
  | "createItemWithItemID"
  | "updateItem"
  | "executeAction"
  | "executeActionByActionID"
  | "executeBulkAction"
  | "deleteItem"
  | "deleteItemByConditions"
  | "createNewItemID"

/** What the API answers of every write. */
interface WireWritten {
  readonly item_id: string
  readonly history_id: string
  readonly error: null | "" | readonly WireFinding[]
  readonly pre_result?: { readonly result: unknown } | undefined
  readonly as_result?: { readonly result: unknown } | undefined
}

const readWritten = ({ item_id, history_id, error, pre_result, as_result }: WireWritten): WrittenItemAnswer => ({
  itemId: asId(item_id),
  historyId: asId(history_id),
  findings: readFindings(error),
  ...(pre_result === undefined ? {} : { preResult: pre_result }),
  ...(as_result === undefined ? {} : { asResult: as_result }),
})

/** Writing items in flat words (api.md sections 6 and 18). */
export function flatWrites(api: WireClient, people: People, items: ItemReader): Pick<FlatOperations, WriteName> {
  const bodyOf = async (written: WireWrite) => bodyOfWrite(written, await people.finder(addressesIn(written)))
  /** With `returnItemResult`: read as everything else is, since the answer of a write has values as they are stored. */
  const withItem = async <W extends WrittenItemAnswer>(
    written: W,
    place: ReadPlace,
    isWanted: boolean | undefined,
  ): Promise<W> => (isWanted === true ? { ...written, item: (await items.read(place, written.itemId)).item } : written)

  return {
    async createItem({ application, datastore, returnItemResult, ...options }) {
      const params = { "app-id": application, "datastore-id": datastore }
      const created = await api.createItem({ params, body: await bodyOf(options) })
      return withItem(readWritten(created), { application, datastore }, returnItemResult)
    },

    async createItemWithItemID({ itemId, application, datastore, actionId, returnItemResult: _, ...options }) {
      const body = { ...(await bodyOf(options)), project_id: application, datastore_id: datastore }
      await api.createItemWithItemID({ params: { "item-id": itemId, "action-id": actionId }, body })
      return { itemId: asId(itemId) }
    },

    async updateItem({ application, datastore, itemId, returnItemResult, ...options }) {
      const params = { "app-id": application, "datastore-id": datastore, "item-id": itemId }
      const updated = await api.updateItem({ params, body: await bodyOf(options) })
      const changed: ChangedItemAnswer = { ...readWritten(updated), revNo: updated.rev_no.rev_no }
      return withItem(changed, { application, datastore }, returnItemResult)
    },

    async executeAction({ application, datastore, itemId, actionId, returnItemResult, ...options }) {
      const place = { "app-id": application, "datastore-id": datastore, "action-id": actionId }
      const done = await api.executeAction({
        params: itemId === undefined ? place : { ...place, "item-id": itemId },
        body: { ...(await bodyOf(options)), return_actionscript_logs: true },
      })
      const logs = done.actionscript_logs ?? []
      if (!("item_id" in done)) return { did: "delete", findings: readFindings(done.error), logs }
      const written = await withItem(readWritten(done), { application, datastore }, returnItemResult)
      const did: ExecutedActionAnswer =
        "rev_no" in done
          ? { did: done.item_id === itemId ? "update" : "copy", ...written, revNo: done.rev_no.rev_no, logs }
          : { did: "create", ...written, logs }
      return did
    },

    async executeActionByActionID({ datastore, itemId, actionId, returnItemResult: _, ...options }) {
      const body = { ...(await bodyOf(options)), datastore_id: datastore }
      await api.executeActionByActionID({ params: { "item-id": itemId, "action-id": actionId }, body })
    },

    async executeBulkAction({ application, datastore, actionId, conditions, ...options }) {
      const body = await bodyOf(options)
      const { has_error, errors, result } = await api.executeBulkAction({
        params: { "app-id": application, "datastore-id": datastore, "action-id": actionId },
        body: conditions === undefined ? body : { ...body, conditions: wireConditions(conditions) },
      })
      return { ...result, findings: readFindings(errors), hasError: has_error }
    },

    async deleteItem({ application, datastore, itemId, ...options }) {
      const params = { "app-id": application, "datastore-id": datastore, "item-id": itemId }
      await api.deleteItem({ params, body: renamed(options) })
    },

    async deleteItemByConditions({ application, datastore, conditions }) {
      const params = { "app-id": application, "datastore-id": datastore }
      await api.deleteItemByConditions({ params, body: { conditions: wireConditions(conditions) } })
    },

    createNewItemID: async ({ datastore }) => ({
      itemId: asId((await api.createNewItemID({ params: { "datastore-id": datastore } })).item_id),
    }),
  }
}
