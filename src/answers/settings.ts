import type { AnswerContext } from "../engine/answer-context.ts"
import type { AId, DId, FId, OId, PId, RId, SId } from "../model/ids.ts"
import type { Application } from "../records/application.ts"
import type { Action, CrudType, Datastore, Status } from "../records/datastore.ts"
import type { DataType, Field } from "../model/records/field.ts"
import type { Role } from "../model/records/role.ts"

/** An application; its name in the world's language. */
export interface ApplicationAnswer {
  /** ID of the application. */
  readonly pId: PId
  /** Display ID of the application. */
  readonly displayId: string
  /** What it is called, in the world's language. */
  readonly name: string
  /** Where it stands among the others. */
  readonly displayOrder: number
}

/** A datastore; its name in the world's language. */
export interface DatastoreAnswer {
  /** ID of the datastore. */
  readonly dId: DId
  /** Display ID of the datastore. */
  readonly displayId: string
  /** What it is called, in the world's language. */
  readonly name: string
}

/** What may be chosen in a field. */
export interface OptionAnswer {
  /** ID of the option. */
  readonly oId: OId
  /** Display ID of the option, which values hold. */
  readonly displayId: string
  /** What it is called, in the world's language. */
  readonly name: string
  /** Whether it can be chosen. */
  readonly enabled: boolean
}

/** What a lookup leads to. */
export interface LookupAnswer {
  /** Display ID of the datastore looked up. */
  readonly datastore: string
  /** Display ID of the field of it that is shown. */
  readonly field: string
}

/** A field of a datastore. */
export interface FieldAnswer {
  /** ID of the field. */
  readonly fId: FId
  /** Display ID of the field. */
  readonly displayId: string
  /** What it is called, in the world's language. */
  readonly name: string
  /** What its values are (model.md section 5). */
  readonly dataType: DataType
  /** Whether its value is part of the title. */
  readonly asTitle: boolean
  /** Whether no two items may have the same value. */
  readonly unique: boolean
  /** Whether lists can be searched by it. */
  readonly search: boolean
  /** Whether lists show it. */
  readonly showList: boolean
  /** Whether GlobalSearch looks into it. */
  readonly fullText: boolean
  /** Whether forms leave it out. */
  readonly hideOnInput: boolean
  /** `""` = none. */
  readonly minValue: string
  /** The greatest value or length; `""` = none. */
  readonly maxValue: string
  /** Where it stands among the others. */
  readonly fieldIndex: number
  /** Of fields with options. */
  readonly options?: readonly OptionAnswer[]
  /** Of lookups: the datastore looked up and the field of it that is shown, by display ID; null when they are gone. */
  readonly dslookup?: LookupAnswer | null
}

/** A status of a datastore. */
export interface StatusAnswer {
  /** ID of the status. */
  readonly sId: SId
  /** Display ID of the status. */
  readonly displayId: string
  /** What it is called, in the world's language. */
  readonly name: string
  /** Where it stands among the others. */
  readonly sortId: number
}

/** An action of a datastore. */
export interface ActionAnswer {
  /** ID of the action. */
  readonly aId: AId
  /** Display ID of the action. */
  readonly displayId: string
  /** What it is called, in the world's language. */
  readonly name: string
  /** What it is for. */
  readonly description: string
  /** 1 makes items, 2 changes, 3 deletes, 4 copies them. */
  readonly crudType: CrudType
  /** Where it stands among the others. */
  readonly displayOrder: number
  /** Whether it is the one that runs where none is named. */
  readonly isDefault: boolean
  /** Display ID of the status in which it is offered; null for one that is offered in any. */
  readonly status: string | null
  /** Display ID of the status that the item gets, if any. */
  readonly nextStatus: string | null
}

/** A role of an application. */
export interface RoleAnswer {
  /** ID of the role. */
  readonly rId: RId
  /** Display ID of the role. */
  readonly displayId: string
  /** What it is called. */
  readonly name: string
  /** What kind of role it is, as the API tells it. */
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
