import { perActor, seesDatastore, seesField } from "../access/index.ts"
import { oncePer } from "../model/index.ts"
import type { Datastore, Field, Item } from "../model/records/index.ts"
import { valueIn } from "./subject.ts"
import type { FieldTypeOf, FormContext } from "./types/field-type.ts"

export type TitleSource = Pick<Item, "values" | "statusId">

/** Formats titles of items in the context's datastore. Titles contain only fields that the actor may see. */
export interface TitleWriter {
  within(context: FormContext, item: TitleSource): string
  /** Returns a formatter for many items, which determines the title fields only once. */
  reader(context: FormContext): (item: TitleSource) => string
}

/** Takes `fieldTypeOf` as a parameter because titles may contain lookups, and lookups may contain titles. */
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

/** Returns the title fields, sorted by title_order (0 = last), then by fieldIndex (model.md section 5.1). */
const titleFieldsOf = oncePer((datastore: Datastore): readonly Field[] => {
  const rank = (field: Field): number => (field.titleOrder === 0 ? Number.POSITIVE_INFINITY : field.titleOrder)
  return datastore.fields
    .filter((field) => field.asTitle)
    .sort((left, right) => (rank(left) === rank(right) ? left.fieldIndex - right.fieldIndex : rank(left) - rank(right)))
})

/**
 * Returns the title fields that the actor may see. Lookups may display items of a datastore that the actor can't see; for
 * such a datastore, returns the title fields that are visible to all of the datastore's roles.
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
