import type { AnswerContext } from "../../engine/index.ts"
import type { SId } from "../../model/index.ts"
import type { Action, Application, Datastore, Field, FieldOf, Option, Role, Status } from "../../model/records/index.ts"
import { FIELD_IN, pickSettings, type RecordOf } from "../../model/settings/index.ts"

interface Named {
  /** Name in the world's language. */
  readonly name: string
}

export type ApplicationAnswer = Pick<Application, "pId" | "displayId" | "displayOrder"> & Named

export type DatastoreAnswer = Pick<Datastore, "dId" | "displayId"> & Named

export type OptionAnswer = Pick<Option, "oId" | "displayId" | "enabled"> & Named

export interface FieldAnswer
  extends Pick<Field, "fId" | "displayId" | "dataType">,
    RecordOf<typeof FIELD_IN.answer>,
    Named {
  /** Options that users can select. Only for field types with options. */
  readonly options?: readonly OptionAnswer[]
  /** Display IDs of a lookup's target datastore and of the field that it displays. Null if they were deleted. Only for lookups. */
  readonly dslookup?: { readonly datastore: string; readonly field: string } | null
}

export type StatusAnswer = Pick<Status, "sId" | "displayId" | "sortId"> & Named

type AnsweredAction = "aId" | "displayId" | "description" | "crudType" | "displayOrder" | "isDefault"

export interface ActionAnswer extends Pick<Action, AnsweredAction>, Named {
  /** Display ID of the status in which the action can run. Null if it can run in every status. */
  readonly status: string | null
  /** Display ID of the status that the action sets. Null if the action keeps the status. */
  readonly nextStatus: string | null
}

export type RoleAnswer = Pick<Role, "rId" | "displayId" | "name" | "type">

export const answerApplication = (context: AnswerContext, application: Application): ApplicationAnswer => ({
  pId: application.pId,
  displayId: application.displayId,
  name: context.name(application.name),
  displayOrder: application.displayOrder,
})

export const answerDatastore = (context: AnswerContext, datastore: Datastore): DatastoreAnswer => ({
  dId: datastore.dId,
  displayId: datastore.displayId,
  name: context.name(datastore.name),
})

export const answerField = (context: AnswerContext, field: Field): FieldAnswer => ({
  fId: field.fId,
  displayId: field.displayId,
  name: context.name(field.name),
  dataType: field.dataType,
  ...pickSettings(FIELD_IN.answer, field),
  ...("options" in field && { options: field.options.map((option) => answerOption(context, option)) }),
  ...(field.dataType === "dslookup" && { dslookup: answerLookup(context, field) }),
})

const answerOption = (context: AnswerContext, { oId, displayId, name, enabled }: Option): OptionAnswer => ({
  oId,
  displayId,
  name: context.name(name),
  enabled,
})

function answerLookup({ view }: AnswerContext, { dslookup: lookup }: FieldOf<"dslookup">) {
  const datastore = lookup && view.get("datastores", lookup.dId)
  const field = datastore?.fields.find(({ fId }) => fId === lookup?.fId)
  return datastore === undefined ? null : { datastore: datastore.displayId, field: field?.displayId ?? "" }
}

export const answerFields = (context: AnswerContext, fields: readonly Field[]) => ({
  fields: fields.map((field) => answerField(context, field)),
})

export const answerStatus = (context: AnswerContext, { sId, displayId, name, sortId }: Status): StatusAnswer => ({
  sId,
  displayId,
  name: context.name(name),
  sortId,
})

export function answerAction(context: AnswerContext, { statuses }: Datastore, action: Action): ActionAnswer {
  const displayIdOf = (id: SId | null) => statuses.find(({ sId }) => sId === id)?.displayId ?? null
  return {
    aId: action.aId,
    displayId: action.displayId,
    name: context.name(action.name),
    description: action.description,
    crudType: action.crudType,
    displayOrder: action.displayOrder,
    isDefault: action.isDefault,
    status: displayIdOf(action.statusId),
    nextStatus: displayIdOf(action.setStatus),
  }
}

export const answerRole = ({ rId, displayId, name, type }: Role): RoleAnswer => ({ rId, displayId, name, type })
