import { defined, type Instant, type Lang, type OId } from "../model/index.ts"
import type { DataType, FieldOf, Lookup, TypeSettings } from "../model/records/index.ts"
import type { LookupInput, TypeInput } from "./settings/field-settings-input.ts"

type Given<S> = { readonly [M in keyof S]?: S[M] | undefined }

export interface SettingsChanging {
  readonly lang: Lang
  readonly now: Instant
  newOptionId(): OId
  newDisplayId(prefix: string): string
  /** Finds the lookup's target. Throws if the target is unknown. */
  lookup(input: LookupInput, present: Lookup | undefined): Lookup
}

export interface SettingsForm<T extends DataType> {
  /** Properties of a request that fields of this type accept. */
  readonly takes: readonly (keyof TypeInput)[]
  blank(dataType: T): TypeSettings<T>
  /** Returns the field's settings after a request's changes. Throws if the new settings are invalid. */
  change(field: FieldOf<T>, input: TypeInput, changing: SettingsChanging): TypeSettings<T>
  /** Returns whether the new settings may make stored values invalid. Does not compare min_value and max_value. */
  isNarrowed(before: FieldOf<T>, after: FieldOf<T>): boolean
}

export const plainSettings = {
  takes: [],
  blank: <T extends DataType>(dataType: T): { readonly dataType: T } => ({ dataType }),
  change: <T extends DataType>({ dataType }: { readonly dataType: T }): { readonly dataType: T } => ({ dataType }),
  isNarrowed: (): boolean => false,
} as const

/** Returns a copy of `present` with the given properties. Returns `present` itself if `given` is undefined. */
export const withGiven = <S extends object>(present: S, given: Given<S> | undefined): S =>
  given === undefined ? present : Object.freeze({ ...present, ...defined(given) })
