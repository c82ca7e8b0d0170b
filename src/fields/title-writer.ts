import { seesDatastore, seesField } from "../access/may.ts"
import { perActor } from "../access/per-actor.ts"
import type { Datastore } from "../records/datastore.ts"
import type { Field } from "../model/records/field.ts"
import type { Item } from "../model/records/item.ts"
import type { FormContext, KindOf } from "./types/field-type.ts"
import { valueIn } from "./value-in.ts"

/** What of an item its title is made of. */
export type Titled = Pick<Item, "values" | "statusId">

/** Writes the titles of items of the context's datastore. For an actor, only of the fields that their roles show. */
export interface TitleWriter {
  /** The title of one item. */
  within(context: FormContext, item: Titled): string
  /** The same for many items. */
  reader(context: FormContext): (item: Titled) => string
}

/**
 * Writes titles. Takes `kindOf` because the two need each other: a title may hold lookups, and a lookup may be shown as a
 * title.
 */
export function titleWriter(kindOf: KindOf): TitleWriter {
  function write(fields: readonly Field[], context: FormContext, item: Titled): string {
    let title = ""
    for (const field of fields) {
      const value = valueIn(item, field)
      if (value === undefined) continue
      const shown = kindOf(field).list(value, field, inTexts(context))
      if (shown !== null && shown !== "") title = title === "" ? String(shown) : `${title} ${shown}`
    }
    return title
  }
  return {
    within: (context, item) => write(fieldsWithin(context), context, item),
    reader(context) {
      const fields = fieldsWithin(context)
      return (item) => write(fields, context, item)
    },
  }
}

const titleFields = new WeakMap<Datastore, readonly Field[]>()

/** The fields that make the title, in title_order (0 = last), ties by fieldIndex (model.md section 5.1). */
function titleFieldsOf(datastore: Datastore): readonly Field[] {
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
 * The title fields that the actor's roles show: a hidden field's value must not come back through the title. Readers who
 * don't see the datastore at all (it may still be looked up) get the fields that everybody who sees it gets.
 */
const shownTitleFieldsOf = perActor((view, actor, datastore: Datastore): readonly Field[] => {
  const shows = seesDatastore(view, actor, datastore)
    ? (field: Field) => seesField(view, actor, datastore, field)
    : (field: Field) => datastore.roles.every((rId) => field.roles.includes(rId))
  return titleFieldsOf(datastore).filter(shows)
})

const fieldsWithin = ({ view, actor, datastore }: FormContext): readonly Field[] =>
  actor === null ? titleFieldsOf(datastore) : shownTitleFieldsOf(view, actor, datastore)

/** Numbers in a title are texts, whatever they are beside it. */
const inTexts = (context: FormContext): FormContext =>
  context.numbers === "text" ? context : { ...context, numbers: "text" }
