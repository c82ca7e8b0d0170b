import type { DId, FId, FileId, IId, Instant, OId, PId, RId, SId, UId } from "../ids.ts"
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
  readonly numInfo: {
    /** String before the number. */
    readonly prefix: string
    /** String after the number. */
    readonly suffix: string
    /** Whether to omit the thousands separator. */
    readonly noComma: boolean
    /** Number of decimal places; null keeps all of them. */
    readonly decimalPlace: number | null
  }
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
  readonly autonum: {
    /** String before the number. */
    readonly prefix: string
    /** Whether to pad with zeros up to `digit`. */
    readonly zeroPadding: boolean
    /** Number of digits after padding. */
    readonly digit: number
  }
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
  readonly users: {
    /** Whether the field holds at most one user. */
    readonly singleSelect: boolean
    /** Whether the users in the value get access to the item. */
    readonly publish: boolean
  }
}

export interface FileSettings {
  /** Settings of file fields. */
  readonly file: {
    /** Whether the field may hold several files. */
    readonly multiple: boolean
  }
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
export interface AnyField extends Identified {
  /** ID of the field. */
  readonly fId: FId
  /** Whether lists can be searched by this field. */
  readonly search: boolean
  /** Whether lists show this field. */
  readonly showList: boolean
  /** Whether the field is part of the item's title. */
  readonly asTitle: boolean
  /** Position of the field in the title. Fields with 0 come last. */
  readonly titleOrder: number
  /** True for the status field only. */
  readonly status: boolean
  /** Position among the fields, from 0. */
  readonly fieldIndex: number
  /** Whether GlobalSearch searches this field. */
  readonly fullText: boolean
  /** Whether values must be unique. */
  readonly unique: boolean
  /** Minimum value, or minimum length of a string; `""` for no minimum. */
  readonly minValue: string
  /** Maximum value, or maximum length of a string; `""` for no maximum. */
  readonly maxValue: string
  /** Whether forms hide this field. */
  readonly hideOnInput: boolean
  /** Whether responses omit this field. */
  readonly hideFromApi: boolean
  /** Stored for clients; responses do not depend on this setting. */
  readonly hasIndex: boolean
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
