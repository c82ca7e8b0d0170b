import type { Instant, OId } from "../model/ids.ts"
import type { Lang, NameInput } from "../model/names.ts"
import type {
  AutonumSettings,
  CalcSettings,
  DataType,
  FieldOf,
  FileSettings,
  Lookup,
  NumberSettings,
  TypeSettings,
  UsersSettings,
} from "../model/records/field.ts"
import { defined } from "../model/sparse.ts"

/** Members of a setting as a request gives them; what is absent stays. */
type Given<S> = { readonly [M in keyof S]?: S[M] | undefined }

/** An option as a request gives it (api.md section 16); what is absent stays. */
export interface OptionInput {
  /** Internal or display ID of the option that is meant; absent: a new one. */
  readonly oId?: string | undefined
  /** A text is the name in the world's language. */
  readonly name?: NameInput | undefined
  readonly displayId?: string | undefined
  readonly enabled?: boolean | undefined
  readonly color?: string | undefined
  /** Whether it is chosen when the field is first displayed. */
  readonly selected?: boolean | undefined
  /** Its place among the options, from 0. */
  readonly sortId?: number | undefined
}

/** Where a lookup is to lead, by internal or display IDs. */
export interface LookupInput {
  readonly application?: string | undefined
  readonly datastore?: string | undefined
  /** The field that is shown; without one the target's title is. */
  readonly field?: string | undefined
  readonly reverseLink?: boolean | undefined
}

/** What a request says of the settings that only some data types have (api.md section 16, CreateField); what is absent stays. */
export interface TypeInput {
  /** How numbers are shown. */
  readonly numInfo?: Given<NumberSettings["numInfo"]> | undefined
  /** Of a calculated field. */
  readonly calc?: Given<CalcSettings["calc"]> | undefined
  /** Of an autonum field. */
  readonly autonum?: Given<AutonumSettings["autonum"]> | undefined
  /** Of a field of users. */
  readonly users?: Given<UsersSettings["users"]> | undefined
  /** Of a field of files. */
  readonly file?: Given<FileSettings["file"]> | undefined
  /** Of a lookup. */
  readonly dslookup?: LookupInput | undefined
  readonly options?: readonly OptionInput[] | undefined
  /** The options chosen when the field is first displayed, by internal or display ID. */
  readonly selected?: readonly string[] | undefined
}

/** What settings are changed with. */
export interface SettingsChanging {
  readonly lang: Lang
  readonly now: Instant
  newOptionId(): OId
  newDisplayId(prefix: string): string
  /** Refuses what there is not. */
  lookup(input: LookupInput, present: Lookup | undefined): Lookup
}

/** How the settings of a data type are made and changed by requests. */
export interface SettingsForm<T extends DataType> {
  /** The members of a request that are for the type. */
  readonly takes: readonly (keyof TypeInput)[]
  /** The settings of a field that is made without any. */
  blank(dataType: T): TypeSettings<T>
  /** The settings with what a request changes. Refuses what can't be. */
  change(field: FieldOf<T>, input: TypeInput, changing: SettingsChanging): TypeSettings<T>
  /** Whether values that fit before might not fit after the change, limits aside. */
  isNarrowed(before: FieldOf<T>, after: FieldOf<T>): boolean
}

/** A type without settings. */
export const plainSettings = {
  takes: [],
  blank: <T extends DataType>(dataType: T): { readonly dataType: T } => ({ dataType }),
  change: <T extends DataType>({ dataType }: { readonly dataType: T }): { readonly dataType: T } => ({ dataType }),
  isNarrowed: (): boolean => false,
} as const

/** A setting with the members that are given; the same object where none is. */
export const withGiven = <S extends object>(present: S, given: Given<S> | undefined): S =>
  given === undefined ? present : Object.freeze({ ...present, ...defined(given) })
