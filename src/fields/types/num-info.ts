import { omitEmpty, unless } from "../../model/index.ts"
import type { Field, NumberSettings } from "../../model/records/index.ts"
import { type FixtureForm, type FixtureSettings, plainForm } from "../fixture-form.ts"
import { type SettingsForm, withGiven } from "../settings-form.ts"

export const BARE_NUMBERS: NumberSettings["numInfo"] = Object.freeze({
  prefix: "",
  suffix: "",
  noComma: false,
  decimalPlace: null,
})

export const loadNumInfo = ({ num_info: given }: FixtureSettings): NumberSettings["numInfo"] =>
  Object.freeze({
    prefix: given?.prefix ?? "",
    suffix: given?.suffix ?? "",
    noComma: given?.no_comma ?? false,
    decimalPlace: given?.decimal_place ?? null,
  })

export const dumpNumInfo = ({ numInfo }: NumberSettings): FixtureSettings["num_info"] =>
  omitEmpty({
    prefix: unless("", numInfo.prefix),
    suffix: unless("", numInfo.suffix),
    no_comma: unless(false, numInfo.noComma),
    decimal_place: numInfo.decimalPlace ?? undefined,
  })

export const numInfoForm: FixtureForm<"number"> = {
  ...plainForm,
  members: ["num_info"],
  loadSettings: (dataType, given) => ({ dataType, numInfo: loadNumInfo(given) }),
  dumpSettings: (field) => ({ num_info: dumpNumInfo(field) }),
}

export const numInfoSettings: SettingsForm<"number"> = {
  takes: ["numInfo"],
  blank: (dataType) => ({ dataType, numInfo: BARE_NUMBERS }),
  change: ({ dataType, numInfo }, input) => ({ dataType, numInfo: withGiven(numInfo, input.numInfo) }),
  isNarrowed: () => false,
}

export const holdsNumbers = (field: Field): field is Field & NumberSettings => "numInfo" in field
