import type { OId } from "../../model/ids.ts"
import { nameIn } from "../../model/names.ts"
import type { FieldOf, Option, OptionSettings, StoredValue } from "../../model/records/field.ts"
import { defined, unless, unlessEmpty } from "../../model/sparse.ts"
import type { View } from "../../state/view.ts"
import { changeChoice } from "../change-options.ts"
import { type FixtureSettings, plainForm, type SettingsDumping, type SettingsLoading } from "../fixture-form.ts"
import type { SettingsChanging, TypeInput } from "../settings-form.ts"
import { holds, Unfit } from "./field-type.ts"

/** A field whose values are options. */
export type OptionField = FieldOf<"select" | "radio" | "checkbox">

interface ById {
  readonly byId: ReadonlyMap<string, Option>
  readonly byReference: ReadonlyMap<string, Option>
}

const lookups = new WeakMap<OptionField, ById>()

function lookupOf(field: OptionField): ById {
  let lookup = lookups.get(field)
  if (lookup === undefined) {
    const { options } = field
    const byId = new Map<string, Option>(options.map((option) => [option.oId, option]))
    const byDisplayId = options.map((option) => [option.displayId, option] as const)
    lookup = { byId, byReference: new Map([...byDisplayId, ...byId]) }
    lookups.set(field, lookup)
  }
  return lookup
}

/** The option of a stored value. */
export const optionOf = (field: OptionField, oId: OId): Option | undefined => lookupOf(field).byId.get(oId)

/**
 * The stored form of an option named by internal or display ID; an unknown or disabled one does not fit, unless it is in
 * what is stored already.
 */
export function readOption(input: unknown, field: OptionField, stored: StoredValue | undefined): OId | Unfit {
  if (typeof input !== "string") return new Unfit(`unknown option: ${JSON.stringify(input)}`)
  const option = lookupOf(field).byReference.get(input)
  const oId = option?.oId ?? (input as OId)
  if (option?.enabled === true || holds(stored, oId)) return oId
  return new Unfit(option === undefined ? `unknown option: ${input}` : `option is disabled: ${option.displayId}`)
}

/** The option's name in the world's language. */
export const labelOf = (view: View, field: OptionField, oId: OId): string => {
  const option = optionOf(field, oId)
  return option === undefined ? "" : nameIn(option.name, view.settings.lang)
}

/** In a CSV cell an option may be named by its label too: the reference that `readOption` takes. */
export function optionsInCells(view: View, { options }: OptionField): (cell: string) => string {
  const { lang } = view.settings
  const byLabel = new Map(options.toReversed().map((option) => [nameIn(option.name, lang), option.oId]))
  return (cell) => byLabel.get(cell) ?? cell
}

/** Position of an option among its like; an option that is gone comes first. */
export const optionRank = (field: OptionField, oId: OId): number => optionOf(field, oId)?.sortId ?? -1

/** The stored ID of an option that a condition names by either ID; an unknown one is looked for as it is. */
export const optionIdOf =
  ({ options }: OptionField) =>
  (reference: string): string =>
    options.some(({ oId }) => oId === reference)
      ? reference
      : (options.find(({ displayId }) => displayId === reference)?.oId ?? reference)

/** How an option is named in a fixture: by its display ID, unless that is the internal ID of another one. */
export function optionReference({ options }: OptionField, oId: OId): string | undefined {
  const displayId = options.find((option) => option.oId === oId)?.displayId
  return options.some((other) => other.oId === displayId) ? oId : displayId
}

/** How options are made and changed by requests. */
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
        ...(option.color === undefined ? {} : { color: option.color }),
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
    const option = options.find(({ displayId, oId }) => displayId === reference || oId === reference)
    if (option === undefined) loading.mistake(["selected"], `unknown option: ${reference}`)
    else chosen.add(option.oId)
  }
  return Object.freeze([...chosen])
}

/** One is written as a text. */
function dumpSelected({ options, selected }: OptionField): FixtureSettings["selected"] {
  const ids = selected.flatMap((oId) => options.find((option) => option.oId === oId)?.displayId ?? [])
  return ids.length === 1 ? ids[0] : unlessEmpty(ids)
}

const dumpOption = ({ name, oId, enabled, color }: Option, { names }: SettingsDumping) =>
  defined({ name: names(name), o_id: oId, enabled: unless(true, enabled), color })

/** How fields with options stand in fixtures, but for their values. */
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
