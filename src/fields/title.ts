import type { Item } from "../model/records/item.ts"
import type { View } from "../state/view.ts"
import { kindOf } from "./types/registry.ts"
import { type Titled, titleWriter } from "./title-writer.ts"

/** The title of an item of the context's datastore, and a function for the titles of many (model.md section 5.1). */
export const { within: titleWithin, reader: titleReader } = titleWriter(kindOf)

/**
 * The item's title: its filled title fields in list form, joined by a blank; `""` without any. Hides nothing from anybody.
 */
export const titleOf = (view: View, item: Titled & Pick<Item, "dId">): string =>
  titleWithin(
    { view, datastore: view.expect("datastores", item.dId), actor: null, ids: "internal", numbers: "text" },
    item,
  )
