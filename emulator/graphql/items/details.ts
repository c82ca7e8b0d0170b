import type { Actor } from "../../../src/access/index.ts"
import type { ItemDetails } from "../../../src/operations/index.ts"
import type { View } from "../../../src/state/index.ts"
import { presentItemDetails } from "../../api/index.ts"
import { ClientItems, type FlatItem } from "./client-items.ts"
import { clientType } from "./near.ts"

interface DetailsForm {
  readonly numbers: "text" | "number"
  /** Whether linked items contain the items that their lookups refer to. */
  readonly lookups: boolean
}

/** Presents the details of an item (graphql.md section 3.8, getDatastoreItemDetails). */
export function presentDetails(view: View, actor: Actor, details: ItemDetails, form: DetailsForm): FlatItem {
  const { item, datastore, ids, fieldValues, linkedItems } = details
  const items = new ClientItems(view, actor, { ids, numbers: form.numbers, lookups: true })
  const response = presentItemDetails(details)
  const described = fieldValues.map((one) => {
    const dataType = clientType(view, actor, datastore.pId, one.field)
    return [one.field, { dataType, value: items.detail(item, one) }] as const
  })
  const { field_values: values } = response
  const fields = Array.isArray(values)
    ? values.map((value, at) => ({ ...value, ...described[at]?.[1] }))
    : Object.fromEntries(
        described.map(([{ displayId }, form]) => [displayId, { ...values[displayId], ...form }] as const),
      )
  const linked = new ClientItems(view, actor, { ids, ...form })
  return {
    ...response,
    field_values: fields,
    linked_items: linkedItems && presentLinked(response.linked_items ?? {}, linkedItems, linked),
  }
}

/** Replaces the items in a response's linked datastores. */
function presentLinked(
  response: NonNullable<ReturnType<typeof presentItemDetails>["linked_items"]>,
  linked: NonNullable<ItemDetails["linkedItems"]>,
  items: ClientItems,
): FlatItem {
  const ofDatastore = new Map(linked.map(({ datastore, items }) => [datastore.dId as string, items]))
  return Object.fromEntries(
    Object.entries(response).map(([key, one]) => [
      key,
      { ...one, items: (ofDatastore.get(one.d_id) ?? []).map((item) => items.linked(item)) },
    ]),
  )
}
