import type { RawInput, UndeclaredName } from "../index.ts"
import type { WordsOf } from "./word.ts"

type OfInput<I> = unknown extends I
  ? Record<never, never>
  : [NonNullable<I>] extends [never]
    ? Record<never, never>
    : WordsOf<NonNullable<I>>

const REPORT = {
  report: "text",
  application: "text",
  page: "number?",
  perPage: "number?",
  includeLookups: "flag?",
  returnNumberValue: "flag?",
  returnIdValueResults: "flag?",
  returnUtcDatetime: "flag?",
  returnCountOnly: "flag?",
  omitTotalItems: "flag?",
  dataResultTimeoutSec: "number?",
  totalCountTimeoutSec: "number?",
} as const

const ANY_PLACE = { application: "text?", datastore: "text" } as const

/** The members that each operation takes in process; the compiler asks for every one. */
export const WORDS: { readonly [N in UndeclaredName]: OfInput<RawInput<N>> } = {
  getActionSettings: { datastore: "text?", action: "text" },
  createAction: { ...ANY_PLACE, settings: "action" },
  updateAction: { settings: "action", datastore: "text?", action: "text" },
  deleteAction: { datastore: "text?", action: "text" },
  uploadActionScript: { scriptType: "text", code: "text", sync: "flag", datastore: "text?", action: "text" },
  downloadActionScript: { scriptType: "text", datastore: "text?", action: "text" },
  getDatastoreFields: { ...ANY_PLACE },
  getFieldSettings: { ...ANY_PLACE, field: "text" },
  createField: { ...ANY_PLACE, settings: "newField" },
  updateField: { ...ANY_PLACE, settings: "field", field: "text" },
  deleteField: { ...ANY_PLACE, field: "text" },
  createFieldOptions: { ...ANY_PLACE, options: "newOption[]", field: "text" },
  updateFieldOptions: { ...ANY_PLACE, options: "option[]", field: "text" },
  deleteFieldOptions: { ...ANY_PLACE, options: "list", field: "text" },
  getReportData: { ...REPORT },
  getReportSearchConditions: { report: "text", application: "text" },
  getReportDataByConditions: { ...REPORT, conditions: "condition[]?", useOrCondition: "flag?", sortFields: "sort[]?" },
  getChartData: { chart: "text", application: "text" },
  getChartSearchConditions: { chart: "text", application: "text" },
  getChartDataByConditions: { conditions: "condition[]?", chart: "text", application: "text" },
  getStatuses: { ...ANY_PLACE },
  getActions: { ...ANY_PLACE, status: "text?" },
  getNewActions: { ...ANY_PLACE },
  getUpdateActions: { ...ANY_PLACE, status: "text?" },
  getInputFields: { ...ANY_PLACE, action: "text" },
  updateAutoNumber: { ...ANY_PLACE, autoNum: "number", branchKey: "text?", field: "text" },
  getAutoNumber: { ...ANY_PLACE, branchKey: "text?", field: "text", zeroPadding: "flag?", digit: "number?" },
  getAutoActionSettings: { autoId: "text" },
  updateAutoActionSettings: { schedule: "schedule?", enabled: "flag?", autoId: "text" },
}
