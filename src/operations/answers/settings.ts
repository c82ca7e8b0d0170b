import { answerWorkspace } from "../../answers/people.ts"
import {
  answerAction,
  answerApplication,
  answerDatastore,
  answerField,
  answerRole,
  answerStatus,
} from "../../answers/settings.ts"
import type { AnswerContext } from "../../engine/answer-context.ts"
import type { Condition } from "../../records/condition.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { Task } from "../../records/templates/task.ts"
import type { ChartData } from "../../reports/chart-data.ts"
import { titleOfColumn } from "../../reports/column-title.ts"
import type { ReportResult } from "../../reports/read-report.ts"
import type { SearchableColumns } from "../../reports/searchable-columns.ts"
import type { ActionsResult } from "../datastores/get-actions.ts"
import type { RawUserName, UndeclaredName } from "../index.ts"
import { type AnswersFor, asItIs, nothing } from "./answer.ts"
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

const answerTask = ({ qtId, category, streamId, createdAt }: Task) => ({ qtId, category, streamId, createdAt })

const answerActions = ({ datastore, actions }: ActionsResult, context: AnswerContext) => ({
  actions: actions.map((action) => answerAction(context, datastore, action)),
})

/** Conditions name fields by display ID where they lead to one. */
function answerCondition(datastore: Datastore, condition: Condition): Condition {
  const { id, conditions } = condition
  const field = datastore.fields.find(({ fId }) => fId === id)
  return {
    ...condition,
    ...(field === undefined ? {} : { id: field.displayId }),
    ...(conditions === undefined ? {} : { conditions: conditions.map((one) => answerCondition(datastore, one)) }),
  }
}

/** Workspaces, applications, datastores, their settings, and reports. */
export const settingsAnswers = {
  getWorkspaces: ({ workspaces, currentWId }) => ({ workspaces: workspaces.map(answerWorkspace), currentWId }),
  getCurrentWorkspace: answerWorkspace,
  selectWorkspace: nothing,
  createNewWorkspace: (wId) => ({ wId }),
  getPasswordPolicy: asItIs,
  getWorkspaceFunctionality: ({ wId, functionality }) => ({ wId, ...functionality }),
  getWorkspaceUsage: asItIs,
  getApplicationsAndDatastores: ({ applications }, context) => ({
    applications: applications.map(({ application, datastores }) => ({
      ...answerApplication(context, application),
      datastores: datastores.map((datastore) => answerDatastore(context, datastore)),
    })),
  }),
  createApplication: (pId) => ({ pId }),
  getApplicationSettings: ({ application, roles, datastores }, context) => ({
    ...answerApplication(context, application),
    roles: roles.map(answerRole),
    datastores: datastores.map((datastore) => answerDatastore(context, datastore)),
  }),
  getApplicationOfDatastore: ({ application }, context) => answerApplication(context, application),
  getApplicationAndDatastore: ({ application, datastore }, context) => ({
    application: answerApplication(context, application),
    datastore: answerDatastore(context, datastore),
  }),
  executeFunction: asItIs,
  getTasks: (tasks) => ({
    tasks: tasks.map(({ task, status, startedAt, finishedAt }) => ({
      ...answerTask(task),
      status,
      startedAt,
      finishedAt,
    })),
  }),
  getTemplates: (categories) => ({ categories }),
  saveTemplate: ({ tpId, task }) => ({ tpId, ...answerTask(task) }),
  uploadTemplate: answerTask,
  downloadTemplate: asItIs,
  getDatastores: ({ datastores }, context) => ({
    datastores: datastores.map((datastore) => answerDatastore(context, datastore)),
  }),
  getDatastoreSettings: ({ datastore, fields, roles }, context) => ({
    ...answerDatastore(context, datastore),
    fields: fields.map((field) => answerField(context, field)),
    statuses: datastore.statuses.map((status) => answerStatus(context, status)),
    actions: datastore.actions.map((action) => answerAction(context, datastore, action)),
    roles: roles.map(answerRole),
  }),
  getActionSettingsOfDatastore: ({ datastore, statuses, itemActions }, context) => ({
    statuses: statuses.map(({ status, actions }) => ({
      ...answerStatus(context, status),
      actions: actions.map((action) => answerAction(context, datastore, action)),
    })),
    itemActions: itemActions.map((action) => answerAction(context, datastore, action)),
  }),
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
  getUserQueries: (saved, context) => ({
    queries: saved.map(({ qId, dId, name, desc, displayOrder, conditions }) => {
      const datastore = context.view.expect("datastores", dId)
      return {
        qId,
        datastore: datastore.displayId,
        name,
        desc,
        displayOrder,
        conditions: conditions.map((condition) => answerCondition(datastore, condition)),
      }
    }),
  }),
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
