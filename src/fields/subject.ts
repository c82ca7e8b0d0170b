import type { FId } from "../model/ids.ts"
import type { Datastore } from "../records/datastore.ts"
import type { DataType, Field, FieldOf, StoredOf } from "../model/records/field.ts"
import type { Item } from "../model/records/item.ts"
import type { View } from "../state/view.ts"

/** Which end of a range a bound is. */
export type Side = "from" | "to"

/**
 * What a condition looks at, by the way it is matched (the rows of model.md section 11). `read` answers undefined for an
 * empty value. `fId` is there when the values stand in the index `itemValues`.
 */
export type Subject<R = Item> =
  | { readonly match: "text"; readonly read: (record: R) => string | undefined; readonly fId?: FId }
  /** Texts that are matched by regular expressions only; one that fits is enough. */
  | { readonly match: "names"; readonly read: (record: R) => readonly string[] | undefined }
  | { readonly match: "number"; readonly read: (record: R) => number | undefined; readonly fId?: FId }
  /** Texts that order as what they stand for; `bound` reads one end of the range, undefined when it is malformed. */
  | {
      readonly match: "span"
      readonly read: (record: R) => string | undefined
      readonly bound: (text: string, side: Side) => string | undefined
    }
  /** IDs; `idOf` turns what the caller may write into the stored ID. */
  | {
      readonly match: "ids"
      readonly read: (record: R) => string | readonly string[] | undefined
      readonly idOf: (reference: string) => string
      readonly fId?: FId
      /** The IDs are those of the items themselves. */
      readonly isOwnId?: true
    }

/** The same of records that have an item; without one the value is empty. */
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

/** Where is searched. */
export interface SubjectContext {
  readonly view: View
  readonly datastore: Datastore
}

/** What may be written for an instant or a time that moves with the clock. */
export const TODAY = "TODAY"

/** IDs that may be written in their stored form only. */
export const asIs = (reference: string): string => reference

/** Reads a field's values: items keep them in the stored form of its data type. */
export const storedReader =
  <T extends DataType>({ fId }: FieldOf<T>): ((item: Item) => StoredOf<T> | undefined) =>
  ({ values }) =>
    values[fId] as StoredOf<T> | undefined

/** Tells that the field's values stand in the index `itemValues`, if they do. */
export const indexed = ({ fId, unique, hasIndex }: Field): { readonly fId?: FId } => (unique || hasIndex ? { fId } : {})
