import type { Actor } from "../../access/index.ts"
import type { AccessKey, DId, FileId, IId, UId } from "../../model/index.ts"
import type {
  Datastore,
  DataType,
  Field,
  FieldOf,
  FileRecord,
  Item,
  Lookup,
  StoredOf,
  StoredValue,
} from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"
import { type FixtureForm, plainForm } from "../fixture-form.ts"
import { plainSettings, type SettingsForm } from "../settings-form.ts"
import type { Subject, SubjectContext } from "../subject.ts"

/** Result of parsing an invalid input. `message` is the `error` text of the response's INVALID_VALUE element. */
export class InvalidValue {
  readonly message: string

  constructor(message: string) {
    this.message = message
  }
}

export interface WriteContext {
  readonly view: View
  readonly datastore: Datastore
  /** User who writes. If null, as in fixtures, validation does not check which records the user may see. */
  readonly actor: Actor | null
  readonly iId: IId
  /** Value before the write. Elements that are also in this value are not checked again (model.md section 5.6). */
  readonly stored?: StoredValue | undefined
}

export interface FormContext {
  readonly view: View
  readonly datastore: Datastore
  /** User who reads. If null, everything is visible. Of a lookup target that the user may not see, only the title is shown. */
  readonly actor: Actor | null
  /** Kind of the IDs in details: display IDs or internal IDs (model.md section 5.2). */
  readonly ids: "display" | "internal"
  /** Whether lists contain numbers as strings or as JSON numbers (`return_number_value`). */
  readonly numbers: "text" | "number"
  /** Format of days in lists. "slashes" means `YYYY/MM/DD`, which reports use. By default, a day is an instant. */
  readonly dates?: "slashes" | undefined
  /** Form of a file field's value in lists: the names of its files, or their IDs. Default: names. */
  readonly files?: "names" | "ids" | undefined
  /** Number of lookups followed so far. The formatter stops at a maximum, because lookups may be circular. */
  readonly lookupSteps?: number
}

export interface UserForm {
  readonly accessKey: AccessKey
  readonly email: string
  readonly mediaLink: string
  readonly userId: UId
  readonly userName: string
}

export interface FileForm {
  readonly file: FileRecord
  readonly link: string
}

export interface LookupForm {
  readonly dId: DId
  readonly itemId: IId
  readonly title: string
}

/** A value in an item's details. A file field's value is one file, or a list if the field has several files. */
export type DetailForm =
  | null
  | string
  | number
  | readonly string[]
  | readonly UserForm[]
  | FileForm
  | readonly FileForm[]
  | LookupForm

/** Natural value of a lookup field. */
export interface NaturalLookup {
  /** ID of the looked-up item. */
  readonly itemId: IId
  /** Value of the looked-up field, or the item's title if the lookup names no field. */
  readonly title: string
  /** ID of the looked-up item's datastore. */
  readonly dId: DId
}

/** One file in the natural value of a file field. */
export interface NaturalFile {
  readonly fileId: FileId
  readonly name: string
  /** Media type, e.g. `image/png`. */
  readonly contentType: string
  /** Size in bytes. */
  readonly size: number
}

/**
 * A value in the form that writes accept: numbers, ISO strings for dates, display IDs for options and statuses, e-mail addresses for users,
 * and objects for lookups and files. A user without an address is given by u_id. Null means empty. Empty strings and lists are also
 * possible (model.md section 5.7).
 */
export type NaturalValue = null | string | number | readonly string[] | NaturalLookup | readonly NaturalFile[]

export type Origin<T extends DataType> =
  | { readonly from: "input" }
  /** The field's counter issues the value when an item is created. A value in the request's `item` is ignored. */
  | {
      readonly from: "counter"
      write(field: FieldOf<T>, number: number): StoredOf<T>
      /** Returns the number in a value, or 0 if the field's counter cannot have issued the value. */
      read(field: FieldOf<T>, value: StoredOf<T>): number
    }
  /** Every write computes the value from the item's other values. A value in the request's `item` is ignored. */
  | { readonly from: "formula"; compile(field: FieldOf<T>, fields: readonly Field[]): Computation<StoredOf<T>> }
  /** The value is the item's status. Actions set it; a request's `item` may set it only if the action permits this. */
  | { readonly from: "status" }
  | { readonly from: "nowhere" }

export type Computation<S extends StoredValue = StoredValue> = (values: Item["values"]) => S | null

