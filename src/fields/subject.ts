import type { FId } from "../model/index.ts"
import type { Datastore, DataType, Field, FieldOf, Item, StoredOf, StoredValue } from "../model/records/index.ts"
import type { View } from "../state/index.ts"

export type Side = "from" | "to"

/**
 * The value that a condition tests. `match` selects the matching rule (the rows of model.md section 11). `read` returns
 * undefined for an empty value. `fId` is present if the index `itemValues` contains the field's values.
 */
export type Subject<R = Item> =
  | { readonly match: "text"; readonly read: (record: R) => string | undefined; readonly fId?: FId }
  /** Strings that are tested by regular expressions. The record matches if any string matches. */
  | { readonly match: "names"; readonly read: (record: R) => readonly string[] | undefined }
  | { readonly match: "number"; readonly read: (record: R) => number | undefined; readonly fId?: FId }
  /** Strings in sortable form. `bound` parses one end of a range and returns undefined if the text is malformed. */
  | {
      readonly match: "span"
      readonly read: (record: R) => string | undefined
      readonly bound: (text: string, side: Side) => string | undefined
    }
  /** IDs. `idOf` converts a reference to the stored ID. */
  | {
      readonly match: "ids"
      readonly read: (record: R) => string | readonly string[] | undefined
      readonly idOf: (reference: string) => string
      readonly fId?: FId
      readonly isOwnId?: true
    }

/** Returns a subject for records that may have an item. If a record has no item, its value is empty. */
export function subjectThrough<R>(subject: Subject, itemOf: (record: R) => Item | undefined): Subject<R> {
  const through =
    <V>(read: (item: Item) => V | undefined) =>
    (record: R): V | undefined => {
      const item = itemOf(record)
      return item === undefined ? undefined : read(item)
    }
  switch (subject.match) {
    case "text":
      return { match: "text", read: through(subject.read) }
    case "names":
      return { match: "names", read: through(subject.read) }
    case "number":
      return { match: "number", read: through(subject.read) }
    case "span":
      return { match: "span", read: through(subject.read), bound: subject.bound }
    case "ids":
      return { match: "ids", read: through(subject.read), idOf: subject.idOf }
  }
}

export interface SubjectContext {
  readonly view: View
  readonly datastore: Datastore
}

/** The search value for the current day in ranges of instants and times. */
export const TODAY = "TODAY"

/** The function `idOf` for subjects whose references are already stored IDs. */
export const asIs = (reference: string): string => reference

export const storedReader =
  <T extends DataType>({ fId }: FieldOf<T>): ((item: Item) => StoredOf<T> | undefined) =>
  ({ values }) =>
    values[fId] as StoredOf<T> | undefined

export const indexed = ({ fId, unique, hasIndex }: Field): { readonly fId?: FId } => (unique || hasIndex ? { fId } : {})

/** Returns an item's stored value, or the item's status for the status field; undefined if the value is empty. */
export const valueIn = (item: Pick<Item, "values" | "statusId">, field: Field): StoredValue | undefined =>
  field.status ? (item.statusId ?? undefined) : item.values[field.fId]
