import { isSystemName } from "../../fixtures/index.ts"
import { type Chart, type Datastore, type Report, usedConditions, usedFields } from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"
import type { Rule } from "./invariant.ts"

export const settingsInvariants: readonly Rule[] = [
  {
    name: "actions-agree-with-settings",
    description:
      "An action refers to statuses and fields of its datastore and to roles of its application; status actions update items; each kind has at most one default action; display IDs are unique (model.md sections 1 and 6).",
    problems: (view) =>
      view
        .all("datastores")
        .flatMap((datastore) => problemsOf(view, datastore).map((problem) => `${datastore.displayId}: ${problem}`)),
  },
  {
    name: "functions-agree-with-settings",
    description: "A function refers to roles of its application; display IDs are unique (model.md section 1).",
    problems: (view) =>
      view.all("applications").flatMap(({ pId, displayId, functions }) => {
        const strangers = functions.filter(({ roles }) => roles.some((rId) => view.get("roles", rId)?.pId !== pId))
        const ids = functions.map((one) => one.displayId)
        const repeated = ids.filter((id, at) => ids.indexOf(id) !== at)
        return [
          ...strangers.map((one) => `${displayId}: ${one.displayId} refers to an unknown role`),
          ...repeated.map((id) => `${displayId}: several functions have the display ID ${id}`),
        ]
      }),
  },
  {
    name: "auto-actions-run-actions",
    description: "Every auto action runs an action of its datastore (model.md section 10).",
    problems: (view) =>
      view
        .all("autoActions")
        .filter(({ dId, aId }) => !view.get("datastores", dId)?.actions.some((action) => action.aId === aId))
        .map(({ name, aId }) => `auto action ${name} runs the unknown action ${aId}`),
  },
  {
    name: "reports-name-what-is-there",
    description: "Reports refer to existing fields, charts to existing reports and columns (model.md section 17).",
    problems(view) {
      const reports = view.all("reports")
      const charts = view.all("charts")
      return [
        ...reports.flatMap((report) => problemsOfReport(view, report)),
        ...charts.flatMap((chart) => problemsOfChart(view, chart)),
      ]
    },
  },
]

const problemsOfReport = (view: View, report: Report): string[] =>
  [...usedFields(report), ...usedConditions(report).filter(({ fId }) => !isSystemName(fId))]
    .filter(({ dId, fId }) => !view.get("datastores", dId)?.fields.some((field) => field.fId === fId))
    .map(({ fId }) => `report ${report.displayId} refers to the unknown field ${fId}`)

function problemsOfChart(view: View, { displayId, rpId, labels, series, values }: Chart): string[] {
  const columns = view.get("reports", rpId)?.columns.map(({ rpfId }) => rpfId) ?? []
  return [labels, ...(series === null ? [] : [series]), ...values]
    .filter((rpfId) => !columns.includes(rpfId))
    .map((rpfId) => `chart ${displayId} refers to the unknown column ${rpfId}`)
}

function problemsOf(view: View, { pId, actions, fields, statuses }: Datastore): string[] {
  const sIds = new Set(statuses.map(({ sId }) => sId))
  const fIds = new Set<string>(fields.map(({ fId }) => fId))
  const problems = actions.flatMap((action) => {
    const { displayId, statusId, setStatus, crudType, roles, publish, notify, fieldSettings } = action
    return [
      ...[statusId, setStatus]
        .filter((sId) => sId !== null && !sIds.has(sId))
        .map((sId) => `${displayId} refers to the unknown status ${sId}`),
      ...[...roles, ...publish.roles, ...notify]
        .filter((rId) => view.get("roles", rId)?.pId !== pId)
        .map((rId) => `${displayId} refers to the unknown role ${rId}`),
      ...Object.keys(fieldSettings)
        .filter((fId) => !fIds.has(fId))
        .map((fId) => `${displayId} refers to the unknown field ${fId}`),
      ...(statusId !== null && crudType !== "2" ? [`${displayId} is a status action with crud_type ${crudType}`] : []),
    ]
  })
  const defaults = actions
    .filter(({ isDefault }) => isDefault)
    .map(({ crudType }) => `the default of crud_type ${crudType}`)
  const ids = actions.map(({ displayId }) => `named ${displayId}`)
  const repeated = [...defaults, ...ids].filter((one, at, all) => all.indexOf(one) !== at)
  return [...problems, ...repeated.map((one) => `several actions are ${one}`)]
}
