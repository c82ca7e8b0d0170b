import type { FormContext } from "../fields/types/field-type.ts"
import { holdsValues, kindOf } from "../fields/types/registry.ts"
import { valueIn } from "../fields/value-in.ts"
import type { Lang } from "../model/names.ts"
import type { Datastore } from "../records/datastore.ts"
import type { Field } from "../model/records/field.ts"
import type { Item } from "../model/records/item.ts"
import type { View } from "../state/view.ts"
import { type Grams, gramsOf } from "../state/store/grams.ts"
import type { Summarizing } from "../state/store/vector.ts"
import { foldCase } from "../texts/fold-case.ts"

/** Whether GlobalSearch looks into values of the field: it is marked full_text, and the items themselves hold what it shows. */
export const isSearched = (field: Field): boolean =>
  field.fullText && holdsValues(field) && kindOf(field).names === null

/** The text that an item shows in a field that is searched; `""` when it is empty. */
export type ReadText = (item: Item, field: Field) => string

export function textReader(view: View, datastore: Datastore): ReadText {
  const context: FormContext = { view, datastore, actor: null, ids: "internal", numbers: "text" }
  return (item, field) => {
    const value = valueIn(item, field)
    return value === undefined ? "" : String(kindOf(field).list(value, field, context) ?? "")
  }
}

/** So that few runs of characters are found across two texts. */
export const BETWEEN_TEXTS = "\u0000"

/** What texts some neighbouring items of a datastore hold, and all that these follow from besides the items. */
export class SearchedTexts {
  readonly grams: Grams
  readonly #fields: readonly Field[]
  readonly #statuses: Datastore["statuses"]
  readonly #lang: Lang

  constructor(grams: Grams, fields: readonly Field[], statuses: Datastore["statuses"], lang: Lang) {
    this.grams = grams
    this.#fields = fields
    this.#statuses = statuses
    this.#lang = lang
  }

  isOf(fields: readonly Field[], statuses: Datastore["statuses"], lang: Lang): boolean {
    return (
      this.#lang === lang &&
      this.#statuses === statuses &&
      this.#fields.length === fields.length &&
      this.#fields.every((field, at) => field === fields[at])
    )
  }
}

/** For `forEachGroup` of a datastore's items: the texts in all of its searched fields, whoever may read them. */
export function summarizeTexts(view: View, datastore: Datastore): Summarizing<Item, SearchedTexts> {
  const { lang } = view.settings
  const { statuses } = datastore
  const fields = datastore.fields.filter(isSearched)
  const read = textReader(view, datastore)
  return {
    make: (items) => {
      let texts = ""
      for (const item of items) for (const field of fields) texts += read(item, field) + BETWEEN_TEXTS
      return new SearchedTexts(gramsOf(foldCase(texts)), fields, statuses, lang)
    },
    isCurrent: (summary): summary is SearchedTexts =>
      summary instanceof SearchedTexts && summary.isOf(fields, statuses, lang),
  }
}
