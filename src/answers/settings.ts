import type { AId, DId, FId, OId, PId, RId, SId } from "../ids.ts"
import type { Application } from "../records/application.ts"
import type { Action, CrudType, Datastore, Status } from "../records/datastore.ts"
import type { DataType, Field } from "../records/field.ts"
import type { Role } from "../records/role.ts"
import type { AnswerContext } from "./answer-context.ts"

/** An application; its name in the world's language. */
export interface ApplicationAnswer {
  readonly pId: PId
  readonly displayId: string
  readonly name: string
  readonly displayOrder: number
}

/** A datastore; its name in the world's language. */
export interface DatastoreAnswer {
  readonly dId: DId
  readonly displayId: string
  readonly name: string
}

/** What may be chosen in a field. */
export interface OptionAnswer {
  readonly oId: OId
  readonly displayId: string
  readonly name: string
  readonly enabled: boolean
}

/** A field of a datastore. */
export interface FieldAnswer {
  readonly fId: FId
  readonly displayId: string
  readonly name: string
  readonly dataType: DataType
  readonly asTitle: boolean
  readonly unique: boolean
  readonly search: boolean
  readonly showList: boolean
  readonly fullText: boolean
  readonly hideOnInput: boolean
  /** `""` = none. */
  readonly minValue: string
  readonly maxValue: string
  readonly fieldIndex: number
  /** Of fields with options. */
  readonly options?: readonly OptionAnswer[]
  /** Of lookups: the datastore looked up and the field of it that is shown, by display ID; null when they are gone. */
  readonly dslookup?: { readonly datastore: string; readonly field: string } | null
}

/** A status of a datastore. */
export interface StatusAnswer {
  readonly sId: SId
  readonly displayId: string
  readonly name: string
  readonly sortId: number
}

/** An action of a datastore. */
export interface ActionAnswer {
  readonly aId: AId
  readonly displayId: string
  readonly name: string
  readonly description: string
  readonly crudType: CrudType
  readonly displayOrder: number
  readonly isDefault: boolean
  /** Display ID of the status in which it is offered; null for one that is offered in any. */
  readonly status: string | null
  /** Display ID of the status that the item gets, if any. */
  readonly nextStatus: string | null
}

/** A role of an application. */
export interface RoleAnswer {
  readonly rId: RId
  readonly displayId: string
  readonly name: string
  readonly type: string
}

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

export function answerField(context: AnswerContext, field: Field): FieldAnswer {
  const lookup = field.dataType === "dslookup" ? { dslookup: answerLookup(context, field.dslookup) } : {}
  const options = "options" in field ? { options: field.options.map((one) => answerOption(context, one)) } : {}
  return {
    fId: field.fId,
    displayId: field.displayId,
    name: context.name(field.name),
    dataType: field.dataType,
    asTitle: field.asTitle,
    unique: field.unique,
    search: field.search,
    showList: field.showList,
    fullText: field.fullText,
    hideOnInput: field.hideOnInput,
    minValue: field.minValue,
    maxValue: field.maxValue,
    fieldIndex: field.fieldIndex,
    ...options,
    ...lookup,
  }
}

type OptionOf = Extract<Field, { readonly options: unknown }>["options"][number]
type LookupIn = Extract<Field, { readonly dataType: "dslookup" }>["dslookup"]

const answerOption = (context: AnswerContext, { oId, displayId, name, enabled }: OptionOf): OptionAnswer => ({
  oId,
  displayId,
  name: context.name(name),
  enabled,
})

function answerLookup({ view }: AnswerContext, lookup: LookupIn): NonNullable<FieldAnswer["dslookup"]> | null {
  const datastore = lookup && view.get("datastores", lookup.dId)
  const field = datastore?.fields.find(({ fId }) => fId === lookup?.fId)
  return datastore === undefined ? null : { datastore: datastore.displayId, field: field?.displayId ?? "" }
}

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
