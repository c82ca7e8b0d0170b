import type { ActionOperation } from "../../model/records/index.ts"

/** A datastore in a schema that `hexarium types` generated (types.md). Properties of type `object` are maps whose keys are names. */
export interface DatastoreTypes {
  /** Types of an item's values in results. */
  readonly values: object
  /** Types of an item's values in writes. */
  readonly input: object
  /** How conditions match each field (model.md section 11): as `text`, `names`, `number`, `span` or `ids`. */
  readonly matches: object
  /** The actions by display ID: operation, mandatory fields, rejected fields and, for create actions, the accepted values. */
  readonly actions: object
  /** Display ID of the default create action. */
  readonly defaultCreate: string
  /** Display IDs of the statuses. */
  readonly statuses: string
  /** Display IDs of datastores in the same application that `relatedDsItems` may name. */
  readonly relations: string
  /** Datastores that `relatedDsItems` may name, by display ID. The properties' doc comments contain the datastores' names. */
  readonly related?: object
  /** Datastores of other applications that `relatedDsItems` may name: maps each display ID to its application's type. */
  readonly relationsElsewhere?: object
  /** Names of the saved lists. */
  readonly lists: string
}

/** An application in a schema that `hexarium types` generated. */
export interface ApplicationTypes {
  /** Types of the datastores, by display ID. */
  readonly datastores: object
  /** Display IDs of the roles. */
  readonly roles: string
}

/** A schema that `hexarium types` generated, for `createWorld`, `createClient` and `hexariumTest` (types.md). */
export interface WorldTypes {
  /** Types of the applications, by display ID. */
  readonly applications: object
  /** Display IDs of the groups. */
  readonly groups: string
}

/** A schema as a type argument, or undefined for untyped worlds. */
export type AnyTypes = WorldTypes | undefined

export type Member<T, K> = K extends keyof T ? T[K] : never

/** Display IDs of a schema's applications. */
export type ApplicationIn<S extends WorldTypes> = keyof S["applications"] & string

/** Display IDs of an application's datastores. */
export type DatastoreIn<S extends WorldTypes, A> = A extends keyof S["applications"]
  ? keyof Member<S["applications"][A], "datastores"> & string
  : never

export type DatastoreOf<Application, D> = Extract<Member<Member<Application, "datastores">, D>, DatastoreTypes>

export type TypesOf<S extends WorldTypes, A, D> = A extends keyof S["applications"]
  ? DatastoreOf<S["applications"][A], D>
  : never

/** Display IDs of an application's roles. */
export type RoleOf<Application> = Extract<Member<Application, "roles">, string>

/** Copies properties without their doc comments, because editors show no doc comment if a property is declared twice. */
export type Narrower<T> = { [M in keyof T]: T[M] }

/** An application, which is optional, and one of its datastores. */
export type PlaceIn<S extends WorldTypes> = {
  [A in ApplicationIn<S>]: Narrower<{ readonly application?: A | undefined; readonly datastore: DatastoreIn<S, A> }>
}[ApplicationIn<S>]

/** Contains the actions' IDs in the property `ids`, so that compiler messages list the IDs instead of a type name. */
export interface ActionsIn<D extends DatastoreTypes, O extends ActionOperation = ActionOperation> {
  /** Display IDs of the actions. */
  readonly ids: {
    [N in keyof D["actions"]]: D["actions"][N] extends { readonly operation: O } ? N : never
  }[keyof D["actions"]] &
    string
}
