import { compileFormula, FormulaError, fieldPlanOf, isReservedFieldId } from "../../fields/index.ts"
import { isSystemName } from "../../fixtures/index.ts"
import type { Condition, Datastore, Field } from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"
import { everyItem, findRepeated, type Rule } from "./invariant.ts"

export const fieldInvariants: readonly Rule[] = [
  {
    name: "fields-agree-with-settings",
    description:
      "Fields and options have unique display IDs and are in order, selected options exist, formulas refer to number fields, and roles belong to the application (model.md section 5.1).",
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
      "Auto links, default searches, saved lists and auto actions refer to existing fields (model.md sections 8.1, 10 and 11).",
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
        .map(({ fId, by }) => `${by} refers to the unknown field ${fId}`)
    },
  },
  {
    name: "computed-values-follow",
    description: "A computed value equals the result of the field's formula (model.md section 5.2).",
    problems: (view) =>
      everyItem(view).flatMap(({ iId, dId, values }) =>
        fieldPlanOf(view.expect("datastores", dId))
          .computed.filter(({ fId, compute }) => (compute(values) ?? undefined) !== values[fId])
          .map(({ fId }) => `item ${iId} of ${dId} has ${String(values[fId])} in ${fId}, not the formula's result`),
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
    ...findRepeated(ids).map((id) => `several fields have the display ID ${id}`),
    ...ids.filter(isReservedFieldId).map((id) => `${id} is a reserved display ID`),
    ...fields
      .filter(({ fieldIndex }, at) => fieldIndex !== at)
      .map(({ displayId }) => `the field ${displayId} is out of order`),
    ...(fields.filter(({ status }) => status).length > 1 ? ["the datastore has several status fields"] : []),
  ]
}

function problemsOf(view: View, { pId, fields }: Datastore, field: Field): string[] {
  const problems = field.roles
    .filter((rId) => view.get("roles", rId)?.pId !== pId)
    .map((rId) => `refers to the unknown role ${rId}`)
  if ("calc" in field && field.calc.formula !== "") {
    const formula = compileFormula(field.calc.formula, fields)
    if (formula instanceof FormulaError) problems.push(`has an invalid formula: ${formula.message}`)
  }
  if ("options" in field) {
    const { options, selected } = field
    problems.push(
      ...findRepeated(options.map(({ displayId }) => displayId)).map((id) => `has several options named ${id}`),
      ...options.filter(({ sortId }, at) => sortId !== at).map(({ displayId }) => `has ${displayId} out of order`),
      ...selected
        .filter((oId) => !options.some((option) => option.oId === oId))
        .map((oId) => `selects the unknown option ${oId}`),
    )
  }
  return problems.map((problem) => `${field.displayId} ${problem}`)
}
