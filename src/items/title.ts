import { seesDatastore, seesField } from "../access/may.ts"
import { perActor } from "../access/per-actor.ts"
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

/**
 * The title fields that the actor's roles show: a hidden field's value must not come back through the title. Whoever does
 * not see the datastore at all (it may still be looked up) is shown what everybody who sees it is shown.
 */
const shownTitleFieldsOf = perActor((view, actor, datastore: Datastore): readonly Field[] => {
  const shows = seesDatastore(view, actor, datastore)
    ? (field: Field) => seesField(view, actor, datastore, field)
    : (field: Field) => datastore.roles.every((rId) => field.roles.includes(rId))
  return titleFieldsOf(datastore).filter(shows)
})

/**
 * The item's title: its filled title fields in list form, joined by a blank; `""` without any. For an actor, only those his
 * roles show.
 */
export function titleOf(view: View, item: Pick<Item, "dId" | "values" | "statusId">, within?: FormContext): string {
  const datastore = view.expect("datastores", item.dId)
  return titleReader({ view, actor: null, ids: "internal", numbers: "text", ...within, datastore })(item)
}

/** The same for many items of the context's datastore. */
export function titleReader(within: FormContext): (item: Pick<Item, "values" | "statusId">) => string {
  const context: FormContext = { ...within, numbers: "text" }
  const { view, actor, datastore } = context
  const fields = actor === null ? titleFieldsOf(datastore) : shownTitleFieldsOf(view, actor, datastore)
  return (item) => {
    let title = ""
    for (const field of fields) {
      const value = valueIn(item, field)
      if (value === undefined) continue
      const shown = field.dataType === "text" ? value : kindOf(field).list(value, field, context)
      if (shown !== null && shown !== "") title = title === "" ? String(shown) : `${title} ${shown}`
    }
    return title
  }
}
