import type { ActionOperation } from "../../../src/inside.ts"

/** Something with an ID that requests name it by, and a name that people see. */
export interface Named {
  /** Display ID. */
  readonly id: string
  readonly name: string
}

/** A choice of a field. */
export interface SchemaOption extends Named {
  /** Whether writes may still choose it. */
  readonly enabled: boolean
}

/** A field, as much of it as types need. */
export interface SchemaField extends Named {
  readonly dataType: string
  readonly options: readonly SchemaOption[]
  /** Further facts, for people: `unique`, `part of the title`, `at most 80`. */
  readonly remarks: readonly string[]
}

/** An action, and how it treats fields. */
export interface SchemaAction extends Named {
  readonly operation: ActionOperation
  /** Fields that must have a value after it ran. */
  readonly requires: readonly string[]
  /** Fields that it doesn't write. */
  readonly refuses: readonly string[]
}

/** A datastore of another application, both by display ID. */
export interface ForeignDatastore {
  readonly application: string
  readonly datastore: string
}

/** A datastore: what its types are written of. */
export interface SchemaDatastore extends Named {
  /** Without those that the API never shows. */
  readonly fields: readonly SchemaField[]
  readonly statuses: readonly Named[]
  readonly actions: readonly SchemaAction[]
  /** The create action that runs where none is named; null where there is none. */
  readonly defaultCreate: string | null
  /** Datastores of the same application that related entries may name. */
  readonly relations: readonly string[]
  /** Those of other applications of the workspace; none has a name that means another datastore here. */
  readonly relationsElsewhere: readonly ForeignDatastore[]
  /** Names of saved lists. */
  readonly lists: readonly string[]
}

/** An application with its datastores. */
export interface SchemaApplication extends Named {
  /** Name of its workspace. */
  readonly workspace: string
  readonly roles: readonly Named[]
  readonly datastores: readonly SchemaDatastore[]
}

/** All that types are written of: read off a world, or asked of an API. */
export interface Schema {
  readonly applications: readonly SchemaApplication[]
  readonly groups: readonly Named[]
}

/** There is no schema to write types of; the message says why and what to do. */
export class SchemaProblem extends Error {}

/** Refuses applications of several workspaces that are called alike: no type could say which of them is meant. */
export function requireDistinct({ applications }: Schema): void {
  const seen = new Map<string, SchemaApplication>()
  for (const application of applications) {
    const other = seen.get(application.id)
    if (other !== undefined) {
      throw new SchemaProblem(
        `the workspaces ${JSON.stringify(other.workspace)} and ${JSON.stringify(application.workspace)} both have an application ${application.id}: choose one of them with --workspace`,
      )
    }
    seen.set(application.id, application)
  }
}
