import {
  defined,
  findByEitherId,
  findNamed,
  nameIn,
  type OId,
  oncePer,
  unless,
  unlessEmpty,
} from "../../model/index.ts"
import type { FieldOf, Option, OptionSettings, StoredValue } from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"
import { changeChoice } from "../change-options.ts"
import { type FixtureSettings, plainForm, type SettingsDumping, type SettingsLoading } from "../fixture-form.ts"
import type { TypeInput } from "../settings/field-settings-input.ts"
import type { SettingsChanging } from "../settings-form.ts"
import { indexField, type Subject, storedReader } from "../subject.ts"
import { holds, InvalidValue } from "./field-type.ts"
import { namesInCell, partsOf } from "./names-in-cell.ts"

export type OptionField = FieldOf<"select" | "radio" | "checkbox">

const lookupOf = oncePer(({ options }: OptionField) => {
  const byId: ReadonlyMap<string, Option> = new Map(options.map((option) => [option.oId, option]))
  const byDisplayId = options.map((option) => [option.displayId, option] as const)
  const byReference: ReadonlyMap<string, Option> = new Map([...byDisplayId, ...byId])
  return { byId, byReference }
})

export const optionOf = (field: OptionField, oId: OId): Option | undefined => lookupOf(field).byId.get(oId)

/** Finds an option by internal or display ID. Returns an error for an unknown or disabled option, unless the stored value contains it. */
export function readOption(input: unknown, field: OptionField, stored: StoredValue | undefined): OId | InvalidValue {
  if (typeof input !== "string") return new InvalidValue(`unknown option: ${JSON.stringify(input)}`)
  const option = findNamed(lookupOf(field).byReference, input)
  const oId = option?.oId ?? (input as OId)
  if (option?.enabled === true || holds(stored, oId)) return oId
  return new InvalidValue(option === undefined ? `unknown option: ${input}` : `option is disabled: ${option.displayId}`)
}

export const labelOf = (view: View, field: OptionField, oId: OId): string => {
  const option = optionOf(field, oId)
  return option === undefined ? "" : nameIn(option.name, view.settings.lang)
}

/** Returns a function that converts the option label in a CSV cell to an ID. Other cells stay unchanged, since they may contain IDs. */
export function optionsInCells(view: View, { options }: OptionField): (cell: string) => string {
  const byLabel = idsByLabel(view, options)
  return (cell) => byLabel.get(cell) ?? cell
}

/** Returns a function that reads the labels or IDs of several options in a CSV cell. Unknown options stay as they are written. */
export function optionListsInCells(view: View, field: OptionField): (cell: string) => readonly string[] | null {
  const byLabel = idsByLabel(view, field.options)
  const { byReference } = lookupOf(field)
  const find = (text: string) => byLabel.get(text) ?? byReference.get(text)?.oId
  const mostParts = Math.max(1, ...[...byLabel.keys(), ...byReference.keys()].map(partsOf))
  return (cell) => (cell === "" ? null : namesInCell(cell, find, mostParts))
}

function idsByLabel(view: View, options: readonly Option[]): ReadonlyMap<string, OId> {
  const { lang } = view.settings
  return new Map(options.toReversed().map((option) => [nameIn(option.name, lang), option.oId]))
}

/** Returns an option's sort position. Returns -1 for a deleted option, which therefore sorts first. */
export const optionRank = (field: OptionField, oId: OId): number => optionOf(field, oId)?.sortId ?? -1

/** Returns a function that converts an internal or display ID to an internal ID. It returns unknown IDs unchanged. */
export const optionIdOf =
  ({ options }: OptionField) =>
  (reference: string): string =>
    findByEitherId(options, ({ oId }) => oId, reference)?.oId ?? reference

export const optionSubject = (field: OptionField): Subject => ({
  match: "ids",
  read: storedReader(field),
  idOf: optionIdOf(field),
  ...indexField(field),
})

/** Returns an option's display ID. Returns the internal ID if another option's internal ID equals the display ID. */
export function optionReference({ options }: OptionField, oId: OId): string | undefined {
  const displayId = options.find((option) => option.oId === oId)?.displayId
  return options.some((other) => other.oId === displayId) ? oId : displayId
}

export const optionSettings = {
  takes: ["options", "selected"],
  blank: <T extends OptionField["dataType"]>(dataType: T) => ({ dataType, options: [], selected: [] }),
  change<T extends OptionField["dataType"]>(
    field: OptionField & { readonly dataType: T },
    input: TypeInput,
    changing: SettingsChanging,
  ): { readonly dataType: T } & OptionSettings {
    return { dataType: field.dataType, ...changeChoice(field, input, changing) }
  },
  isNarrowed: () => false,
} as const

const loadOptions = (
  given: FixtureSettings["options"],
  { names, optionId, startedAt }: SettingsLoading,
): readonly Option[] =>
  Object.freeze(
    Object.entries(given ?? {}).map(([displayId, one], sortId) => {
      const option = typeof one === "string" ? { name: one } : one
      return Object.freeze({
        oId: optionId(displayId, option.o_id),
        displayId,
        name: names(option.name),
        sortId,
        enabled: option.enabled ?? true,
        ...defined({ color: option.color }),
        createdAt: startedAt,
        updatedAt: startedAt,
      })
    }),
  )

function loadSelected(
  { dataType, options }: Pick<OptionField, "dataType" | "options">,
  { selected: given = [] }: FixtureSettings,
  loading: SettingsLoading,
): readonly OId[] {
  if (loading.isUnreadable(given)) return []
  const references = typeof given === "string" ? [given] : given
  if (references.length > 1 && dataType !== "checkbox") loading.mistake(["selected"], "expected one option")
  const chosen = new Set<OId>()
  for (const reference of references) {
    if (loading.isUnreadable(reference)) continue
    const option = findByEitherId(options, ({ oId }) => oId, reference)
    if (option === undefined) loading.mistake(["selected"], `unknown option: ${reference}`)
    else if (!option.enabled) loading.mistake(["selected"], `option is disabled: ${reference}`)
    else chosen.add(option.oId)
  }
  return Object.freeze([...chosen])
}

function dumpSelected({ options, selected }: OptionField): FixtureSettings["selected"] {
  const ids = selected.flatMap((oId) => options.find((option) => option.oId === oId)?.displayId ?? [])
  return ids.length === 1 ? ids[0] : unlessEmpty(ids)
}

const dumpOption = ({ name, oId, enabled, color }: Option, { names }: SettingsDumping) =>
  defined({ name: names(name), o_id: oId, enabled: unless(true, enabled), color })

export const optionsForm = {
  ...plainForm,
  members: ["options", "selected"],
  loadSettings<T extends OptionField["dataType"]>(
    dataType: T,
    given: FixtureSettings,
    loading: SettingsLoading,
  ): { readonly dataType: T } & OptionSettings {
    const options = loadOptions(given.options, loading)
    return { dataType, options, selected: loadSelected({ dataType, options }, given, loading) }
  },
  dumpSettings: (field: OptionField, dumping: SettingsDumping): FixtureSettings => ({
    options: Object.fromEntries(field.options.map((option) => [option.displayId, dumpOption(option, dumping)])),
    selected: dumpSelected(field),
  }),
} as const
