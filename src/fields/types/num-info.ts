import { omitEmpty } from "../../model/index.ts"
import type { Field, NumberSettings } from "../../model/records/index.ts"
import {
  changeSettings,
  dumpSettings,
  initialSettings,
  NUM_INFO,
  readFixtureSettings,
} from "../../model/settings/index.ts"
import { type FixtureForm, type FixtureSettings, plainForm } from "../fixture-form.ts"
import type { SettingsForm } from "../settings-form.ts"

export const dumpNumInfo = ({ numInfo }: NumberSettings): FixtureSettings["num_info"] =>
  omitEmpty(dumpSettings(NUM_INFO, numInfo))

export const numInfoForm: FixtureForm<"number"> = {
  ...plainForm,
  members: ["num_info"],
  loadSettings: (dataType, { num_info: given }) => ({ dataType, numInfo: readFixtureSettings(NUM_INFO, given) }),
  dumpSettings: (field) => ({ num_info: dumpNumInfo(field) }),
}

export const numInfoSettings: SettingsForm<"number"> = {
  takes: ["numInfo"],
  blank: (dataType) => ({ dataType, numInfo: initialSettings(NUM_INFO) }),
  change: ({ dataType, numInfo }, input) => ({ dataType, numInfo: changeSettings(NUM_INFO, numInfo, input.numInfo) }),
  isNarrowed: () => false,
}

export const holdsNumbers = (field: Field): field is Field & NumberSettings => "numInfo" in field
