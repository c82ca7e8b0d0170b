import { compileFormula, FormulaError, fieldPlanOf, isReservedFieldId } from "../../fields/index.ts"
import { isSystemName } from "../../fixtures/index.ts"
import type { Condition, Datastore, Field } from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"
import { everyItem, type Rule, repeated } from "./invariant.ts"

export const fieldInvariants: readonly Rule[] = [
  {
    name: "fields-agree-with-settings",
    description:
      "Display IDs of fields and options differ, both stand in their order, what is selected can be chosen, formulas name number fields, and roles are of the application (model.md section 5.1).",
    problems: (view) =>
      view
        .all("datastores")
        .flatMap((datastore) =>
          [
            ...problemsOfFields(datastore),
            ...datastore.fields.flatMap((field) => problemsOf(view, datastore, field)),
          ].map((problem) => `${datastore.displayId}: ${problem}`),
        ),
  },
  {
    name: "what-names-fields-finds-them",
    description:
      "The fields that auto links, default searches, saved lists and auto actions name are there (model.md sections 8.1, 10 and 11).",
    problems(view) {
      const searches = [
        ...view.all("datastores").map(({ dId, displayId, defaultSearch }) => ({
          dId,
          by: `the default search of ${displayId}`,
          conditions: defaultSearch,
        })),
        ...view.all("queries").map(({ dId, name, conditions }) => ({ dId, by: `saved list ${name}`, conditions })),
        ...view.all("autoActions").map(({ dId, name, conditions }) => ({ dId, by: `auto action ${name}`, conditions })),
      ]
      const links = view.all("datastores").flatMap(({ dId, displayId, autoLinks }) =>
        autoLinks.flatMap(({ fId, toDId, toFId }) => [
          { dId, fId, by: `an auto link of ${displayId}` },
          { dId: toDId, fId: toFId, by: `an auto link of ${displayId}` },
        ]),
      )
      return [
        ...searches.flatMap(({ dId, by, conditions }) => namedIn(conditions).map((fId) => ({ dId, fId, by }))),
        ...links,
      ]
        .filter(({ dId, fId }) => !view.get("datastores", dId)?.fields.some((field) => field.fId === fId))
        .map(({ fId, by }) => `${by} names the field ${fId}, which is not there`)
    },
  },
  {
    name: "computed-values-follow",
    description: "A computed value is what its formula gives for the item's other values (model.md section 5.2).",
    problems: (view) =>
      everyItem(view).flatMap(({ iId, dId, values }) =>
        fieldPlanOf(view.expect("datastores", dId))
          .computed.filter(({ fId, compute }) => (compute(values) ?? undefined) !== values[fId])
          .map(({ fId }) => `item ${iId} of ${dId} holds ${String(values[fId])} in ${fId}, which does not follow`),
      ),
  },
]

const namedIn = (conditions: readonly Condition[]): string[] =>
  conditions.flatMap(({ id, conditions: inner }) =>
    inner === undefined ? (id === undefined || isSystemName(id) ? [] : [id]) : namedIn(inner),
  )

function problemsOfFields({ fields }: Datastore): string[] {
  const ids = fields.map(({ displayId }) => displayId)
  return [
    ...repeated(ids).map((id) => `several fields are ${id}`),
    ...ids.filter(isReservedFieldId).map((id) => `${id} is a reserved display ID`),
    ...fields.filter(({ fieldIndex }, at) => fieldIndex !== at).map(({ displayId }) => `${displayId} is out of order`),
    ...(fields.filter(({ status }) => status).length > 1 ? ["there are several status fields"] : []),
  ]
}

function problemsOf(view: View, { pId, fields }: Datastore, field: Field): string[] {
  const problems = field.roles
    .filter((rId) => view.get("roles", rId)?.pId !== pId)
    .map((rId) => `names the role ${rId}, which is not there`)
  if ("calc" in field && field.calc.formula !== "") {
    const formula = compileFormula(field.calc.formula, fields)
    if (formula instanceof FormulaError) problems.push(`can't be computed: ${formula.message}`)
  }
  if ("options" in field) {
    const { options, selected } = field
    problems.push(
      ...repeated(options.map(({ displayId }) => displayId)).map((id) => `has several options ${id}`),
      ...options.filter(({ sortId }, at) => sortId !== at).map(({ displayId }) => `has ${displayId} out of order`),
      ...selected
        .filter((oId) => !options.some((option) => option.oId === oId))
        .map((oId) => `selects ${oId}, which is not there`),
    )
  }
  return problems.map((problem) => `${field.displayId} ${problem}`)
}
