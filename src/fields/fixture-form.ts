import type { DId, FileId, IId, Instant, OId, UId } from "../model/ids.ts"
import type { Names } from "../model/names.ts"
import type { DataType, Field, FieldOf, Lookup, StoredOf, TypeSettings } from "../model/records/field.ts"

/** A name in a fixture: a text in the world's language, or one for each. */
export type FixtureName = string | { readonly en?: string | undefined; readonly ja?: string | undefined }

export interface FixtureOption {
  readonly name: FixtureName
  readonly o_id?: string | undefined
  readonly enabled?: boolean | undefined
  readonly color?: string | undefined
}

/** The members of a fixture's field that only some data types have (fixtures.md). */
export interface FixtureSettings {
  readonly options?: Readonly<Record<string, string | FixtureOption>> | undefined
  readonly selected?: string | string[] | undefined
  readonly autonum?:
    | {
        readonly prefix?: string | undefined
        readonly zero_padding?: boolean | undefined
        readonly digit?: number | undefined
        readonly start?: number | undefined
        readonly branches?: Record<string, number> | undefined
      }
    | undefined
  readonly num_info?:
    | {
        readonly prefix?: string | undefined
        readonly suffix?: string | undefined
        readonly no_comma?: boolean | undefined
        readonly decimal_place?: number | undefined
      }
    | undefined
  readonly calc?: { readonly formula: string } | undefined
  readonly dslookup?:
    | { readonly datastore: string; readonly field: string; readonly reverse_link?: boolean | undefined }
    | undefined
  readonly users?: { readonly single_select?: boolean | undefined; readonly publish?: boolean | undefined } | undefined
  readonly file?: { readonly multiple?: boolean | undefined } | undefined
}

/** The way to a part of a field's settings or of a value. */
type Path = readonly (string | number)[]

/** What the settings of a field mean in the fixture that is loaded. */
export interface SettingsLoading {
  /** Tells what is wrong with a setting. */
  mistake(path: Path, message: string): void
  /** Whether a value was told as a mistake already. */
  isUnreadable(value: unknown): boolean
  names(name: FixtureName): Names
  /** When the world begins. */
  readonly startedAt: Instant
  /** The internal ID of an option: the one given, or one that follows from its place. */
  optionId(displayId: string, given: string | undefined): OId
  /** What is looked up; undefined when it is nothing that there is, which was told. */
  lookup(settings: NonNullable<FixtureSettings["dslookup"]>): Lookup | undefined
}

/** How settings are written into a fixture. */
export interface SettingsDumping {
  /** All fields of the datastore. */
  readonly fields: readonly Field[]
  names(names: Names): FixtureName
  lookup(lookup: Lookup): FixtureSettings["dslookup"]
  /** The numbers issued last: of the display counter, and by branch. */
  counters(field: FieldOf<"autonum">): { readonly start: number; readonly branches: Record<string, number> }
}

/** What references in a fixture's values mean. Each answers undefined for one that means nothing, after telling so. */
export interface ReferenceReading {
  user(reference: string, path: Path): UId | undefined
  item(reference: string, within: DId, path: Path): IId | undefined
  /** Puts the file that stands at position `at` of a value. */
  file(input: unknown, at: number, path: Path): FileId | undefined
}

/** How records are named in a fixture's values. Each answers undefined for one that is gone. */
export interface ReferenceWriting {
  user(uId: UId): string | undefined
  item(dId: DId, iId: IId): string | undefined
  file(fileId: FileId): unknown
}

/** How fields of a data type and their values stand in fixtures. */
export interface FixtureForm<T extends DataType> {
  /** Whether loaded values must pass `validate`: not where the load itself makes what they name, or will make it later. */
  readonly isValidated: boolean
  /** The members that belong to the type. */
  readonly members: readonly (keyof FixtureSettings)[]
  /** Those that must be there. */
  readonly required: readonly (keyof FixtureSettings)[]
  /** The settings of a field, filled up with their defaults. */
  loadSettings(dataType: T, given: FixtureSettings, loading: SettingsLoading): TypeSettings<T>
  /** The members that say other than their defaults. */
  dumpSettings(field: FieldOf<T>, dumping: SettingsDumping): FixtureSettings
  /** What is wrong with the settings beside the datastore's other fields. */
  checkSettings(field: FieldOf<T>, fields: readonly Field[]): { path: Path; message: string } | undefined
  /** An input with internal IDs in place of references; undefined when one means nothing. Asked of types that name records. */
  resolve(input: unknown, field: FieldOf<T>, references: ReferenceReading): unknown
  /** An input that means the value; undefined when what it names is gone. */
  dump(value: StoredOf<T>, field: FieldOf<T>, references: ReferenceWriting): unknown
}

/** A type without settings, whose values are written as they are kept. */
export const plainForm = {
  isValidated: true,
  members: [],
  required: [],
  loadSettings: <T extends DataType>(dataType: T): { readonly dataType: T } => ({ dataType }),
  dumpSettings: (): FixtureSettings => ({}),
  checkSettings: (): undefined => undefined,
  resolve: (input: unknown): unknown => input,
  dump: (value: unknown): unknown => value,
} as const
