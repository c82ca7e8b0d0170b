import type { Actor } from "../../access/actor.ts"
import type { AccessKey, DId, FileId, IId, UId } from "../../model/ids.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { DataType, Field, FieldOf, Lookup, StoredOf, StoredValue } from "../../model/records/field.ts"
import type { FileRecord } from "../../records/file.ts"
import type { Item } from "../../model/records/item.ts"
import type { View } from "../../state/view.ts"
import { type FixtureForm, plainForm } from "../fixture-form.ts"
import { plainSettings, type SettingsForm } from "../settings-form.ts"
import type { Subject, SubjectContext } from "../subject.ts"

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
  /** What the field holds so far: the part of a value that stays is not checked (model.md section 5.6). */
  readonly stored?: StoredValue | undefined
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
  /** List form only: days as `YYYY/MM/DD`, as reports write them; else as instants. */
  readonly dates?: "slashes" | undefined
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

/** A lookup as people read it. */
export interface NaturalLookup {
  /** ID of the item. */
  readonly itemId: IId
  /** The value of the field that the lookup shows; without one the item's title. */
  readonly title: string
  /** ID of its datastore. */
  readonly dId: DId
}

/** A file as people read it. */
export interface NaturalFile {
  /** ID of the file. */
  readonly fileId: FileId
  /** Its file name. */
  readonly name: string
  /** Media type, e.g. `image/png`. */
  readonly contentType: string
  /** In bytes. */
  readonly size: number
}

/**
 * A value as people read it and as a write takes it: numbers as numbers, dates as ISO strings, options and the status by display
 * ID, users by e-mail address (by u_id where they have none), lookups and files as small objects. Null = empty; an empty
 * text is `""`, a field of several options, users or files that is empty has an empty list (model.md section 5.7).
 */
export type NaturalValue = null | string | number | readonly string[] | NaturalLookup | readonly NaturalFile[]

/** Where the values of a data type come from. */
export type Origin<T extends DataType> =
  /** From inputs, through `item`. */
  | { readonly from: "input" }
  /** From the field's counter, when an item is made; in `item` an input is passed over. */
  | {
      readonly from: "counter"
      /** The value that a number of the counter gives. */
      write(field: FieldOf<T>, number: number): StoredOf<T>
      /** The number of a value, 0 when the field could not have drawn it from its display counter. */
      read(field: FieldOf<T>, value: StoredOf<T>): number
    }
  /** From the item's other values, with every write; in `item` an input is passed over. */
  | { readonly from: "formula"; compile(field: FieldOf<T>, fields: readonly Field[]): Computation<StoredOf<T>> }
  /** It is the item's status, moved by actions; written through `item` only where the action permits that. */
  | { readonly from: "status" }
  /** There are none. */
  | { readonly from: "nowhere" }

/** The value that an item's other values give; null = empty. */
export type Computation<S extends StoredValue = StoredValue> = (values: Item["values"]) => S | null

/** Records that values name by their IDs. */
export type Naming<T extends DataType> =
  /** `publishes`: whether the users named get the item's key. */
  | { readonly what: "users"; publishes(field: FieldOf<T>): boolean }
  /** A file belongs to the one item that names it. */
  | { readonly what: "files" }
  /** `lookup`: which items; undefined when these are gone. The item named is linked to. */
  | { readonly what: "items"; lookup(field: FieldOf<T>): Lookup | undefined }

/** How min_value and max_value of a data type are written. */
export interface ValueLimits {
  /** A limit as values are compared with it; undefined when it is none. */
  read(text: string): number | string | undefined
  /** What to write. */
  readonly expected: string
}

/**
 * A data type: everything that makes its fields and values different from others (model.md sections 5.2 and 5.6). An absent
 * value is `undefined`. Nothing here checks `mandatory`, `unique` or roles: those are the item's rules.
 */
export interface Kind<T extends DataType = DataType> {
  readonly origin: Origin<T>
  /** Null: the values name no records. */
  readonly names: Naming<T> | null
  /** Null: fields of the type have no limits. */
  readonly limits: ValueLimits | null
  /**
   * The stored form of an input, by the settings alone; null = cleared (null and `""` clear any type). What the field holds so
   * far (`stored`) fits whatever became of the settings.
   */
  parse(
    input: unknown,
    field: FieldOf<T>,
    datastore: Datastore,
    stored?: StoredValue | undefined,
  ): StoredOf<T> | null | Unfit
  /** What is wrong with a parsed value: limits, and the records it names. Undefined = it fits. */
  validate(value: StoredOf<T>, field: FieldOf<T>, context: WriteContext): string | undefined
  /**
   * Reads CSV cells (column C) of one file: the input that each stands for, to be `parse`d and `validate`d like any. What cells
   * name is looked up once and remembered.
   */
  cellReader(field: FieldOf<T>, context: Omit<WriteContext, "iId">): (cell: string) => unknown
  /** Forms D and N. */
  details(value: StoredOf<T> | undefined, field: FieldOf<T>, context: FormContext): DetailForm
  /** The value as people read it, where that is not what `details` shows by display IDs. */
  natural?(value: StoredOf<T> | undefined, field: FieldOf<T>, context: FormContext): NaturalValue
  /** Forms L and K, and a CSV cell of an export (there null is the empty cell). */
  list(value: StoredOf<T> | undefined, field: FieldOf<T>, context: FormContext): string | number | null
  /** What the value is sorted by; texts are compared by `compareSortKeys`. Null = empty, first in ascending order. */
  sortKey(value: StoredOf<T> | undefined, field: FieldOf<T>, context: FormContext): string | number | null
  /** What a condition on the field looks at (model.md section 11); undefined when there can be none. */
  subject(field: FieldOf<T>, context: SubjectContext): Subject | undefined
  /** Whether a field may be unique: its values are single ones, and not computed. */
  readonly mayBeUnique: boolean
  readonly settings: SettingsForm<T>
  readonly fixture: FixtureForm<T>
}

/** Finds the kind of a field. */
export type KindOf = (field: Pick<Field, "dataType">) => Kind

const asWritten = (cell: string): unknown => cell

/** What most kinds share: written through `item`, naming nothing, no limits, no settings, cells read as they are. */
export const baseKind = {
  origin: { from: "input" },
  names: null,
  limits: null,
  validate: (): undefined => undefined,
  cellReader: () => asWritten,
  mayBeUnique: true,
  settings: plainSettings,
  fixture: plainForm,
} as const

/** Whether a value holds an ID, alone or among others. */
export const holds = (value: StoredValue | undefined, id: string): boolean =>
  Array.isArray(value) ? value.includes(id) : value === id

/** Whether an input clears its field, whatever the type. */
export const isCleared = (input: unknown): input is null | undefined | "" =>
  input === null || input === undefined || input === ""
