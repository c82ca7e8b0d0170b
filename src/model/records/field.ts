import type { DId, FId, FileId, IId, Instant, OId, PId, RId, SId, UId } from "../ids.ts"
import type { Names } from "../names.ts"

export interface Option {
  /** ID of the option. */
  readonly oId: OId
  /** The name that requests and fixtures give it, unique beside its like. */
  readonly displayId: string
  /** What people see. */
  readonly name: Names
  /** Its place among the options, from 0. */
  readonly sortId: number
  /** Whether it can still be chosen. */
  readonly enabled: boolean
  /** Shown with it, e.g. `#1a73e8`. */
  readonly color?: string
  /** When it was made: ISO 8601 in UTC with milliseconds. */
  readonly createdAt: Instant
  /** When it was changed last: ISO 8601 in UTC with milliseconds. */
  readonly updatedAt: Instant
}

/** What may be chosen. */
export interface OptionSettings {
  /** In sort_id order, which counts from 0. */
  readonly options: readonly Option[]
  /** Chosen when the field is first displayed; at most one, but for a checkbox. */
  readonly selected: readonly OId[]
}

/** How numbers are shown. */
export interface NumberSettings {
  /** How its numbers are shown. */
  readonly numInfo: {
    /** In front of the number. */
    readonly prefix: string
    /** Behind the number. */
    readonly suffix: string
    /** Whether thousands stand without a comma. */
    readonly noComma: boolean
    /** Places behind the decimal point; null: as many as there are. */
    readonly decimalPlace: number | null
  }
}

export interface CalcSettings extends NumberSettings {
  /** `+ - * / ( )` over number fields of the datastore, named by display ID. */
  readonly calc: {
    /** `+ - * / ( )` over number fields of the datastore, named by display ID. */
    readonly formula: string
  }
}

export interface AutonumSettings {
  /** How its numbers are written. */
  readonly autonum: {
    /** In front of the number. */
    readonly prefix: string
    /** Whether zeros are put in front, up to `digit`. */
    readonly zeroPadding: boolean
    /** How many digits it is padded to. */
    readonly digit: number
  }
}

/** The datastore whose items a lookup names, and the field of theirs that is shown. */
export interface Lookup {
  /** ID of the application that items are looked up in. */
  readonly pId: PId
  /** ID of the datastore that items are looked up in. */
  readonly dId: DId
  /** ID of the field of theirs that is shown. */
  readonly fId: FId
  /** Whether the item looked up is linked back. */
  readonly reverseLink: boolean
}

export interface LookupSettings {
  /** Absent when what was looked up is gone. */
  readonly dslookup?: Lookup
}

export interface UsersSettings {
  /** `publish`: the users named get the item's key. */
  readonly users: {
    /** Whether it holds one user at most. */
    readonly singleSelect: boolean
    /** Whether the users named get the item's key. */
    readonly publish: boolean
  }
}

export interface FileSettings {
  /** Which files it takes. */
  readonly file: {
    /** Whether it holds several files. */
    readonly multiple: boolean
  }
}

/**
 * The data types (model.md sections 5.1 and 5.2): what fields of each have beyond what all have, and the form in which items
 * keep its values. A new one begins here: the compiler names what else it needs.
 */
export interface DataTypes {
  text: { settings: unknown; stored: string }
  textarea: { settings: unknown; stored: string }
  number: { settings: NumberSettings; stored: number }
  calc: { settings: CalcSettings; stored: number }
  autonum: { settings: AutonumSettings; stored: string }
  datetime: { settings: unknown; stored: Instant }
  date: { settings: unknown; stored: Instant }
  /** Stored as `HH:mm:ss`. */
  time: { settings: unknown; stored: string }
  select: { settings: OptionSettings; stored: OId }
  radio: { settings: OptionSettings; stored: OId }
  checkbox: { settings: OptionSettings; stored: readonly OId[] }
  users: { settings: UsersSettings; stored: readonly UId[] }
  file: { settings: FileSettings; stored: readonly FileId[] }
  dslookup: { settings: LookupSettings; stored: IId }
  /** Not among an item's values: it shows the item's `statusId`. */
  status: { settings: unknown; stored: SId }
  label: { settings: unknown; stored: never }
  separator: { settings: unknown; stored: never }
}

/** The data types of fields (model.md section 5). */
export type DataType = keyof DataTypes

export interface Layout {
  /** How many columns of the form it takes. */
  readonly sizeX: number
  /** How many rows of the form it takes. */
  readonly sizeY: number
  /** Column of the form, from 0. */
  readonly col: number
  /** Row of the form, from 0. */
  readonly row: number
}

/** What columns of a datastore of every data type have (model.md section 5.1). */
export interface AnyField {
  /** ID of the field. */
  readonly fId: FId
  /** The name that requests and fixtures give it, unique beside its like. */
  readonly displayId: string
  /** What people see. */
  readonly name: Names
  /** Whether lists can be searched by it. */
  readonly search: boolean
  /** Whether lists show it. */
  readonly showList: boolean
  /** Whether it is part of the title. */
  readonly asTitle: boolean
  /** 0 = last. */
  readonly titleOrder: number
  /** True for the status field only. */
  readonly status: boolean
  /** Its place among the fields, from 0. */
  readonly fieldIndex: number
  /** Whether GlobalSearch looks at it. */
  readonly fullText: boolean
  /** Whether no two items may have the same value. */
  readonly unique: boolean
  /** `""` = none. Limits of the value, or of a text's length. */
  readonly minValue: string
  /** `""` = none. As `minValue`. */
  readonly maxValue: string
  /** Whether forms leave it out. */
  readonly hideOnInput: boolean
  /** Whether no answer has it. */
  readonly hideFromApi: boolean
  /** Whether it is marked as indexed, which changes no answer. */
  readonly hasIndex: boolean
  /** Roles that see the field; empty = ADMIN only. */
  readonly roles: readonly RId[]
  /** Its place in forms. */
  readonly layout: Layout
}

/** A data type with the settings that its fields have of their own. */
export type TypeSettings<T extends DataType = DataType> = T extends DataType
  ? {
      /** What kind of values its fields hold. */
      readonly dataType: T
    } & DataTypes[T]["settings"]
  : never

/** A column of a datastore, of one data type or of any. */
export type FieldOf<T extends DataType> = T extends DataType ? AnyField & TypeSettings<T> : never

/** A field of a datastore; its settings are those of its data type (model.md section 5). */
export type Field = FieldOf<DataType>

/** The form in which items keep values of a data type. */
export type StoredOf<T extends DataType> = DataTypes[T]["stored"]

/** A field's value as items keep it (model.md section 5.2, "Stored"); an absent key is the empty value. */
export type StoredValue = StoredOf<DataType>
