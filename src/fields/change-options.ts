import { changeNames, defined, findByEitherId, invalidParams, type OId, requireDisplayId } from "../model/index.ts"
import type { FieldOf, Option } from "../model/records/index.ts"
import type { OptionInput, TypeInput } from "./settings/field-settings-input.ts"
import type { SettingsChanging } from "./settings-form.ts"

type OptionField = FieldOf<"select" | "radio" | "checkbox">

type Choice = Pick<OptionField, "options" | "selected">

const findOption = ({ options }: Pick<OptionField, "options">, reference: string): Option | undefined =>
  findByEitherId(options, ({ oId }) => oId, reference)

export function requireOption(field: Pick<OptionField, "options">, reference: string): Option {
  const option = findOption(field, reference)
  if (option === undefined) throw invalidParams(`option not found: ${reference}`)
  return option
}

/**
 * Adds and changes a field's options and default selection (api.md section 16). Throws if the result is invalid. New options without a
 * `sortId` are added at the end.
 */
export function changeChoice(
  field: OptionField,
  { options: inputs = [], selected }: TypeInput,
  changing: SettingsChanging,
): Choice {
  const named = new Map<OId, OptionInput>()
  const changed = new Map<OId, Option>(field.options.map((option) => [option.oId, option]))
  for (const input of inputs) {
    const before = input.oId === undefined ? undefined : requireOption(field, input.oId)
    const option =
      before === undefined ? makeOption(input, changed.size, changing) : changeOption(before, input, changing)
    if (named.has(option.oId)) throw invalidParams(`the option ${input.oId} is given twice`)
    named.set(option.oId, input)
    changed.set(option.oId, option)
  }
  const options = named.size === 0 ? field.options : inPlaces([...changed.values()], named)
  requireDifferentIds(options)
  if (field.dataType !== "checkbox" && typeof selected === "object")
    throw invalidParams("selected: expected one option, received a list")
  const chosen =
    selected === undefined
      ? choose(field, named)
      : [selected].flat().map((reference) => requireOption({ options }, reference).oId)
  if (field.dataType !== "checkbox" && chosen.length > 1) throw invalidParams("selected: expected one option")
  const disabled = options.find(({ oId, enabled }) => !enabled && chosen.includes(oId))
  if (disabled !== undefined) throw invalidParams(`selected: the option ${disabled.displayId} is disabled`)
  return { options, selected: [...new Set(chosen)] }
}

function makeOption(input: OptionInput, sortId: number, changing: SettingsChanging): Option {
  const { displayId, enabled = true, color } = input
  const name = input.name ?? displayId
  if (name === undefined) throw invalidParams("an option needs a name")
  const { now } = changing
  return {
    oId: changing.newOptionId(),
    displayId: displayId === undefined ? changing.newDisplayId("Opt-") : requireOptionId(displayId),
    name: changeNames({}, name, changing.lang),
    sortId,
    enabled,
    ...defined({ color: color || undefined }),
    createdAt: now,
    updatedAt: now,
  }
}

function changeOption(option: Option, input: OptionInput, { lang, now }: SettingsChanging): Option {
  const { color: oldColor, ...rest } = option
  const color = input.color ?? oldColor ?? ""
  const changed: Option = {
    ...rest,
    displayId: input.displayId === undefined ? option.displayId : requireOptionId(input.displayId),
    name: input.name === undefined ? option.name : changeNames(option.name, input.name, lang),
    enabled: input.enabled ?? option.enabled,
    ...defined({ color: color || undefined }),
  }
  const isSame =
    changed.displayId === option.displayId &&
    changed.name === option.name &&
    changed.enabled === option.enabled &&
    changed.color === option.color
  return isSame ? option : { ...changed, updatedAt: now }
}

const requireOptionId = (displayId: string): string => requireDisplayId(displayId, "spaced", "display_id of an option")

function requireDifferentIds(options: readonly Option[]): void {
  const taken = new Set<string>()
  for (const { displayId } of options) {
    if (taken.has(displayId)) throw invalidParams(`display_id ${displayId} is already used in the field`)
    taken.add(displayId)
  }
}

/** Moves each option with a requested `sortId` to that position. The other options keep their order. */
function inPlaces(options: readonly Option[], named: ReadonlyMap<OId, OptionInput>): readonly Option[] {
  const ranked = options.map((option, at) => {
    const place = named.get(option.oId)?.sortId ?? at
    // The fraction puts an option that moves up before the option at the target position, and an option that moves down after it.
    return { option, place, rank: place + Math.sign(place - at) / 2 }
  })
  ranked.sort((left, right) => left.rank - right.rank || left.place - right.place)
  return numberOptions(ranked.map(({ option }) => option))
}

/** Sets each option's `sortId` to its index in the list. */
export const numberOptions = (options: readonly Option[]): readonly Option[] =>
  options.map((option, sortId) => (option.sortId === sortId ? option : { ...option, sortId }))

/** Returns the default selection after a request's `selected` flags. In a single-choice field, an added option replaces the selection. */
function choose({ dataType, selected }: OptionField, named: ReadonlyMap<OId, OptionInput>): readonly OId[] {
  const added = [...named].flatMap(([oId, input]) => (input.selected === true ? [oId] : []))
  if (dataType !== "checkbox" && added.length > 0) return added
  return [...selected.filter((oId) => named.get(oId)?.selected !== false), ...added]
}
