import { perActor, seesDatastore, seesField } from "../access/index.ts"
import { oncePer } from "../model/index.ts"
import type { Datastore, Field, Item } from "../model/records/index.ts"
import { valueIn } from "./subject.ts"
import type { FieldTypeOf, FormContext } from "./types/field-type.ts"

export type TitleSource = Pick<Item, "values" | "statusId">

/** Formats items' titles. A title contains only the fields that the actor in `context` may see. */
export interface TitleWriter {
  within(context: FormContext, item: TitleSource): string
  /** Returns a function that formats the titles of many items in one datastore. It is faster than `within`. */
  reader(context: FormContext): (item: TitleSource) => string
}

/** Creates a title writer. `fieldTypeOf` is a parameter to avoid a circular import: titles contain lookups, and lookups display titles. */
export function titleWriter(fieldTypeOf: FieldTypeOf): TitleWriter {
  function write(fields: readonly Field[], context: FormContext, item: TitleSource): string {
    let title = ""
    for (const field of fields) {
      const value = valueIn(item, field)
      if (value === undefined) continue
      const text = fieldTypeOf(field).list(value, field, inTexts(context))
      if (text !== null && text !== "") title = title === "" ? String(text) : `${title} ${text}`
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

/** Returns the title fields, sorted by title_order and then by fieldIndex. Fields with title_order 0 are last (model.md section 5.1). */
const titleFieldsOf = oncePer((datastore: Datastore): readonly Field[] => {
  const rank = (field: Field): number => (field.titleOrder === 0 ? Number.POSITIVE_INFINITY : field.titleOrder)
  return datastore.fields
    .filter((field) => field.asTitle)
    .sort((left, right) => (rank(left) === rank(right) ? left.fieldIndex - right.fieldIndex : rank(left) - rank(right)))
})

/**
 * Returns the title fields that the actor may see. A lookup may display a title from a datastore that the actor cannot see. For such a
 * datastore, returns the title fields that all of its roles can see.
 */
const shownTitleFieldsOf = perActor((view, actor, datastore: Datastore): readonly Field[] => {
  const shows = seesDatastore(view, actor, datastore)
    ? (field: Field) => seesField(view, actor, datastore, field)
    : (field: Field) => datastore.roles.every((rId) => field.roles.includes(rId))
  return titleFieldsOf(datastore).filter(shows)
})

const fieldsWithin = ({ view, actor, datastore }: FormContext): readonly Field[] =>
  actor === null ? titleFieldsOf(datastore) : shownTitleFieldsOf(view, actor, datastore)

const inTexts = (context: FormContext): FormContext =>
  context.numbers === "text" ? context : { ...context, numbers: "text" }
