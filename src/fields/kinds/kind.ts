import type { Actor } from "../../access/actor.ts"
import type { AccessKey, DId, IId, UId } from "../../ids.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { Field, StoredValue } from "../../records/field.ts"
import type { FileRecord } from "../../records/file.ts"
import type { View } from "../../state/view.ts"

/** An input that does not fit its field; `message` is the `error` text of its INVALID_VALUE element. */
export class Unfit {
  readonly message: string

  constructor(message: string) {
    this.message = message
  }
}

/** Where a value is about to be written. */
export interface WriteContext {
  readonly view: View
  readonly datastore: Datastore
  /** Who writes. Null = whoever sees everything (a fixture, an import of the engine's own). */
  readonly actor: Actor | null
  /** The item written to. */
  readonly iId: IId
}

/** For whom and how a value is written out. */
export interface FormContext {
  readonly view: View
  /** The datastore of the value's item. */
  readonly datastore: Datastore
  /** The reader, who is shown only the title of a lookup target they can't see. Null sees everything. */
  readonly actor: Actor | null
  /** Details only: display IDs (form D of model.md section 5.2) or internal IDs (form N). */
  readonly ids: "display" | "internal"
  /** List form only: how numbers are written (`return_number_value`). */
  readonly numbers: "text" | "number"
  /** How many lookups were followed so far, so that a circle of lookups ends. */
  readonly lookupSteps?: number
}

/** An element of a users value in details. */
export interface UserForm {
  readonly accessKey: AccessKey
  readonly email: string
  readonly mediaLink: string
  readonly userId: UId
  readonly userName: string
}

/** A file in details. */
export interface FileForm {
  readonly file: FileRecord
  /** Where its bytes are served. */
  readonly link: string
}

/** A lookup in details, before `lookup_item` is added. */
export interface LookupForm {
  readonly dId: DId
  readonly itemId: IId
  readonly title: string
}

/** Forms D and N: a file value is one file, or the list when there are several. */
export type DetailForm =
  | null
  | string
  | number
  | readonly string[]
  | readonly UserForm[]
  | FileForm
  | readonly FileForm[]
  | LookupForm

/**
 * What a data type does with its values (model.md sections 5.2 and 5.6). `S` is the stored form; an absent value is
 * `undefined`. Nothing here checks `mandatory`, `unique` or roles: those are the item's rules.
 */
export interface Kind<S extends StoredValue = StoredValue> {
  /** `written`: through `item` · `ignored`: in `item` it is passed over · `status`: through the item's status. */
  readonly input: "written" | "ignored" | "status"
  /** False for decoration, which is never among the values of an answer. */
  readonly hasValue: boolean
  /** The stored form of an input, by the settings alone; null = cleared (null and `""` clear any type). */
  parse(input: unknown, field: Field, datastore: Datastore): S | null | Unfit
  /** What is wrong with a parsed value: limits, and the records it names. Undefined = it fits. */
  validate(value: S, field: Field, context: WriteContext): string | undefined
  /** The input that a CSV cell stands for (column C); what it names must be `parse`d and `validate`d like any input. */
  readCell(cell: string, field: Field, context: WriteContext): unknown
  /** Forms D and N. */
  details(value: S | undefined, field: Field, context: FormContext): DetailForm
  /** Forms L and K, and a CSV cell of an export (there null is the empty cell). */
  list(value: S | undefined, field: Field, context: FormContext): string | number | null
  /** What the value is sorted by; texts are compared by `compareSortKeys`. Null = empty, first in ascending order. */
  sortKey(value: S | undefined, field: Field, context: FormContext): string | number | null
}

/** Finds the kind of a field. */
export type KindOf = (field: Pick<Field, "dataType">) => Kind

/** What most kinds share: written through `item`, no limits, cells read as they are. */
export const baseKind = {
  input: "written",
  hasValue: true,
  validate: () => undefined,
  readCell: (cell: string): unknown => cell,
} as const

/** Whether an input clears its field, whatever the type. */
export const isCleared = (input: unknown): input is null | undefined | "" =>
  input === null || input === undefined || input === ""

/** Orders sort keys ascending: empties first, numbers by value, texts by code point. */
export function compareSortKeys(left: string | number | null, right: string | number | null): number {
  if (left === right) return 0
  if (left === null) return -1
  if (right === null) return 1
  if (typeof left === "number" && typeof right === "number") return left - right
  return byCodePoint(String(left), String(right))
}

/** Moves surrogates above the rest of the basic plane, so that code units order as code points do. */
const rank = (unit: number): number => (unit < 0xd800 ? unit : unit >= 0xe000 ? unit - 0x800 : unit + 0x2000)

function byCodePoint(left: string, right: string): number {
  const length = Math.min(left.length, right.length)
  for (let at = 0; at < length; at += 1) {
    const difference = rank(left.charCodeAt(at)) - rank(right.charCodeAt(at))
    if (difference !== 0) return difference
  }
  return left.length - right.length
}
