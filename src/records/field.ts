import type { DId, FId, FileId, IId, Instant, OId, PId, RId, SId, UId } from "../ids.ts"
import type { Names } from "../names.ts"

export interface Option {
  readonly oId: OId
  readonly displayId: string
  readonly name: Names
  readonly sortId: number
  readonly enabled: boolean
  readonly color?: string
  readonly createdAt: Instant
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
  readonly numInfo: {
    readonly prefix: string
    readonly suffix: string
    readonly noComma: boolean
    readonly decimalPlace: number | null
  }
}

export interface CalcSettings extends NumberSettings {
  /** `+ - * / ( )` over number fields of the datastore, named by display ID. */
  readonly calc: { readonly formula: string }
}

export interface AutonumSettings {
  readonly autonum: { readonly prefix: string; readonly zeroPadding: boolean; readonly digit: number }
}

/** The datastore whose items a lookup names, and the field of theirs that is shown. */
export interface Lookup {
  readonly pId: PId
  readonly dId: DId
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
  readonly users: { readonly singleSelect: boolean; readonly publish: boolean }
}

export interface FileSettings {
  readonly file: { readonly multiple: boolean }
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
  readonly sizeX: number
  readonly sizeY: number
  readonly col: number
  readonly row: number
}

/** What columns of a datastore of every data type have (model.md section 5.1). */
export interface AnyField {
  readonly fId: FId
  readonly displayId: string
  readonly name: Names
  readonly search: boolean
  readonly showList: boolean
  readonly asTitle: boolean
  /** 0 = last. */
  readonly titleOrder: number
  /** True for the status field only. */
  readonly status: boolean
  readonly fieldIndex: number
  readonly fullText: boolean
  readonly unique: boolean
  /** `""` = none. Limits of the value, or of a text's length. */
  readonly minValue: string
  readonly maxValue: string
  readonly hideOnInput: boolean
  readonly hideFromApi: boolean
  readonly hasIndex: boolean
  /** Roles that see the field; empty = ADMIN only. */
  readonly roles: readonly RId[]
  readonly layout: Layout
}

/** A data type with the settings that its fields have of their own. */
export type TypeSettings<T extends DataType = DataType> = T extends DataType
  ? { readonly dataType: T } & DataTypes[T]["settings"]
  : never

/** A column of a datastore, of one data type or of any. */
export type FieldOf<T extends DataType> = T extends DataType ? AnyField & TypeSettings<T> : never

/** A field of a datastore; its settings are those of its data type (model.md section 5). */
export type Field = FieldOf<DataType>

/** The form in which items keep values of a data type. */
export type StoredOf<T extends DataType> = DataTypes[T]["stored"]

/** A field's value as items keep it (model.md section 5.2, "Stored"); an absent key is the empty value. */
export type StoredValue = StoredOf<DataType>
