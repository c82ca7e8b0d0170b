import type { Datastore } from "../datastores/model.ts"
import type { FormContext } from "../fields/kinds/kind.ts"
import { kindOf, valueIn } from "../fields/kinds/registry.ts"
import type { Field } from "../fields/model.ts"
import type { View } from "../state/view.ts"
import type { Item } from "./model.ts"

const titleFields = new WeakMap<Datastore, readonly Field[]>()

/** The fields that make the title, in title_order (0 = last), ties by fieldIndex (model.md section 5.1). */
export function titleFieldsOf(datastore: Datastore): readonly Field[] {
  let fields = titleFields.get(datastore)
  if (fields === undefined) {
    const rank = (field: Field): number => (field.titleOrder === 0 ? Number.POSITIVE_INFINITY : field.titleOrder)
    fields = datastore.fields
      .filter((field) => field.asTitle)
      .sort((left, right) =>
        rank(left) === rank(right) ? left.fieldIndex - right.fieldIndex : rank(left) - rank(right),
      )
    titleFields.set(datastore, fields)
  }
  return fields
}

/** The item's title: its filled title fields in list form, joined by a blank; `""` without any. */
export function titleOf(view: View, item: Pick<Item, "dId" | "values" | "statusId">, within?: FormContext): string {
  const datastore = view.expect("datastores", item.dId)
  const context: FormContext = { view, actor: null, ids: "internal", numbers: "text", ...within, datastore }
  const parts: string[] = []
  for (const field of titleFieldsOf(datastore)) {
    const value = valueIn(item, field)
    if (value === undefined) continue
    const shown = field.dataType === "text" ? value : kindOf(field).list(value, field, context)
    if (shown !== null && shown !== "") parts.push(String(shown))
  }
  return parts.join(" ")
}
