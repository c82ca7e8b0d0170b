import type { DId, FId, FileId, IId, Instant, OId, PId, RId, SId, UId } from "../ids.ts"
import type { AUTONUM, FIELD, FILE, NUM_INFO, RecordOf, USERS } from "../settings/index.ts"
import type { Dated, Identified } from "./record.ts"

export interface Option extends Identified, Dated {
  /** ID of the option. */
  readonly oId: OId
  /** Position among the options, from 0. */
  readonly sortId: number
  /** Whether users can still choose the option. */
  readonly enabled: boolean
  /** CSS colour, e.g. `#1a73e8`. */
  readonly color?: string
}

export interface OptionSettings {
  /** Options in order of `sortId`. */
  readonly options: readonly Option[]
  /** Options that are selected in a new form; at most one, except for checkboxes. */
  readonly selected: readonly OId[]
}

export interface NumberSettings {
  /** Format in which numbers are displayed. */
  readonly numInfo: RecordOf<typeof NUM_INFO>
}

export interface CalcSettings extends NumberSettings {
  /** Settings of calculated fields. */
  readonly calc: {
    /** Arithmetic expression (`+ - * / ( )`) that refers to the datastore's number fields by display ID. */
    readonly formula: string
  }
}

export interface AutonumSettings {
  /** Format of automatic numbers. */
  readonly autonum: RecordOf<typeof AUTONUM>
}

/** Target of a lookup field: a datastore, and the field of the target item that is displayed. */
export interface Lookup {
  /** ID of the target datastore's application. */
  readonly pId: PId
  /** ID of the target datastore. */
  readonly dId: DId
  /** ID of the target datastore's field to display. */
  readonly fId: FId
  /** Whether the target item also gets a link back to the item with the lookup field. */
  readonly reverseLink: boolean
}

export interface LookupSettings {
  /** The lookup target; absent if the target was deleted. */
  readonly dslookup?: Lookup
}

export interface UsersSettings {
  /** Settings of user fields. */
  readonly users: RecordOf<typeof USERS>
}

export interface FileSettings {
  /** Settings of file fields. */
  readonly file: RecordOf<typeof FILE>
}

/**
 * Maps each data type to its settings and its stored type (model.md sections 5.1 and 5.2). To add a data type, begin here; the compiler
 * reports all other places to change.
 */
export interface DataTypes {
  text: { settings: unknown; stored: string }
  textarea: { settings: unknown; stored: string }
  number: { settings: NumberSettings; stored: number }
  calc: { settings: CalcSettings; stored: number }
  autonum: { settings: AutonumSettings; stored: string }
  datetime: { settings: unknown; stored: Instant }
  date: { settings: unknown; stored: Instant }
  /** Stored as a string `HH:mm:ss`. */
  time: { settings: unknown; stored: string }
  select: { settings: OptionSettings; stored: OId }
  radio: { settings: OptionSettings; stored: OId }
  checkbox: { settings: OptionSettings; stored: readonly OId[] }
  users: { settings: UsersSettings; stored: readonly UId[] }
  file: { settings: FileSettings; stored: readonly FileId[] }
  dslookup: { settings: LookupSettings; stored: IId }
  /** Stored in the item's `statusId`, not in its values. */
  status: { settings: unknown; stored: SId }
  label: { settings: unknown; stored: never }
  separator: { settings: unknown; stored: never }
}

/** The data types of fields (model.md section 5). */
export type DataType = keyof DataTypes

export interface Layout {
  /** Width of the field, in columns of the form. */
  readonly sizeX: number
  /** Height of the field, in rows of the form. */
  readonly sizeY: number
  /** First column of the field in the form, from 0. */
  readonly col: number
  /** First row of the field in the form, from 0. */
  readonly row: number
}

/** The settings that fields of every data type have (model.md section 5.1). */
export interface AnyField extends Identified, RecordOf<typeof FIELD> {
  /** ID of the field. */
  readonly fId: FId
  /** Roles that can see the field; if empty, only ADMIN can. */
  readonly roles: readonly RId[]
  /** Position and size in forms. */
  readonly layout: Layout
}

/** Data type `T` together with the settings that only fields of this type have. */
export type TypeSettings<T extends DataType = DataType> = T extends DataType
  ? {
      /** Data type of the values. */
      readonly dataType: T
    } & DataTypes[T]["settings"]
  : never

/** A field with data type `T`. If `T` is a union, this is a union of fields. */
export type FieldOf<T extends DataType> = T extends DataType ? AnyField & TypeSettings<T> : never

/** A field of a datastore, with the settings of its data type (model.md section 5). */
export type Field = FieldOf<DataType>

export type StoredOf<T extends DataType> = DataTypes[T]["stored"]

/** A field's stored value (model.md section 5.2, "Stored"). Empty values are not stored. */
export type StoredValue = StoredOf<DataType>
