import type { Instant, Lang, OId } from "../model/index.ts"
import type { DataType, FieldOf, Lookup, TypeSettings } from "../model/records/index.ts"
import type { LookupInput, TypeInput } from "./settings/field-settings-input.ts"

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
