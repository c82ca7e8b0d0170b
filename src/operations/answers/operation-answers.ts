// biome-ignore-all lint/suspicious/noConfusingVoidType: each is what a call returns

import type { FieldAnswer } from "../../answers/settings.ts"
import type { AutoNumber } from "../../auto-numbers/format.ts"
import type * as Reports from "./report-answers.ts"
import type * as Settings from "./settings-answers.ts"

/** What each operation answers in process (model.md section 5.7). */
export interface OperationAnswers {
  readonly createAction: Settings.NewActionAnswer
  readonly createField: FieldAnswer
  readonly createFieldOptions: void
  readonly deleteAction: void
  readonly deleteField: void
  readonly deleteFieldOptions: void
  readonly downloadActionScript: Settings.ActionScriptAnswer
  readonly getActionSettings: Settings.ActionSettingsAnswer
  readonly getActions: Settings.ActionsAnswer
  readonly getAutoActionSettings: Settings.AutoActionAnswer
  readonly getAutoNumber: AutoNumber
  readonly getChartData: Reports.ChartAnswer
  readonly getChartDataByConditions: Reports.ChartAnswer
  readonly getChartSearchConditions: Reports.ColumnsAnswer
  readonly getDatastoreFields: Settings.FieldsAnswer
  readonly getFieldSettings: FieldAnswer
  readonly getInputFields: Settings.FieldsAnswer
  readonly getNewActions: Settings.ActionsAnswer
  readonly getReportData: Reports.ReportAnswer
  readonly getReportDataByConditions: Reports.ReportAnswer
  readonly getReportSearchConditions: Reports.ColumnsAnswer
  readonly getStatuses: Settings.StatusesAnswer
  readonly getUpdateActions: Settings.ActionsAnswer
  readonly updateAction: void
  readonly updateAutoActionSettings: void
  readonly updateAutoNumber: AutoNumber
  readonly updateField: void
  readonly updateFieldOptions: void
  readonly uploadActionScript: void
}
