import type { FId } from "../model/index.ts"
import type { Datastore, DataType, Field, FieldOf, Item, StoredOf, StoredValue } from "../model/records/index.ts"
import type { View } from "../state/index.ts"

export type Side = "from" | "to"

/**
 * Describes the value that a condition tests. `match` selects a matching rule of model.md section 11. `read` returns undefined for an empty
 * value. `fId` is present if the field has an index: its values are in the index `itemValues`, and those with an order in `itemOrders`.
 */
export type Subject<R = Item> =
  | { readonly match: "text"; readonly read: (record: R) => string | undefined; readonly fId?: FId }
  /** Several strings, tested by regular expressions. The record matches if one of the strings matches. */
  | { readonly match: "names"; readonly read: (record: R) => readonly string[] | undefined }
  | { readonly match: "number"; readonly read: (record: R) => number | undefined; readonly fId?: FId }
  /**
   * A string whose text order is its time order. `bound` parses one end of a range. It returns undefined for malformed text. `isDay` returns
   * whether a text means a whole day. It is absent if no text does.
   */
  | {
      readonly match: "span"
      readonly read: (record: R) => string | undefined
      readonly bound: (text: string, side: Side) => string | undefined
      readonly isDay?: (text: string) => boolean
      /** `created_at` means that the value is the time of the item's creation. */
      readonly fId?: FId | "created_at"
    }
  /** One ID or several IDs. `idOf` converts the reference in a condition to an ID. */
  | {
      readonly match: "ids"
      readonly read: (record: R) => string | readonly string[] | undefined
      readonly idOf: (reference: string) => string
      readonly fId?: FId
      readonly isOwnId?: true
    }

/** Converts a subject of items to a subject of records that may have an item. A record without an item has an empty value. */
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
    case "span": {
      const { fId: _, ...span } = subject
      return { ...span, read: through(subject.read) }
    }
    case "ids":
      return { match: "ids", read: through(subject.read), idOf: subject.idOf }
  }
}

/** Converts a subject of items to a subject of records that have an item. An index of the field finds these items. */
export function subjectOfRecords<R>(subject: Subject, itemOf: (record: R) => Item): Subject<R> {
  switch (subject.match) {
    case "text":
      return { ...subject, read: (record) => subject.read(itemOf(record)) }
    case "names":
      return { ...subject, read: (record) => subject.read(itemOf(record)) }
    case "number":
      return { ...subject, read: (record) => subject.read(itemOf(record)) }
    case "span":
      return { ...subject, read: (record) => subject.read(itemOf(record)) }
    case "ids":
      return { ...subject, read: (record) => subject.read(itemOf(record)) }
  }
}

export interface SubjectContext {
  readonly view: View
  readonly datastore: Datastore
}

/** Search value that stands for the current day in ranges of dates and times. */
export const TODAY = "TODAY"

/** Returns the reference itself. Serves as `idOf` if conditions already contain stored IDs. */
export const asIs = (reference: string): string => reference

export const storedReader =
  <T extends DataType>({ fId }: FieldOf<T>): ((item: Item) => StoredOf<T> | undefined) =>
  ({ values }) =>
    values[fId] as StoredOf<T> | undefined

export const indexField = ({ fId, unique, hasIndex }: Field): { readonly fId?: FId } =>
  unique || hasIndex ? { fId } : {}

/** Returns an item's stored value of a field, or undefined if it is empty. For the status field, returns the item's status. */
export const valueIn = (item: Pick<Item, "values" | "statusId">, field: Field): StoredValue | undefined =>
  field.status ? (item.statusId ?? undefined) : item.values[field.fId]
