import { seesDatastore, seesField } from "../../access/may.ts"
import { perActor } from "../../access/per-actor.ts"
import type { FormContext } from "../../fields/kinds/kind.ts"
import { kindOf, valueIn } from "../../fields/kinds/registry.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { Field } from "../../records/field.ts"
import type { Item } from "../../records/item.ts"
import type { View } from "../../state/view.ts"

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

type Titled = Pick<Item, "values" | "statusId">

/** The item's title: its filled title fields in list form, joined by a blank; `""` without any. Shown to nobody in particular. */
export const titleOf = (view: View, item: Titled & Pick<Item, "dId">): string =>
  titleWithin(
    { view, datastore: view.expect("datastores", item.dId), actor: null, ids: "internal", numbers: "text" },
    item,
  )

/** The title of an item of the context's datastore. For an actor, only of the fields that his roles show. */
export const titleWithin = (context: FormContext, item: Titled): string =>
  writeTitle(fieldsWithin(context), context, item)

/** The same for many items. */
export function titleReader(context: FormContext): (item: Titled) => string {
  const fields = fieldsWithin(context)
  return (item) => writeTitle(fields, context, item)
}

const fieldsWithin = ({ view, actor, datastore }: FormContext): readonly Field[] =>
  actor === null ? titleFieldsOf(datastore) : shownTitleFieldsOf(view, actor, datastore)

function writeTitle(fields: readonly Field[], context: FormContext, item: Titled): string {
  let title = ""
  for (const field of fields) {
    const value = valueIn(item, field)
    if (value === undefined) continue
    const shown = field.dataType === "text" ? value : kindOf(field).list(value, field, inTexts(context))
    if (shown !== null && shown !== "") title = title === "" ? String(shown) : `${title} ${shown}`
  }
  return title
}

/** Numbers in a title are texts, whatever they are beside it. */
const inTexts = (context: FormContext): FormContext =>
  context.numbers === "text" ? context : { ...context, numbers: "text" }