/** Kind of the records that a type's values refer to by ID. */
export type Naming<T extends DataType> =
  /** `publishes` returns whether the users in a value get access to the item. */
  | { readonly what: "users"; publishes(field: FieldOf<T>): boolean }
  /** The values list files. Each file belongs to one item. */
  | { readonly what: "files" }
  /** The values refer to items, and a link connects both items. `lookup` returns undefined if the target was deleted. */
  | { readonly what: "items"; lookup(field: FieldOf<T>): Lookup | undefined }

export interface ValueLimits {
  /** Parses the text of min_value or max_value. Returns undefined if the text is malformed. */
  read(text: string): number | string | undefined
  /** Message of the error for a malformed limit. */
  readonly expected: string
}

/** The rules of one data type (model.md sections 5.2 and 5.6). A field without a value has the value `undefined`. */
export interface FieldType<T extends DataType = DataType> {
  readonly origin: Origin<T>
  readonly names: Naming<T> | null
  readonly limits: ValueLimits | null
  /** Converts an input to the value to store; null clears the field. Accepts the `stored` value even if the settings have changed. */
  parse(
    input: unknown,
    field: FieldOf<T>,
    datastore: Datastore,
    stored?: StoredValue | undefined,
  ): StoredOf<T> | null | InvalidValue
  /** Checks the field's limits and the records that the value refers to. Returns an error message, or undefined if the value is valid. */
  validate(value: StoredOf<T>, field: FieldOf<T>, context: WriteContext): string | undefined
  /** Returns inputs that a write may accept, those similar to `given` first. The caller must try each of them. */
  suggest(given: unknown, field: FieldOf<T>, context: Omit<WriteContext, "iId">): readonly unknown[]
  /** Returns a function that reads the field's cells of one CSV file. It finds records by label and caches the results. */
  cellReader(field: FieldOf<T>, context: Omit<WriteContext, "iId">): (cell: string) => unknown
  /** Converts a stored value to its form in an item's details. */
  details(value: StoredOf<T> | undefined, field: FieldOf<T>, context: FormContext): DetailForm
  /** Converts a stored value to its natural value. Default: the result of `details` with display IDs. */
  natural?(value: StoredOf<T> | undefined, field: FieldOf<T>, context: FormContext): NaturalValue
  /** Converts a stored value to its form in lists, reports and CSV exports. Null is an empty cell. */
  list(value: StoredOf<T> | undefined, field: FieldOf<T>, context: FormContext): string | number | null
  /** Returns the value to sort by. Null means empty and sorts first in ascending order. `compareSortKeys` compares strings. */
  sortKey(value: StoredOf<T> | undefined, field: FieldOf<T>, context: FormContext): string | number | null
  /** Returns how conditions test the field (model.md section 11), or undefined if conditions cannot test it. */
  subject(field: FieldOf<T>, context: SubjectContext): Subject | undefined
  /** Returns the value that a new item gets if the write omits the field, or undefined if the field has no default. */
  default?(field: FieldOf<T>): StoredOf<T> | undefined
  /** Whether fields of the type may be unique. True if a field has a single value that is not computed. */
  readonly mayBeUnique: boolean
  /** Whether fields of the type may be part of an item's title. */
  readonly mayBeTitle: boolean
  readonly settings: SettingsForm<T>
  readonly fixture: FixtureForm<T>
}

export type FieldTypeOf = (field: Pick<Field, "dataType">) => FieldType

const asWritten = (cell: string): unknown => cell

/** Defaults that most types share: values come from the request's `item`; no references, limits or settings; CSV cells are strings. */
export const baseType = {
  origin: { from: "input" },
  names: null,
  limits: null,
  validate: (): undefined => undefined,
  suggest: (): readonly unknown[] => [],
  cellReader: () => asWritten,
  mayBeUnique: true,
  mayBeTitle: true,
  settings: plainSettings,
  fixture: plainForm,
} as const

export const holds = (value: StoredValue | undefined, id: string): boolean =>
  Array.isArray(value) ? value.includes(id) : value === id

/** Parses an ID or a list of IDs and removes duplicates. `idOf` returns undefined for an invalid element. */
export function parseIds<I extends string>(
  input: unknown,
  idOf: (element: unknown) => string | undefined,
  expected: string,
): readonly I[] | null | InvalidValue {
  if (isCleared(input)) return null
  const ids = (Array.isArray(input) ? input : [input]).map(idOf)
  if (ids.includes(undefined)) return new InvalidValue(expected)
  return ids.length === 0 ? null : [...new Set(ids as I[])]
}

/** Returns whether an input clears a field of any type. */
export const isCleared = (input: unknown): input is null | undefined | "" =>
  input === null || input === undefined || input === ""
