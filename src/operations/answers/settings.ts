import { answerAction, answerField, answerStatus } from "../../answers/settings.ts"
import type { AnswerContext } from "../../engine/answer-context.ts"
import type { ChartData } from "../../reports/chart-data.ts"
import { titleOfColumn } from "../../reports/column-title.ts"
import type { ReportResult } from "../../reports/read-report.ts"
import type { SearchableColumns } from "../../reports/searchable-columns.ts"
import type { ActionsResult } from "../datastores/get-actions.ts"
import type { RawUserName, UndeclaredName } from "../index.ts"
import { type AnswersFor, asItIs, nothing } from "./answer.ts"
import { answerCondition } from "./conditions.ts"
import type { ReportAnswer } from "./report-answers.ts"

const answerReport = (context: AnswerContext, { report, rows, totalItems }: ReportResult): ReportAnswer => ({
  title: context.name(report.name),
  rows: rows?.map(({ values, sources }) => ({ values: { ...values }, itemIds: sources.map(({ iId }) => iId) })) ?? null,
  totalItems,
})

const answerChart = ({ title, labels, datasets }: ChartData) => ({ title, labels, datasets })

const answerColumns = ({ lang, columns }: SearchableColumns) => ({
  columns: columns.map(({ column, order }) => ({
    key: column.key,
    title: titleOfColumn(column, lang),
    dataType: column.dataType,
    order,
  })),
})

const answerActions = ({ datastore, actions }: ActionsResult, context: AnswerContext) => ({
  actions: actions.map((action) => answerAction(context, datastore, action)),
})

/** Workspaces, applications, datastores, their settings, and reports. */
export const settingsAnswers = {
  getActionSettings: ({ datastore, action, roles }, context) => ({
    ...answerAction(context, datastore, action),
    roles: roles.filter(({ rId }) => action.roles.includes(rId)).map(({ displayId }) => displayId),
    /** Fields that the action treats in a way of its own, by display ID. */
    fields: Object.fromEntries(
      datastore.fields.flatMap(({ fId, displayId }) =>
        action.fieldSettings[fId] === undefined ? [] : [[displayId, action.fieldSettings[fId]] as const],
      ),
    ),
  }),
  createAction: ({ aId, displayId }) => ({ aId, displayId }),
  updateAction: nothing,
  deleteAction: nothing,
  uploadActionScript: nothing,
  downloadActionScript: (code) => ({ code }),
  getDatastoreFields: ({ fields }, context) => ({ fields: fields.map((field) => answerField(context, field)) }),
  getFieldSettings: ({ field }, context) => answerField(context, field),
  createField: (field, context) => answerField(context, field),
  updateField: nothing,
  deleteField: nothing,
  createFieldOptions: nothing,
  updateFieldOptions: nothing,
  deleteFieldOptions: nothing,
  getStatuses: ({ statuses }, context) => ({ statuses: statuses.map((status) => answerStatus(context, status)) }),
  getActions: answerActions,
  getNewActions: answerActions,
  getUpdateActions: answerActions,
  getInputFields: ({ fields }, context) => ({ fields: fields.map((field) => answerField(context, field)) }),
  getReportData: (report, context) => answerReport(context, report),
  getReportSearchConditions: answerColumns,
  getReportDataByConditions: (report, context) => answerReport(context, report),
  getChartData: answerChart,
  getChartSearchConditions: answerColumns,
  getChartDataByConditions: answerChart,
  updateAutoNumber: asItIs,
  getAutoNumber: asItIs,
  getAutoActionSettings: (auto, context) => {
    const datastore = context.view.expect("datastores", auto.dId)
    return {
      autoId: auto.autoId,
      name: auto.name,
      comment: auto.comment,
      application: context.view.expect("applications", auto.pId).displayId,
      datastore: datastore.displayId,
      action: datastore.actions.find(({ aId }) => aId === auto.aId)?.displayId ?? null,
      conditions: auto.conditions.map((condition) => answerCondition(datastore, condition)),
      timeType: auto.timeType,
      timeValue: auto.timeValue,
      nextExecAt: auto.nextExecAt,
      enabled: auto.enabled,
      lastExecution: auto.lastExecution,
    }
  },
  updateAutoActionSettings: nothing,
} satisfies Partial<AnswersFor<RawUserName & UndeclaredName>>
