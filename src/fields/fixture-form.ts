import type { DId, FileId, IId, Instant, NameInput, Names, OId, UId } from "../model/index.ts"
import type { DataType, Field, FieldOf, Lookup, StoredOf, TypeSettings } from "../model/records/index.ts"
import type { AUTONUM, FILE, FixtureOf, NUM_INFO, USERS } from "../model/settings/index.ts"

export interface FixtureOption {
  readonly name: NameInput
  readonly o_id?: string | undefined
  readonly enabled?: boolean | undefined
  readonly color?: string | undefined
}

/** Field properties in a fixture that only some data types have (fixtures.md). */
export interface FixtureSettings {
  readonly options?: Readonly<Record<string, string | FixtureOption>> | undefined
  readonly selected?: string | string[] | undefined
  readonly autonum?:
    | (FixtureOf<typeof AUTONUM> & {
        readonly start?: number | undefined
        readonly branches?: Record<string, number> | undefined
      })
    | undefined
  readonly num_info?: FixtureOf<typeof NUM_INFO> | undefined
  readonly calc?: { readonly formula: string } | undefined
  readonly dslookup?:
    | { readonly datastore: string; readonly field: string; readonly reverse_link?: boolean | undefined }
    | undefined
  readonly users?: FixtureOf<typeof USERS> | undefined
  readonly file?: FixtureOf<typeof FILE> | undefined
}

type Path = readonly (string | number)[]

/** Callbacks for reading field settings from a fixture. */
export interface SettingsLoading {
  /** Reports an error in the setting at `path`. */
  mistake(path: Path, message: string): void
  /** Returns whether an error has already been reported for the value. */
  isUnreadable(value: unknown): boolean
  names(name: NameInput): Names
  readonly startedAt: Instant
  /** Returns the given ID, or derives an ID from the option's position in the list if none is given. */
  optionId(displayId: string, given: string | undefined): OId
  /** Finds the lookup's target. If the target is unknown, reports an error and returns undefined. */
  lookup(settings: NonNullable<FixtureSettings["dslookup"]>): Lookup | undefined
}

/** Fields and callbacks for writing field settings to a fixture. */
export interface SettingsDumping {
  readonly fields: readonly Field[]
  names(names: Names): NameInput
  lookup(lookup: Lookup): FixtureSettings["dslookup"]
  /** Returns the last number that the counter of item values issued (`start`), and the last number of each branch. */
  counters(field: FieldOf<"autonum">): { readonly start: number; readonly branches: Record<string, number> }
}

/** Finds the records that a fixture's values refer to. If a record is unknown, each method reports an error and returns undefined. */
export interface ReferenceReading {
  user(reference: string, path: Path): UId | undefined
  item(reference: string, within: DId, path: Path): IId | undefined
  /** Stores one file of a field's value. `at` is the file's index in the value. */
  file(input: unknown, at: number, path: Path): FileId | undefined
}

/** Converts IDs to the references that fixtures use. Each method returns undefined if the record is missing. */
export interface ReferenceWriting {
  user(uId: UId): string | undefined
  item(dId: DId, iId: IId): string | undefined
  file(fileId: FileId): unknown
}

export interface FixtureForm<T extends DataType> {
  /** If true, `validate` must accept loaded values. False for values that refer to records that the same load creates. */
  readonly isValidated: boolean
  /** Properties that the fixture may contain for fields of this type. */
  readonly members: readonly (keyof FixtureSettings)[]
  /** Properties that the fixture must contain for fields of this type. */
  readonly required: readonly (keyof FixtureSettings)[]
  /** Converts a fixture's properties to settings. Adds defaults for missing properties. */
  loadSettings(dataType: T, given: FixtureSettings, loading: SettingsLoading): TypeSettings<T>
  dumpSettings(field: FieldOf<T>, dumping: SettingsDumping): FixtureSettings
  /** Validates the field's settings against the datastore's other fields. Returns undefined if they are valid. */
  checkSettings(field: FieldOf<T>, fields: readonly Field[]): { path: Path; message: string } | undefined
  /** Converts a fixture's value to a stored value, with internal IDs. Returns undefined if a reference is unknown. */
  resolve(input: unknown, field: FieldOf<T>, references: ReferenceReading): unknown
  /** Converts a stored value to a fixture's value: the inverse of `resolve`. Returns undefined if the value refers to a missing record. */
  dump(value: StoredOf<T>, field: FieldOf<T>, references: ReferenceWriting): unknown
}

/** Fixture form of data types that have no settings. Fixtures contain their values as stored. */
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
