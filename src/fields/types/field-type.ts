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

/** The result of parsing an invalid input. `message` becomes the `error` text of the INVALID_VALUE element. */
export class InvalidValue {
  readonly message: string

  constructor(message: string) {
    this.message = message
  }
}

export interface WriteContext {
  readonly view: View
  readonly datastore: Datastore
  /** The user who writes. If null (fixtures, imports by the engine), visibility is not checked. */
  readonly actor: Actor | null
  readonly iId: IId
  /** The stored value. Elements that the new value keeps from the stored value are not checked again (model.md section 5.6). */
  readonly stored?: StoredValue | undefined
}

export interface FormContext {
  readonly view: View
  readonly datastore: Datastore
  /** The user who reads. For an invisible lookup target, only the title is visible. If null, everything is visible. */
  readonly actor: Actor | null
  /** Whether details contain display IDs or internal IDs (model.md section 5.2). */
  readonly ids: "display" | "internal"
  /** Whether lists contain numbers as strings or as numbers (`return_number_value`). */
  readonly numbers: "text" | "number"
  /** Format of days in lists: "slashes" is `YYYY/MM/DD`, for reports. Default: instants. */
  readonly dates?: "slashes" | undefined
  /** Number of lookups followed so far. A maximum ends circular lookups. */
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

/** A value in an item's details. The value of a file field is one file, or a list if there are several files. */
export type DetailForm =
  | null
  | string
  | number
  | readonly string[]
  | readonly UserForm[]
  | FileForm
  | readonly FileForm[]
  | LookupForm

/** The natural value of a lookup field. */
export interface NaturalLookup {
  /** ID of the item. */
  readonly itemId: IId
  /** The value of the looked-up field, or the item's title if the lookup names no field. */
  readonly title: string
  /** ID of the item's datastore. */
  readonly dId: DId
}

/** A file in the natural value of a file field. */
export interface NaturalFile {
  /** ID of the file. */
  readonly fileId: FileId
  /** File name. */
  readonly name: string
  /** Media type, e.g. `image/png`. */
  readonly contentType: string
  /** Size in bytes. */
  readonly size: number
}

/**
 * A value in the form that writes accept: numbers, ISO strings for dates, display IDs for options and statuses, e-mail
 * addresses for users (u_id if a user has no address), and objects for lookups and files. Null means empty. Empty strings
 * and lists are kept unchanged (model.md section 5.7).
 */
export type NaturalValue = null | string | number | readonly string[] | NaturalLookup | readonly NaturalFile[]

export type Origin<T extends DataType> =
  | { readonly from: "input" }
  /** The field's counter issues the value when an item is created. Inputs in `item` are ignored. */
  | {
      readonly from: "counter"
      write(field: FieldOf<T>, number: number): StoredOf<T>
      /** Returns the number in a value; 0 if the display counter cannot have issued the value. */
      read(field: FieldOf<T>, value: StoredOf<T>): number
    }
  /** Every write computes the value from the item's other values. Inputs in `item` are ignored. */
  | { readonly from: "formula"; compile(field: FieldOf<T>, fields: readonly Field[]): Computation<StoredOf<T>> }
  /** The value is the item's status, which actions set; `item` may set the status only if the action permits this. */
  | { readonly from: "status" }
  | { readonly from: "nowhere" }

export type Computation<S extends StoredValue = StoredValue> = (values: Item["values"]) => S | null

/** The kind of records to which a type's values refer by ID. */
export type Naming<T extends DataType> =
  /** `publishes`: whether the users in a value get access to the item. */
  | { readonly what: "users"; publishes(field: FieldOf<T>): boolean }
  /** Files that the value lists. Each file belongs to one item. */
  | { readonly what: "files" }
  /** `lookup` returns the lookup's target; undefined if the target was deleted. The item gets a link to the named item. */
  | { readonly what: "items"; lookup(field: FieldOf<T>): Lookup | undefined }

export interface ValueLimits {
  /** Parses a limit. Returns undefined if the text is malformed. */
  read(text: string): number | string | undefined
  /** Error message for a malformed limit. */
  readonly expected: string
}

/** The rules of one data type (model.md sections 5.2 and 5.6). A field without a value has the value `undefined`. */
export interface FieldType<T extends DataType = DataType> {
  readonly origin: Origin<T>
  readonly names: Naming<T> | null
  readonly limits: ValueLimits | null
  /** Returns the value to store; null clears the field. The `stored` value is always accepted, even if the settings have changed. */
  parse(
    input: unknown,
    field: FieldOf<T>,
    datastore: Datastore,
    stored?: StoredValue | undefined,
  ): StoredOf<T> | null | InvalidValue
  /** Checks limits and referenced records. Returns an error message, or undefined if the value is valid. */
  validate(value: StoredOf<T>, field: FieldOf<T>, context: WriteContext): string | undefined
  /** Returns a function that reads the field's cells in one CSV file. The function caches lookups by label. */
  cellReader(field: FieldOf<T>, context: Omit<WriteContext, "iId">): (cell: string) => unknown
  /** Returns the value's form in an item's details. */
  details(value: StoredOf<T> | undefined, field: FieldOf<T>, context: FormContext): DetailForm
  /** Returns the natural value. Default: the result of `details` with display IDs. */
  natural?(value: StoredOf<T> | undefined, field: FieldOf<T>, context: FormContext): NaturalValue
  /** Returns the value's form in lists, reports and CSV exports; null is an empty cell. */
  list(value: StoredOf<T> | undefined, field: FieldOf<T>, context: FormContext): string | number | null
  /** Returns the sort key. Null means empty and sorts first in ascending order. Strings are compared by `compareSortKeys`. */
  sortKey(value: StoredOf<T> | undefined, field: FieldOf<T>, context: FormContext): string | number | null
  /** Returns how conditions match the field (model.md section 11); undefined if conditions can't match the field. */
  subject(field: FieldOf<T>, context: SubjectContext): Subject | undefined
  /** Returns a new item's value if the write omits the field; undefined if the field has no default. */
  default?(field: FieldOf<T>): StoredOf<T> | undefined
  /** Whether fields of the type may be unique. True for types with single values that are not computed. */
  readonly mayBeUnique: boolean
  readonly settings: SettingsForm<T>
  readonly fixture: FixtureForm<T>
}

export type FieldTypeOf = (field: Pick<Field, "dataType">) => FieldType

const asWritten = (cell: string): unknown => cell

/** Defaults that most types share: values from `item`, no references, no limits, no settings, CSV cells as strings. */
export const baseType = {
  origin: { from: "input" },
  names: null,
  limits: null,
  validate: (): undefined => undefined,
  cellReader: () => asWritten,
  mayBeUnique: true,
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

/** Whether an input clears the field, whatever the field's type. */
export const isCleared = (input: unknown): input is null | undefined | "" =>
  input === null || input === undefined || input === ""
