import type { Actor } from "../../access/index.ts"
import {
  type FormContext,
  fieldTypeOf,
  holdsValues,
  type LookupForm,
  type UserForm,
  valueIn,
} from "../../fields/index.ts"
import { foldText, type Lang } from "../../model/index.ts"
import type { Datastore, Field, Item, StoredValue } from "../../model/records/index.ts"
import { type Grams, gramsOf, type Summarizing, type View } from "../../state/index.ts"
import { hasNeedle, type Needle } from "./hits.ts"

/** Returns whether GlobalSearch searches the field's own values. It does so for full_text fields whose values do not refer to records. */
export const isSearched = (field: Field): boolean =>
  field.fullText && holdsValues(field) && fieldTypeOf(field).names === null

export type ReadText = (item: Item, field: Field) => string

export function textReader(view: View, datastore: Datastore): ReadText {
  const context: FormContext = { view, datastore, actor: null, ids: "internal", numbers: "text" }
  return (item, field) => {
    const value = valueIn(item, field)
    return value === undefined ? "" : String(fieldTypeOf(field).list(value, field, context) ?? "")
  }
}

/** Separator between the texts of a summary, so that the end of one text and the start of the next do not look like one word. */
export const BETWEEN_TEXTS = "\u0000"

/** Summary of the texts of a group of items, by which a search skips groups without a match. Also has the settings behind the texts. */
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

/** Creates the summaries that `forEachGroup` caches. All readers share them, so they include fields that some readers may not see. */
export function summarizeTexts(view: View, datastore: Datastore): Summarizing<Item, SearchedTexts> {
  const { lang } = view.settings
  const { statuses } = datastore
  const fields = datastore.fields.filter(isSearched)
  const read = textReader(view, datastore)
  return {
    make: (items) => {
      let texts = ""
      for (const item of items) for (const field of fields) texts += read(item, field) + BETWEEN_TEXTS
      return new SearchedTexts(gramsOf(foldText(texts)), fields, statuses, lang)
    },
    isCurrent: (summary): summary is SearchedTexts =>
      summary instanceof SearchedTexts && summary.isOf(fields, statuses, lang),
  }
}

/** Returns whether GlobalSearch searches the titles or names of the users or items that the field's values refer to. */
export const isFollowed = (field: Field): boolean => {
  const what = fieldTypeOf(field).names?.what
  return field.fullText && (what === "users" || what === "items")
}

interface NamedRecord {
  readonly texts: readonly string[]
  readonly isHit: boolean
}

/**
 * Texts of the users and items that a field's values refer to, as the reader sees them. Not cached between searches, because these texts
 * can change while the item stays the same.
 */
export class FollowedTexts {
  readonly #field: Field
  readonly #context: FormContext
  readonly #needle: Needle
  readonly #named = new Map<string, NamedRecord>()

  constructor(view: View, actor: Actor, datastore: Datastore, field: Field, needle: Needle) {
    this.#field = field
    this.#context = { view, datastore, actor, ids: "internal", numbers: "text" }
    this.#needle = needle
  }

  of(item: Item): readonly string[] {
    return this.#namedBy(item).flatMap(({ texts }) => texts)
  }

  hasHit(item: Item): boolean {
    return this.#namedBy(item).some(({ isHit }) => isHit)
  }

  #namedBy({ values }: Item): readonly NamedRecord[] {
    const value = values[this.#field.fId]
    if (value === undefined || typeof value === "number") return []
    if (typeof value === "string") return [this.#read(value, value)]
    return value.map((id) => this.#read(id, [id] as StoredValue))
  }

  #read(id: string, value: StoredValue): NamedRecord {
    let named = this.#named.get(id)
    if (named === undefined) {
      const shown = fieldTypeOf(this.#field).details(value, this.#field, this.#context) as
        | readonly UserForm[]
        | LookupForm
        | null
      const texts = shown === null ? [] : "title" in shown ? [shown.title] : shown.flatMap(namesOf)
      named = { texts, isHit: texts.some((text) => hasNeedle(text, this.#needle)) }
      this.#named.set(id, named)
    }
    return named
  }
}

const namesOf = ({ userName, email }: UserForm): readonly string[] => [userName, email]
