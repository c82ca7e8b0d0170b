import { findStatus } from "../../access/places.ts"
import { invalidParams } from "../../error.ts"
import { readDay, readInstant } from "../../fields/kinds/datetime.ts"
import { readTime } from "../../fields/kinds/time.ts"
import { titleReader } from "../../fields/title.ts"
import { countUnread } from "../../histories/unread.ts"
import type { FId, FileId } from "../../ids.ts"
import type { Field } from "../../records/field.ts"
import type { Item } from "../../records/item.ts"
import { itemsTable } from "../../state/tables.ts"
import { fieldsInScope, type SearchScope } from "./scope.ts"

/** Which end of a range a bound is. */
export type Side = "from" | "to"

/**
 * What a condition looks at, by the way it is matched (the rows of model.md section 11). `read` answers undefined for an
 * empty value. `fId` is there when the values stand in the index `itemValues`.
 */
export type Subject =
  | { readonly match: "text"; readonly read: (item: Item) => string | undefined; readonly fId?: FId }
  /** Texts that are matched by regular expressions only; one that fits is enough. */
  | { readonly match: "names"; readonly read: (item: Item) => readonly string[] | undefined }
  | { readonly match: "number"; readonly read: (item: Item) => number | undefined; readonly fId?: FId }
  /** Texts that order as what they stand for; `bound` reads one end of the range, undefined when it is malformed. */
  | {
      readonly match: "span"
      readonly read: (item: Item) => string | undefined
      readonly bound: (text: string, side: Side) => string | undefined
    }
  /** IDs; `idOf` turns what the caller may write into the stored ID. */
  | {
      readonly match: "ids"
      readonly read: (item: Item) => string | readonly string[] | undefined
      readonly idOf: (reference: string) => string
      readonly fId?: FId
      /** The IDs are those of the items themselves. */
      readonly isOwnId?: true
    }

const TODAY = "TODAY"

/** The subject of a condition ID: a field by internal or display ID, or a system name. */
export function requireSubject(scope: SearchScope, id: string): Subject {
  const fields = fieldsInScope(scope)
  const field = fields.find(({ fId }) => fId === id) ?? fields.find(({ displayId }) => displayId === id)
  const subject = field === undefined ? systemSubject(scope, id) : fieldSubject(scope, field)
  if (subject === undefined) throw invalidParams(`unknown condition id: ${id}`)
  return subject
}

function fieldSubject(scope: SearchScope, field: Field): Subject | undefined {
  const { fId } = field
  const read = <T>(item: Item) => item.values[fId] as T | undefined
  const indexed = field.unique || field.hasIndex ? { fId } : {}
  switch (field.dataType) {
    case "text":
    case "textarea":
    case "autonum":
      return { match: "text", read, ...indexed }
    case "number":
    case "calc":
      return { match: "number", read, ...indexed }
    case "datetime":
    case "date":
      return { match: "span", read, bound: instantBound(scope) }
    case "time":
      return { match: "span", read, bound: timeBound }
    case "select":
    case "radio":
    case "checkbox":
      return { match: "ids", read, idOf: optionIdOf(field), ...indexed }
    case "users":
      return { match: "ids", read, idOf: asIs, ...indexed }
    case "dslookup":
      return { match: "ids", read: lookupReader(scope, field), idOf: asIs, ...indexed }
    case "status":
      return statusSubject(scope)
    case "file":
      return { match: "names", read: (item) => fileNames(scope, read<readonly FileId[]>(item)) }
    case "label":
    case "separator":
      return undefined
  }
}

function systemSubject(scope: SearchScope, id: string): Subject | undefined {
  const { view, datastore, actor, unrestricted } = scope
  switch (id) {
    case "i_id":
      return { match: "ids", read: ({ iId }) => iId, idOf: asIs, isOwnId: true }
    case "created_by":
      return { match: "ids", read: ({ createdBy }) => createdBy, idOf: asIs }
    case "updated_by":
      return { match: "ids", read: ({ updatedBy }) => updatedBy, idOf: asIs }
    case "created_at":
      return { match: "span", read: ({ createdAt }) => createdAt, bound: instantBound(scope) }
    case "updated_at":
      return { match: "span", read: ({ updatedAt }) => updatedAt, bound: instantBound(scope) }
    case "rev_no":
      return { match: "number", read: ({ revNo }) => revNo }
    case "unread":
      return { match: "number", read: ({ iId }) => countUnread(view, actor.uId, iId, scope.unread) }
    case "title": {
      const reader = unrestricted === true ? null : actor
      const read = titleReader({ view, datastore, actor: reader, ids: "internal", numbers: "text" })
      return { match: "text", read: (item) => read(item) || undefined }
    }
    case "status_id":
      return statusSubject(scope)
    default:
      return undefined
  }
}

const asIs = (reference: string): string => reference

const optionIdOf =
  ({ options = [] }: Field) =>
  (reference: string): string =>
    options.some(({ oId }) => oId === reference)
      ? reference
      : (options.find(({ displayId }) => displayId === reference)?.oId ?? reference)

const statusSubject = ({ datastore }: SearchScope): Subject => ({
  match: "ids",
  read: ({ statusId }) => statusId ?? undefined,
  idOf: (reference) => findStatus(datastore, reference)?.sId ?? reference,
})

/** A lookup whose target is gone is empty. */
function lookupReader({ view }: SearchScope, { fId, dslookup }: Field): (item: Item) => string | undefined {
  if (dslookup === undefined) return () => undefined
  const targets = view.table(itemsTable(dslookup.dId))
  return ({ values }) => {
    const iId = values[fId] as string | undefined
    return iId !== undefined && targets.get(iId) !== undefined ? iId : undefined
  }
}

function fileNames({ view }: SearchScope, files: readonly FileId[] | undefined): string[] | undefined {
  const names = files?.flatMap((fileId) => view.get("files", fileId)?.name ?? [])
  return names === undefined || names.length === 0 ? undefined : names
}

const instantBound =
  ({ view }: SearchScope) =>
  (text: string, side: Side): string | undefined => {
    if (text === TODAY) return `${view.now.slice(0, 10)}T${side === "from" ? "00:00:00.000" : "23:59:59.999"}Z`
    return readInstant(text) ?? readDay(text)
  }

const timeBound = (text: string, side: Side): string | undefined =>
  text === TODAY ? (side === "from" ? "00:00:00" : "23:59:59") : readTime(text)
