import type { Item } from "../model/records/index.ts"
import type { View } from "../state/index.ts"
import { type TitleSource, titleWriter } from "./title-writer.ts"
import { fieldTypeOf } from "./types/registry.ts"

export const { within: titleWithin, reader: titleReader } = titleWriter(fieldTypeOf)

/** Returns the values of the item's title fields, joined by spaces; `""` if all are empty. Includes hidden fields. */
export const titleOf = (view: View, item: TitleSource & Pick<Item, "dId">): string =>
  titleWithin(
    { view, datastore: view.expect("datastores", item.dId), actor: null, ids: "internal", numbers: "text" },
    item,
  )
