import { invalidParams } from "../model/error.ts"
import { isDisplayId, type OId, shownDisplayId } from "../model/ids.ts"
import { changeNames } from "../model/names.ts"
import type { FieldOf, Option } from "../model/records/field.ts"
import type { OptionInput, SettingsChanging, TypeInput } from "./settings-form.ts"

type OptionField = FieldOf<"select" | "radio" | "checkbox">

/** What there is to choose, and what is chosen at first. */
type Choice = Pick<OptionField, "options" | "selected">

/** An option by internal, then display ID. */
const findOption = ({ options }: Pick<OptionField, "options">, reference: string): Option | undefined =>
  options.find(({ oId }) => oId === reference) ?? options.find(({ displayId }) => displayId === reference)

export function requireOption(field: Pick<OptionField, "options">, reference: string): Option {
  const option = findOption(field, reference)
  if (option === undefined) throw invalidParams(`option not found: ${reference}`)
  return option
}

/**
 * What there is to choose after a request (api.md section 16): options made and changed, and those chosen at first. Refuses an unknown
 * option, one named twice, one without a name, and a display ID that is malformed or taken. New ones come last unless they are given
 * a place.
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
    if (named.has(option.oId)) throw invalidParams(`option named twice: ${input.oId}`)
    named.set(option.oId, input)
    changed.set(option.oId, option)
  }
  const options = named.size === 0 ? field.options : inPlaces([...changed.values()], named)
  checkDisplayIds(options)
  const chosen = selected?.map((reference) => requireOption({ options }, reference).oId) ?? choose(field, named)
  if (field.dataType !== "checkbox" && chosen.length > 1) throw invalidParams("selected: expected one option")
  return { options, selected: [...new Set(chosen)] }
}

function makeOption(input: OptionInput, sortId: number, changing: SettingsChanging): Option {
  const { displayId, enabled = true, color } = input
  const name = input.name ?? displayId
  if (name === undefined) throw invalidParams("an option needs a name")
  const { now } = changing
  return {
    oId: changing.newOptionId(),
    displayId: displayId ?? changing.newDisplayId("Opt-"),
    name: changeNames({}, name, changing.lang),
    sortId,
    enabled,
    ...(color === undefined || color === "" ? {} : { color }),
    createdAt: now,
    updatedAt: now,
  }
}

function changeOption(option: Option, input: OptionInput, { lang, now }: SettingsChanging): Option {
  const { color: oldColor, ...rest } = option
  const color = input.color ?? oldColor ?? ""
  const changed: Option = {
    ...rest,
    displayId: input.displayId ?? option.displayId,
    name: input.name === undefined ? option.name : changeNames(option.name, input.name, lang),
    enabled: input.enabled ?? option.enabled,
    ...(color === "" ? {} : { color }),
  }
  const isSame =
    changed.displayId === option.displayId &&
    changed.name === option.name &&
    changed.enabled === option.enabled &&
    changed.color === option.color
  return isSame ? option : { ...changed, updatedAt: now }
}

function checkDisplayIds(options: readonly Option[]): void {
  const taken = new Set<string>()
  for (const { displayId } of options) {
    if (!isDisplayId(displayId)) {
      throw invalidParams(
        `display_id of an option must be 1 to 255 letters, digits, - and _: ${shownDisplayId(displayId)}`,
      )
    }
    if (taken.has(displayId)) throw invalidParams(`display_id is taken in the field: ${displayId}`)
    taken.add(displayId)
  }
}

/** Those that are given a place stand there as far as they can; the others keep their order around them. */
function inPlaces(options: readonly Option[], named: ReadonlyMap<OId, OptionInput>): readonly Option[] {
  const ranked = options.map((option, at) => {
    const place = named.get(option.oId)?.sortId ?? at
    // Who moves up goes before whoever stands there, who moves down behind them.
    return { option, place, rank: place + Math.sign(place - at) / 2 }
  })
  ranked.sort((left, right) => left.rank - right.rank || left.place - right.place)
  return numbered(ranked.map(({ option }) => option))
}

/** With the places that they have as sort_id. */
export const numbered = (options: readonly Option[]): readonly Option[] =>
  options.map((option, sortId) => (option.sortId === sortId ? option : { ...option, sortId }))

/** The options chosen at first, as those named say of themselves; where there can be one, it takes the place of another. */
function choose({ dataType, selected }: OptionField, named: ReadonlyMap<OId, OptionInput>): readonly OId[] {
  const added = [...named].flatMap(([oId, input]) => (input.selected === true ? [oId] : []))
  if (dataType !== "checkbox" && added.length > 0) return added
  return [...selected.filter((oId) => named.get(oId)?.selected !== false), ...added]
}
