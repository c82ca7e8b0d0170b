import { defined, type Instant, type Lang, type OId } from "../model/index.ts"
import type { DataType, FieldOf, Lookup, TypeSettings } from "../model/records/index.ts"
import type { LookupInput, TypeInput } from "./settings/field-settings-input.ts"

type Given<S> = { readonly [M in keyof S]?: S[M] | undefined }

export interface SettingsChanging {
  readonly lang: Lang
  readonly now: Instant
  newOptionId(): OId
  newDisplayId(prefix: string): string
  /** Resolves the lookup's target. Throws if the target is unknown. */
  lookup(input: LookupInput, present: Lookup | undefined): Lookup
}

export interface SettingsForm<T extends DataType> {
  /** Request properties that the type accepts. */
  readonly takes: readonly (keyof TypeInput)[]
  blank(dataType: T): TypeSettings<T>
  /** Returns the settings with a request's changes applied; throws if they are invalid. */
  change(field: FieldOf<T>, input: TypeInput, changing: SettingsChanging): TypeSettings<T>
  /** Whether valid values may become invalid. Ignores changed limits. */
  isNarrowed(before: FieldOf<T>, after: FieldOf<T>): boolean
}

export const plainSettings = {
  takes: [],
  blank: <T extends DataType>(dataType: T): { readonly dataType: T } => ({ dataType }),
  change: <T extends DataType>({ dataType }: { readonly dataType: T }): { readonly dataType: T } => ({ dataType }),
  isNarrowed: (): boolean => false,
} as const

/** Returns a copy with the given properties applied; returns the same object if `given` is undefined. */
export const withGiven = <S extends object>(present: S, given: Given<S> | undefined): S =>
  given === undefined ? present : Object.freeze({ ...present, ...defined(given) })
