import type {
  ActionAnswer,
  ActionSettingsAnswer,
  ApplicationAnswer,
  ApplicationSettingsAnswer,
  AutoActionAnswer,
  CrudType,
  DatastoreAnswer,
  DatastoreSettingsAnswer,
  FieldAnswer,
  OptionAnswer,
  QueryAnswer,
  RoleAnswer,
  StatusAnswer,
  TaskAnswer,
} from "../../../src/inside.ts"
import type { WireFieldDefinition } from "../../contract/rows/workspace/fields.ts"
import { asId } from "../natural-answers.ts"

/** An application; its place among others is told to nobody. */
export type SeenApplication = Omit<ApplicationAnswer, "displayOrder">

/** A field as lists of them tell; what a lookup leads to, `raw` has by internal IDs. */
export type SeenField = Omit<FieldAnswer, "dslookup">

/** A field as its settings tell: their names are in both languages, which `raw` has. */
export interface SeenFieldSettings extends Omit<FieldAnswer, "name" | "fieldIndex" | "dslookup" | "options"> {
  /** Of fields with options. */
  readonly options?: readonly Omit<OptionAnswer, "name">[]
}

/** A field that a list can be searched by. */
export interface SeenSearchField extends Pick<FieldAnswer, "fId" | "displayId" | "name" | "dataType"> {
  /** Of fields with options. */
  readonly options?: readonly Pick<OptionAnswer, "oId" | "name" | "enabled">[]
}

/** An application with its roles and datastores. */
export type SeenApplicationSettings = Omit<ApplicationSettingsAnswer, "displayOrder">

/** A datastore with what it is made of; names in both languages and actions have calls of their own. */
export interface SeenDatastoreSettings extends Pick<DatastoreSettingsAnswer, "dId" | "displayId" | "roles"> {
  /** By fieldIndex. */
  readonly fields: readonly SeenField[]
  /** By sortId. */
  readonly statuses: readonly Pick<StatusAnswer, "sId" | "displayId">[]
}

/** An action among those of a status. */
export type SeenStatusAction = Pick<ActionAnswer, "aId" | "displayId" | "displayOrder" | "crudType">

/** An action with who may run it. */
export type SeenActionSettings = Pick<ActionSettingsAnswer, "aId" | "displayId" | "description" | "crudType" | "roles">

/** An action of a list. */
export type SeenAction = Pick<ActionAnswer, "aId" | "displayId" | "name" | "crudType">

/** An action that makes or changes items. */
export type SeenRunnable = Pick<ActionAnswer, "aId" | "name" | "displayOrder" | "crudType">

/** Actions that make or change items. */
export interface SeenRunnables {
  /** By display order. */
  readonly actions: readonly SeenRunnable[]
}

/** Fields of a datastore. */
export interface SeenFields {
  /** Those that the caller is shown, by fieldIndex. */
  readonly fields: readonly SeenField[]
}

/** The actions of a datastore by the status that offers them. */
export interface SeenActionsByStatus {
  /** By sortId. */
  readonly statuses: readonly (Pick<StatusAnswer, "sId" | "displayId"> & {
    /** By display order. */
    readonly actions: readonly SeenStatusAction[]
  })[]
  /** Actions that any status offers. */
  readonly itemActions: readonly SeenStatusAction[]
}

/** A datastore and the application it is in. */
export interface SeenApplicationAndDatastore {
  /** The application. */
  readonly application: SeenApplication
  /** The datastore. */
  readonly datastore: DatastoreAnswer
}

/** A saved list; its datastore and conditions name what they lead to by internal IDs, which `raw` has. */
export type SeenQuery = Omit<QueryAnswer, "datastore" | "conditions">

/** An action that runs at set times; `nextExecAt` to the second. */
export type SeenAutoAction = Omit<AutoActionAnswer, "application" | "datastore" | "action" | "conditions">

/** A task; which operation answered its `streamId` is not told. */
export type SeenTaskAnswer = Omit<TaskAnswer, "streamId">

export const readPlacedApplication = (application: {
  readonly p_id: string
  readonly display_id: string
  readonly name: string
}): SeenApplication => ({ pId: asId(application.p_id), displayId: application.display_id, name: application.name })

export const readRole = (role: {
  readonly role_id: string
  readonly display_id: string
  readonly name: string
  readonly type: string
}): RoleAnswer => ({ rId: asId(role.role_id), displayId: role.display_id, name: role.name, type: role.type })

/** A data type, which answers have as a text. */
export const asDataType = (text: string) => text as FieldAnswer["dataType"]

export const readField = (field: WireFieldDefinition): SeenField => ({
  fId: asId(field.field_id),
  displayId: field.display_id,
  name: field.name,
  dataType: asDataType(field.dataType),
  asTitle: field.as_title,
  unique: field.unique,
  search: field.search,
  showList: field.show_list,
  fullText: field.full_text,
  hideOnInput: field.hideOnInput ?? false,
  minValue: field.min_value,
  maxValue: field.max_value,
  fieldIndex: field.fieldIndex,
  ...(field.options === undefined
    ? {}
    : {
        options: field.options.map(({ option_id, display_id, value, enabled }) => ({
          oId: asId(option_id),
          displayId: display_id,
          name: value,
          enabled,
        })),
      }),
})

const CRUD_TYPES: Readonly<Record<"new" | "update" | "delete" | "copy", CrudType>> = {
  new: "1",
  update: "2",
  delete: "3",
  copy: "4",
}

/** What kind of action an operation's name stands for. */
export const crudTypeOf = (operation: keyof typeof CRUD_TYPES): CrudType => CRUD_TYPES[operation]
