import type { Person } from "../api/person.ts"
import type { Field } from "../parts/fields/field.ts"
import { type Datastore, placeOf } from "./datastore.ts"
import type { Item } from "./list.ts"

/** The service's schema declares this read as a mutation. */
const QUERY = `mutation FileNames($items: GetItemsParameters!, $datastore: String!, $application: String) {
  datastoreGetDatastoreItems(getItemsParameters: $items, datastoreId: $datastore, projectId: $application) { items }
}`

interface FileNamesData {
  readonly datastoreGetDatastoreItems: {
    readonly items: readonly (Readonly<Record<string, readonly { readonly name: string }[]>> & {
      readonly i_id: string
    })[]
  }
}

/** Replaces the file IDs in a page of ItemList with the names of the files. GraphQL's lists contain the files themselves. */
export async function withFileNames(
  person: Person,
  datastore: Datastore,
  fields: readonly Field[],
  items: readonly Item[],
  signal: AbortSignal,
): Promise<readonly Item[]> {
  const ids = fields.filter(({ dataType }) => dataType === "file").map(({ display_id }) => display_id)
  const holders = items.filter((item) => ids.some((id) => item[id] !== ""))
  if (holders.length === 0) return items
  const { "app-id": application, "datastore-id": id } = placeOf(datastore)
  const conditions = [{ id: "i_id", search_value: holders.map(({ i_id }) => i_id) }]
  const parameters = { conditions, select_fields: ids }
  const data = await person.query(QUERY, { items: parameters, datastore: id, application }, signal)
  const found = (data as FileNamesData | null)?.datastoreGetDatastoreItems.items ?? []
  const names = new Map(
    found.map((one) => [one.i_id, ids.map((id) => [id, one[id]?.map(({ name }) => name).join(",") ?? ""] as const)]),
  )
  return items.map((item) => ({ ...item, ...Object.fromEntries(names.get(item.i_id) ?? []) }))
}
