import type { Item } from "../model/records/index.ts"
import type { View } from "../state/index.ts"
import { type TitleSource, titleWriter } from "./title-writer.ts"
import { fieldTypeOf } from "./types/registry.ts"

export const { within: titleWithin, reader: titleReader } = titleWriter(fieldTypeOf)

/** Returns an item's title: the values of all title fields, even hidden ones, joined by spaces. Returns `""` if all are empty. */
export const titleOf = (view: View, item: TitleSource & Pick<Item, "dId">): string =>
  titleWithin(
    { view, datastore: view.expect("datastores", item.dId), actor: null, ids: "internal", numbers: "text" },
    item,
  )
