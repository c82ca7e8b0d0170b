import type { DId, FileId, IId, Instant, NameInput, Names, OId, UId } from "../model/index.ts"
import type { DataType, Field, FieldOf, Lookup, StoredOf, TypeSettings } from "../model/records/index.ts"

export interface FixtureOption {
  readonly name: NameInput
  readonly o_id?: string | undefined
  readonly enabled?: boolean | undefined
  readonly color?: string | undefined
}

/** Field properties that only some data types have (fixtures.md). */
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

type Path = readonly (string | number)[]

/** Context for loading field settings from a fixture. */
export interface SettingsLoading {
  /** Reports an error in a setting. */
  mistake(path: Path, message: string): void
  /** Whether an error has already been reported for the value. */
  isUnreadable(value: unknown): boolean
  names(name: NameInput): Names
  readonly startedAt: Instant
  /** Returns the given ID, or derives an ID from the option's position. */
  optionId(displayId: string, given: string | undefined): OId
  /** Resolves the lookup's target. If the target is unknown, reports an error and returns undefined. */
  lookup(settings: NonNullable<FixtureSettings["dslookup"]>): Lookup | undefined
}

/** Context for writing field settings to a fixture. */
export interface SettingsDumping {
  readonly fields: readonly Field[]
  names(names: Names): NameInput
  lookup(lookup: Lookup): FixtureSettings["dslookup"]
  /** Returns the last numbers that the display counter and each branch issued. */
  counters(field: FieldOf<"autonum">): { readonly start: number; readonly branches: Record<string, number> }
}

/** Resolves references in a fixture's values. If a reference is unknown, each method reports an error and returns undefined. */
export interface ReferenceReading {
  user(reference: string, path: Path): UId | undefined
  item(reference: string, within: DId, path: Path): IId | undefined
  /** Stores the file at index `at` of a field's value. */
  file(input: unknown, at: number, path: Path): FileId | undefined
}

/** Writes references to a fixture. Each method returns undefined if the record is missing. */
export interface ReferenceWriting {
  user(uId: UId): string | undefined
  item(dId: DId, iId: IId): string | undefined
  file(fileId: FileId): unknown
}

export interface FixtureForm<T extends DataType> {
  /** Whether loaded values must pass `validate`. False for values that refer to records created by the same load. */
  readonly isValidated: boolean
  /** Properties that fields of the type may have. */
  readonly members: readonly (keyof FixtureSettings)[]
  /** Properties that fields of the type must have. */
  readonly required: readonly (keyof FixtureSettings)[]
  /** Returns the settings, completed with defaults. */
  loadSettings(dataType: T, given: FixtureSettings, loading: SettingsLoading): TypeSettings<T>
  dumpSettings(field: FieldOf<T>, dumping: SettingsDumping): FixtureSettings
  /** Validates the settings against the datastore's other fields. Returns the error, or undefined if they are valid. */
  checkSettings(field: FieldOf<T>, fields: readonly Field[]): { path: Path; message: string } | undefined
  /** Replaces references by internal IDs. Returns undefined if a reference is unknown. */
  resolve(input: unknown, field: FieldOf<T>, references: ReferenceReading): unknown
  /** Replaces internal IDs by references, as the inverse of `resolve`. Returns undefined if a record is missing. */
  dump(value: StoredOf<T>, field: FieldOf<T>, references: ReferenceWriting): unknown
}

/** Form of data types without settings. Fixtures contain the values as they are stored. */
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
