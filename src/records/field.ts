import type { DId, FId, FileId, IId, Instant, OId, PId, RId, SId, UId } from "../ids.ts"
import type { Names } from "../names.ts"

export const DATA_TYPES = [
  "text",
  "textarea",
  "number",
  "calc",
  "autonum",
  "datetime",
  "date",
  "time",
  "select",
  "radio",
  "checkbox",
  "users",
  "file",
  "dslookup",
  "status",
  "label",
  "separator",
] as const

export type DataType = (typeof DATA_TYPES)[number]

export interface Option {
  readonly oId: OId
  readonly displayId: string
  readonly name: Names
  readonly sortId: number
  readonly enabled: boolean
  readonly color?: string
}

export interface Layout {
  readonly sizeX: number
  readonly sizeY: number
  readonly col: number
  readonly row: number
}

/** A column of a datastore (model.md section 5.1). The members after `layout` exist for their data types only. */
export interface Field {
  readonly fId: FId
  readonly displayId: string
  readonly name: Names
  readonly dataType: DataType
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
  readonly options?: readonly Option[]
  /** The option chosen when the field is first displayed. */
  readonly selected?: OId
  readonly autonum?: { readonly prefix: string; readonly zeroPadding: boolean; readonly digit: number }
  readonly numInfo?: {
    readonly prefix: string
    readonly suffix: string
    readonly noComma: boolean
    readonly decimalPlace: number | null
  }
  /** `+ - * / ( )` over number fields of the datastore, named by display ID. */
  readonly calc?: { readonly formula: string }
  readonly dslookup?: {
    readonly pId: PId
    readonly dId: DId
    readonly fId: FId
    readonly reverseLink: boolean
  }
  readonly users?: { readonly singleSelect: boolean; readonly publish: boolean }
  readonly file?: { readonly multiple: boolean }
}

/**
 * A field's value as items keep it (model.md section 5.2, "Stored"); an absent key is the empty value.
 * text, textarea, autonum: string · number, calc: number · datetime, date: Instant · time: `HH:mm:ss`
 * · select, radio: OId · checkbox: OId[] · users: UId[] · file: FileId[] · dslookup: IId.
 * The status is not among the values but the item's `statusId`.
 */
export type StoredValue = string | number | OId | IId | SId | Instant | readonly (OId | UId | FileId)[]
