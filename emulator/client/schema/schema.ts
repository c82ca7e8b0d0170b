import type { ActionOperation } from "../../../src/model/records/index.ts"

export interface Named {
  /** The display ID. */
  readonly id: string
  readonly name: string
}

export interface SchemaOption extends Named {
  readonly enabled: boolean
}

/** A field, with the properties from which types are generated. */
export interface SchemaField extends Named {
  readonly dataType: string
  readonly options: readonly SchemaOption[]
  /** Remarks for the type's documentation, e.g. `unique`, `part of the title` or `at most 80`. */
  readonly remarks: readonly string[]
}

export interface SchemaAction extends Named {
  readonly operation: ActionOperation
  readonly requires: readonly string[]
  readonly refuses: readonly string[]
}

export interface ForeignDatastore {
  readonly application: string
  readonly datastore: string
}

export interface SchemaDatastore extends Named {
  /** Fields of the datastore, except those that the API never returns. */
  readonly fields: readonly SchemaField[]
  readonly statuses: readonly Named[]
  readonly actions: readonly SchemaAction[]
  /** ID of the default create action; null if the datastore has no default create action. */
  readonly defaultCreate: string | null
  /** Related datastores in the same application. */
  readonly relations: readonly string[]
  /** Related datastores in other applications. Omits datastores whose display ID would find another datastore. */
  readonly relationsElsewhere: readonly ForeignDatastore[]
  readonly lists: readonly string[]
}

export interface SchemaApplication extends Named {
  readonly workspace: string
  readonly roles: readonly Named[]
  readonly datastores: readonly SchemaDatastore[]
}

export interface Schema {
  readonly applications: readonly SchemaApplication[]
  readonly groups: readonly Named[]
}

/** Settings of a field in responses, from which remarks are derived. */
interface RemarkedField {
  readonly as_title: boolean
  readonly unique: boolean
  readonly min_value: string
  readonly max_value: string
}

export const remarksOn = (field: RemarkedField): string[] => [
  ...(field.as_title ? ["part of the title"] : []),
  ...(field.unique ? ["unique"] : []),
  ...(field.min_value === "" ? [] : [`at least ${field.min_value}`]),
  ...(field.max_value === "" ? [] : [`at most ${field.max_value}`]),
]

export const isReturned = ({ hide_from_api: isHidden }: { readonly hide_from_api?: boolean | undefined }): boolean =>
  isHidden !== true

/** An action's setting for a field. */
interface Treatment {
  readonly show: boolean
  readonly update: boolean
  readonly mandatory: boolean
}

export const isRequiring = ({ mandatory }: Treatment): boolean => mandatory

export const isRefusing = ({ show, update }: Treatment): boolean => !show || !update

/** Thrown if there is no schema from which to generate types. The message gives the reason and the remedy. */
export class SchemaProblem extends Error {}

/** Throws if applications in different workspaces share a display ID, because their types would have the same name. */
export function requireDistinct({ applications }: Schema): void {
  const seen = new Map<string, SchemaApplication>()
  for (const application of applications) {
    const other = seen.get(application.id)
    if (other !== undefined) {
      throw new SchemaProblem(
        `the workspaces ${JSON.stringify(other.workspace)} and ${JSON.stringify(application.workspace)} both have an application ${application.id}; choose a workspace with --workspace`,
      )
    }
    seen.set(application.id, application)
  }
}
