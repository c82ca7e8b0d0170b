import type { SearchHitAnswer } from "../../src/inside.ts"
import type { WireClient } from "../wire-client.ts"
import { csvFile } from "./csv-file.ts"
import { asId } from "./natural-answers.ts"
import { each, type ItemReader } from "./read-items.ts"
import { asDataType } from "./seen/seen-settings.ts"
import { listingBody } from "./wire-words.ts"
import type { FlatOperations } from "./words.ts"

type SearchName = "getItemSearchConditions" | "globalSearch" | "importItems" | "getImportResults"

type WireHit = Awaited<ReturnType<WireClient["globalSearch"]>>["search_result"][number]

/** Searches and imports in flat words (api.md sections 17.3, 21.1 and 22). */
export function flatSearch(api: WireClient, items: ItemReader): Pick<FlatOperations, SearchName> {
  /** Hits name what they were found in by internal IDs, which are asked for once each. */
  async function readHits(hits: readonly WireHit[]): Promise<SearchHitAnswer[]> {
    const datastores = [...new Set(hits.map(({ d_id }) => d_id))]
    const places = new Map(
      await each(datastores, async (datastore) => {
        const params = { "datastore-id": datastore }
        const { project, datastore: found } = await api.getApplicationAndDatastore({ params })
        const isAsked = hits.some(({ d_id, f_id }) => d_id === datastore && f_id !== undefined)
        const fields = isAsked ? (await api.getDatastoreFields({ params })).fields : {}
        return [datastore, { application: project.display_id, datastore: found.display_id, fields }] as const
      }),
    )
    return hits.map(({ category, d_id, i_id, f_id, title, highlight_value }) => {
      const place = places.get(d_id)
      return {
        category,
        application: place?.application ?? "",
        datastore: place?.datastore ?? "",
        itemId: asId(i_id),
        field: f_id === undefined ? null : (place?.fields[f_id]?.display_id ?? null),
        title,
        highlights: highlight_value.value,
      }
    })
  }

  return {
    async getItemSearchConditions(place) {
      const { result } = await api.getItemSearchConditions({ params: await items.params(place) })
      return {
        fields: result.map(({ f_id, display_id, name, data_type, options }) => ({
          fId: asId(f_id),
          displayId: display_id,
          name,
          dataType: asDataType(data_type),
          ...(options === undefined
            ? {}
            : { options: options.map((one) => ({ oId: asId(one.option_id), name: one.value, enabled: one.enabled })) }),
        })),
      }
    },

    async globalSearch({ query, category, application, datastore, field, itemList }) {
      const place = { query, category, app_id: application, datastore_id: datastore, field_id: field }
      const { search_result, item_list } = await api.globalSearch({
        body:
          itemList === undefined
            ? place
            : { ...place, return_item_list: true, item_search_params: listingBody(itemList) },
      })
      const hits = await readHits(search_result)
      if (item_list === undefined || itemList === undefined) return { hits }
      return { hits, itemList: await items.list(item_list, itemList.includeLookups === true) }
    },

    async importItems({ application, datastore, header, rows, keyField, noQueue, overwriteAutonumber, ...how }) {
      const { temp_datastore_id, stream_id } = await api.importItems({
        params: await items.params({ application, datastore }),
        form: {
          filename: "items.csv",
          key_field_displayid: keyField,
          replace_all: how.replaceAll,
          append: how.append,
          validate: how.validate,
          no_queue: noQueue,
          overwrite_autonumber: overwriteAutonumber,
        },
        file: csvFile(header, rows),
      })
      return { tempDatastoreId: asId(temp_datastore_id), streamId: stream_id }
    },

    async getImportResults({ datastore, tempDatastoreId }) {
      const params = { "datastore-id": datastore, "temp-datastore-id": tempDatastoreId }
      const results = await api.getImportResults({ params })
      // It is finished without errors, or has some, or goes on and has none yet.
      return results === null
        ? { isFinished: true, errors: [] }
        : { isFinished: results.errors.length > 0, errors: results.errors }
    },
  }
}
